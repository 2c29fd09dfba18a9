import type { Expense } from '@oinkly/contract/expenses';
import { addDays, type Day } from '@oinkly/domain/days';
import { formatUsd } from '@oinkly/domain/money';
import { costCents } from '@oinkly/domain/week-summaries';
import { CategoryIcon } from '../../shared/ui/category-icon.tsx';
import { costText, expenseDay, pendingText, refundedText } from '../../shared/words/expense-words.ts';

export function PurchasesByDay({
  expenses,
  today,
  withSums = false,
  onOpen,
}: {
  expenses: readonly Expense[];
  today: Day;
  withSums?: boolean;
  onOpen: (expense: Expense) => void;
}) {
  return [...Map.groupBy(expenses, ({ date }) => expenseDay(date))].map(([day, ofDay]) => (
    <section key={day} aria-label={day}>
      <div className="flex items-baseline justify-between gap-3 pt-3 text-small text-ink-soft">
        <h3>{withRelativeDay(day, today)}</h3>
        {withSums && (
          <p>
            <span className="sr-only">Total </span>
            {formatUsd(ofDay.reduce((sum, expense) => sum + costCents(expense), 0))}
          </p>
        )}
      </div>
      <ul>
        {ofDay.map((expense) => (
          <Purchase key={expense.id} expense={expense} today={today} onOpen={() => onOpen(expense)} />
        ))}
      </ul>
    </section>
  ));
}

/** `Today, Thu, Jun 5`, `Yesterday, Wed, Jun 4`, or the day alone. */
function withRelativeDay(day: string, today: Day): string {
  if (day === expenseDay(today)) return `Today, ${day}`;
  return day === expenseDay(addDays(today, -1)) ? `Yesterday, ${day}` : day;
}

function Purchase({ expense, today, onOpen }: { expense: Expense; today: Day; onOpen: () => void }) {
  const refunded = refundedText(expense);
  const pending = pendingText(expense, today);
  return (
    <li className="border-b border-line">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="-mx-2 flex min-h-13 w-[calc(100%+1rem)] items-center gap-3 rounded-small px-2 py-2 text-left hover:bg-card"
      >
        <CategoryIcon category={expense.category} />
        <span className="min-w-0 flex-1">
          {/* Long names wrap below the amount. */}
          <span className="flex flex-wrap items-center gap-x-3">
            <span className="max-w-full flex-[1_1_6rem] wrap-break-word">{expense.name}</span>{' '}
            <span className="ml-auto font-bold">{costText(expense)}</span>
          </span>
          {pending !== null && <span className="block text-small text-ink-soft">{pending}</span>}
          {refunded !== null && <span className="block text-small text-under-text">{refunded}</span>}
        </span>
      </button>
    </li>
  );
}
