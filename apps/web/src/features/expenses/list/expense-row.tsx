import type { Expense } from '@oinkly/contract/expenses';
import type { Day } from '@oinkly/domain/days';
import { Repeat } from 'lucide-react';
import { CategoryIcon } from '../../../shared/ui/category-icon.tsx';
import { Checkbox } from '../../../shared/ui/checkbox.tsx';
import {
  costText,
  expenseDay,
  notCountedText,
  pendingText,
  refundedText,
} from '../../../shared/words/expense-words.ts';
import { useChangeExpense } from '../expense-mutations.ts';
import { useWaitingWords } from '../outbox/shown-changes.tsx';

/** Bills that the user pays by hand can be ticked off. */
export function ExpenseRow({ expense, today, onOpen }: { expense: Expense; today: Day; onOpen: () => void }) {
  const { mutate: change } = useChangeExpense();
  const waiting = useWaitingWords(expense.id);
  const reason = notCountedText(expense);
  const refunded = refundedText(expense);
  const pending = pendingText(expense, today);
  return (
    <div className="flex items-center gap-1">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="-mx-2 flex min-h-13 min-w-0 flex-1 items-center gap-3 rounded-small px-2 py-1 text-left hover:bg-card"
      >
        <CategoryIcon category={expense.category} isDecoration />
        <span className="min-w-0 flex-1">
          <span className={`flex flex-wrap items-baseline gap-x-3 ${expense.counted ? '' : 'text-ink-soft'}`}>
            {/* Long names wrap below the amount. */}
            <span className="max-w-full flex-[1_1_6rem] wrap-break-word">{expense.name}</span>{' '}
            <span className="ml-auto font-bold">{costText(expense)}</span>
          </span>{' '}
          <span className="block text-small text-ink-soft">
            {expenseDay(expense.date)} ·{' '}
            <span className="inline-block">
              {expense.category}
              {pending !== null && ` · ${pending}`}
            </span>
            {expense.type === 'recurring' && (
              <Repeat
                size={15}
                role="img"
                aria-label="Recurring"
                className="ml-1.5 inline-block align-[-0.1em]"
              />
            )}
          </span>
          {waiting !== null && <span className="block text-small text-ink-soft">{waiting}</span>}
          {reason !== null && <span className="block text-small text-ink-soft">{reason}</span>}
          {refunded !== null && <span className="block text-small text-under-text">{refunded}</span>}
          {expense.merged && (
            <span className="block text-small text-ink-soft">Matched with the expense you added</span>
          )}
        </span>
      </button>
      {isPaidByHand(expense) && (
        <Checkbox
          label={`${expense.name} is paid`}
          caption="Paid"
          checked={expense.paid}
          onChange={(paid) => change({ kind: 'edit', expense, patch: { paid }, scope: 'one' })}
        />
      )}
    </div>
  );
}

/** Bills that the user entered. Card purchases are always paid. */
function isPaidByHand({ type, source, kind }: Expense): boolean {
  return source === 'manual' && (type === 'recurring' || kind === 'fixed-bill');
}
