import { isDay, type Day } from '@oinkly/domain/days';
import { formatUsd } from '@oinkly/domain/money';
import { formatWeek, weekStartOf } from '@oinkly/domain/weeks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { Button, buttonClass, TextLink } from '../../shared/ui/button.tsx';
import { FailurePicture } from '../../shared/ui/failure-notice.tsx';
import { Pig } from '../../shared/ui/pig.tsx';
import { Skeleton, SkeletonLines } from '../../shared/ui/skeleton.tsx';
import { messageOf } from '../../shared/http/failure-toast.ts';
import { CountedSwitch } from './counted-switch.tsx';
import { expensePagesQuery, type ExpensesView } from './expense-pages.ts';
import { ExpenseRow } from './expense-row.tsx';
import { refundsQuery } from './refunds.ts';
import { UnmatchedRefunds } from './unmatched-refunds.tsx';
import { groupByWeek, type WeekGroup } from './week-groups.ts';

/** The week that a query like `?week=2025-06-02` asks for; null without one, or when it is no day. */
export function weekOfSearch(search: string): Day | null {
  const week = new URLSearchParams(search).get('week');
  return week !== null && isDay(week) ? weekStartOf(week) : null;
}

/** All expenses by week, or those of one week (RT-5). */
export function ExpensesPage({ week }: { week: Day | null }) {
  const [counted, setCounted] = useState<ExpensesView['counted']>('counted');
  const view: ExpensesView = { counted, week };
  const pages = useInfiniteQuery(expensePagesQuery(view));
  // The refunds stand above the list: it waits for them, so that they do not push it down.
  const refunds = useQuery(refundsQuery);
  const rows = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      {week !== null && (
        <p className="mt-1 flex flex-wrap items-center justify-between gap-x-4">
          <span className="text-ink-soft">{formatWeek(week)}</span>
          <TextLink href="/expenses">Show all weeks</TextLink>
        </p>
      )}
      <CountedSwitch chosen={counted} onChoose={setCounted} />
      {pages.data && !refunds.isPending ? (
        <>
          <UnmatchedRefunds expenses={rows} />
          <Weeks rows={rows} view={view} hasMore={pages.hasNextPage} />
          {pages.hasNextPage && (
            <Button
              look="quiet"
              className="mt-6 w-full"
              disabled={pages.isFetchingNextPage}
              onClick={() => void pages.fetchNextPage()}
            >
              {pages.isFetchingNextPage ? 'Loading...' : 'Show older expenses'}
            </Button>
          )}
          {pages.isFetchNextPageError && (
            <p role="alert" className="mt-3 text-center text-over-text">
              {messageOf(pages.error, 'Failed to fetch expenses')}
            </p>
          )}
        </>
      ) : pages.isError ? (
        <FailurePicture
          className="py-14"
          message={messageOf(pages.error, 'Failed to fetch expenses')}
          onRetry={() => void pages.refetch()}
        />
      ) : (
        <ListSkeleton />
      )}
    </>
  );
}

function Weeks({
  rows,
  view,
  hasMore,
}: {
  rows: React.ComponentProps<typeof ExpenseRow>['expense'][];
  view: ExpensesView;
  hasMore: boolean;
}) {
  const groups = groupByWeek(rows);
  if (groups.length === 0) return <NothingHere view={view} />;
  return groups.map((group, index) => (
    <Week
      key={group.weekStart ?? 'no-date'}
      group={group}
      view={view}
      // Older rows of the last week may still be on the next page.
      isWhole={!hasMore || index < groups.length - 1}
    />
  ));
}

function Week({ group, view, isWhole }: { group: WeekGroup; view: ExpensesView; isWhole: boolean }) {
  const refunds = useQuery(refundsQuery);
  const title = group.weekStart === null ? 'Invalid date' : formatWeek(group.weekStart);
  return (
    <section aria-label={title} className="mt-8">
      <div className="mb-1 flex flex-wrap items-baseline gap-x-3 border-b-2 border-ink pb-1.5">
        <h2 className="font-soft text-title font-medium tracking-title">{title}</h2>
        {group.weekStart !== null && isWhole && (
          // In one column with the sums of the rows.
          <p className="mr-8 ml-auto font-bold">
            <span className="sr-only">Total </span>
            {formatUsd(group.totalCents)}
          </p>
        )}
      </div>
      <ul>
        {group.expenses.map((expense) => (
          <ExpenseRow
            key={expense.id}
            expense={expense}
            view={view}
            refunds={
              refunds.data?.refunds.filter(({ matches }) =>
                matches.some(({ expenseId }) => expenseId === expense.id),
              ) ?? []
            }
          />
        ))}
      </ul>
    </section>
  );
}

function NothingHere({ view }: { view: ExpensesView }) {
  return (
    <div className="flex flex-col items-center py-14 text-center">
      <Pig mood="asleep" width={132} className="mb-5" />
      <p className="text-balance text-ink-soft">
        {view.week === null
          ? 'No expenses yet. Add one with the plus below, or connect a bank.'
          : 'Nothing was spent in this week.'}
      </p>
      {view.week === null && (
        <Link href="/accounts" className={buttonClass('secondary', 'mt-6 w-full')}>
          Connect a bank
        </Link>
      )}
    </div>
  );
}

function ListSkeleton() {
  return (
    <div aria-busy="true" className="mt-8">
      <div className="flex min-h-9 items-center justify-between border-b-2 border-line">
        <Skeleton className="h-5 w-32 rounded-square" />
        <Skeleton className="mr-8 h-4 w-18 rounded-square" />
      </div>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className="flex items-center gap-5.5 border-line py-1.5 not-first:border-t">
          <Skeleton className="size-6 rounded-square" />
          <SkeletonLines />
          <Skeleton className="mr-8 h-4 w-14 rounded-square" />
        </div>
      ))}
    </div>
  );
}
