import type { Recurring } from '@oinkly/contract/recurring';
import { formatDay, type Day } from '@oinkly/domain/days';
import { centsFromDollars, formatUsd } from '@oinkly/domain/money';
import { weekEndOf, weekStartOf } from '@oinkly/domain/weeks';
import { CategoryIcon } from '../../shared/ui/category-icon.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { TextLink } from '../../shared/ui/button.tsx';

interface Payment {
  key: string;
  name: string;
  category: Recurring['merchants'][number]['category'];
  cents: number;
  date: Day;
  /** The next one is already an expense. */
  isHere: boolean;
  isCounted: boolean;
}

export function DueInsight({ recurring, today }: { recurring: Recurring; today: Day }) {
  const sunday = weekEndOf(weekStartOf(today));
  const due = paymentsOf(recurring).filter(
    ({ date, isHere, isCounted }) => !isHere && isCounted && date >= today && date <= sunday,
  );
  return (
    <section className="mt-9" aria-labelledby="due">
      <SectionHeading id="due">
        {due.length === 0 ? 'Still to come this week' : `${sumOf(due)} still to come this week`}
      </SectionHeading>
      {due.length === 0 ? <p className="text-ink-soft">Nothing more is due.</p> : <Payments payments={due} />}
    </section>
  );
}

export function SubscriptionsInsight({ recurring }: { recurring: Recurring }) {
  const payments = paymentsOf(recurring);
  if (payments.length === 0) return null;
  return (
    <section className="mt-9" aria-labelledby="subscriptions">
      <SectionHeading id="subscriptions">{`Subscriptions and bills: ${sumOf(payments)} a month`}</SectionHeading>
      <Payments payments={payments} />
      <TextLink href="/expenses">Change them under Expenses</TextLink>
    </section>
  );
}

function sumOf(payments: readonly Payment[]): string {
  return formatUsd(payments.reduce((sum, { cents }) => sum + cents, 0));
}

function Payments({ payments }: { payments: readonly Payment[] }) {
  return (
    <ul>
      {payments.map(({ key, name, category, cents, date }) => (
        <li key={key} className="flex items-center gap-3 border-b border-line py-2">
          <CategoryIcon category={category} />
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
            <span className="max-w-full flex-[1_1_6rem] wrap-break-word">{name}</span>
            <span className="text-small text-ink-soft">
              {formatDay(date, { weekday: 'short', month: 'short', day: 'numeric' })}
            </span>
            <span className="ml-auto font-bold">{formatUsd(cents)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Recurring expenses and monthly payments, next due first. */
function paymentsOf({ series, merchants }: Recurring): Payment[] {
  return [
    ...series.map(({ id, name, category, next }) => ({
      key: id,
      name,
      category,
      cents: Math.abs(centsFromDollars(next.amount)),
      date: next.date,
      isHere: next.expenseId !== null,
      isCounted: next.counted,
    })),
    ...merchants.map(({ merchantKey, name, category, amount, date, counted }) => ({
      key: merchantKey,
      name,
      category,
      cents: centsFromDollars(amount),
      date,
      isHere: false,
      isCounted: counted,
    })),
  ].sort((a, b) => a.date.localeCompare(b.date));
}
