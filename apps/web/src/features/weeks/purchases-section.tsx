import type { Expense } from '@oinkly/contract/expenses';
import type { Day } from '@oinkly/domain/days';
import { formatUsd } from '@oinkly/domain/money';
import { purchasesHeadline } from '@oinkly/domain/quips';
import { TextButton, TextLink } from '../../shared/ui/button.tsx';
import { CategoryIcon } from '../../shared/ui/category-icon.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { Skeleton, SkeletonLines } from '../../shared/ui/skeleton.tsx';
import { PurchasesByDay } from './purchases-by-day.tsx';
import { purchasesOfWeek } from './weeks-purchases.ts';

const SHOWN = 7;

/** This week's purchases and the refresh button (DB-13 to DB-17). */
export function PurchasesSection({
  expenses,
  hasAny,
  hasOnlyUncounted,
  weekStart,
  today,
  lastRead,
  isRefreshing,
  onRefresh,
  onOpen,
}: {
  /** The week's counted expenses. */
  expenses: readonly Expense[];
  hasAny: boolean;
  hasOnlyUncounted: boolean;
  weekStart: Day;
  today: Day;
  /** When the bank was last read (PD-85); null without a bank. */
  lastRead: string | null;
  isRefreshing: boolean;
  onRefresh: () => void;
  onOpen: (expense: Expense) => void;
}) {
  const { dated, undated } = purchasesOfWeek(expenses, weekStart);
  const all = [...dated, ...undated];
  const shown = all.slice(0, SHOWN);
  return (
    <section className="mt-9">
      {hasAny ? (
        <>
          <SectionHeading>{purchasesHeadline(dated.length)}</SectionHeading>
          <PurchasesByDay expenses={shown} today={today} onOpen={onOpen} />
          {all.length > shown.length && (
            <TextLink href={`/weeks/${weekStart}`} className="mt-1">
              See all {all.length}
            </TextLink>
          )}
        </>
      ) : hasOnlyUncounted ? (
        <NothingCounted />
      ) : (
        <NoTransactions />
      )}
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4">
        <TextButton onClick={onRefresh} aria-disabled={isRefreshing}>
          {isRefreshing ? 'Refreshing...' : 'Refresh list'}
        </TextButton>
        {lastRead !== null && <p className="text-small wrap-anywhere text-ink-soft">{lastRead}</p>}
      </div>
      <p className="text-small text-balance text-ink-soft">
        New purchases usually appear within 1-4 hours of card swipe
      </p>
    </section>
  );
}

export function PurchasesSkeleton() {
  return (
    <section aria-busy="true" aria-label="Purchases" className="mt-9">
      <Skeleton className="mb-3.5 h-6 w-64 rounded-square" />
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex items-center gap-3 border-b border-line py-2.5">
          <Skeleton className="size-tile rounded-small" />
          <SkeletonLines />
          <Skeleton className="h-4 w-14 rounded-square" />
        </div>
      ))}
      <div className="mt-1.5 flex min-h-11 items-center justify-between">
        <Skeleton className="h-5 w-24 rounded-square" />
        <Skeleton className="h-4 w-28 rounded-square" />
      </div>
    </section>
  );
}

function NothingCounted() {
  return (
    <>
      <SectionHeading>{purchasesHeadline(0)}</SectionHeading>
      <p>You have expenses, but none of them counts toward your budget.</p>
      <TextLink href="/expenses?show=everything">See why</TextLink>
    </>
  );
}

const EXAMPLES = [
  { category: 'Groceries', name: 'Corner store', costCents: 2340 },
  { category: 'Dining', name: 'Coffee', costCents: 425 },
  { category: 'Transportation', name: 'Bus', costCents: 275 },
] as const;

/** The list before its first expense, with an example in its place. */
function NoTransactions() {
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <SectionHeading>No transactions found</SectionHeading>
        <p className="font-soft text-title font-bold tracking-title">{formatUsd(0)}</p>
      </div>
      <TextLink href="/accounts" className="-mt-3 py-2 text-balance">
        Connect your bank account to start tracking
      </TextLink>
      <div
        aria-hidden="true"
        className="mt-1.5 rounded-medium border border-dashed border-line-strong px-inset pt-3 text-ink-soft"
      >
        <p className="text-small">Your week will look like this:</p>
        <ul>
          {EXAMPLES.map(({ category, name, costCents }) => (
            <li key={name} className="flex items-center gap-3 border-b border-line py-2 last:border-0">
              <CategoryIcon category={category} />
              <span className="min-w-0 flex-1">{name}</span>
              <span className="font-bold">{formatUsd(costCents)}</span>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
