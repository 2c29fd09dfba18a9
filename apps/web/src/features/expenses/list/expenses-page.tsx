import type { Expense } from '@oinkly/contract/expenses';
import { formatWeek } from '@oinkly/domain/weeks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { memo, useCallback, useDeferredValue, useMemo } from 'react';
import { Link } from 'wouter';
import { isConfirmed } from '../../../shared/http/confirmed.ts';
import { messageOf } from '../../../shared/ui/failure-toast.ts';
import { useToday } from '../../../shared/hooks/use-today.ts';
import { recurringQuery } from '../recurring/recurring-query.ts';
import { buttonClass, TextLink } from '../../../shared/ui/button.tsx';
import { FailureNotice, FailurePicture } from '../../../shared/ui/failure-notice.tsx';
import { Pig } from '../../../shared/ui/pig.tsx';
import { Skeleton, SkeletonLines } from '../../../shared/ui/skeleton.tsx';
import { ComingUp } from '../recurring/coming-up.tsx';
import { ExpenseFilters, filterLabels } from './expense-filters.tsx';
import { ExpenseList } from './expense-list.tsx';
import { expensePagesQuery } from '../expense-pages.ts';
import { addressOfView, isInView, isNarrowed, WHOLE_VIEW, type ExpensesView } from '../expenses-view.ts';
import { FoundSum } from './found-sum.tsx';
import { refundsQuery } from '../checks/refunds.ts';
import { duplicatesQuery } from '../checks/duplicates.ts';
import { ThingsToCheck } from '../checks/things-to-check.tsx';
import { useWithWaiting } from '../use-with-waiting.ts';

/** The expenses of a view by week, with search and filters (RT-5, PD-30). */
export function ExpensesPage({
  view,
  onChange,
}: {
  view: ExpensesView;
  onChange: (view: ExpensesView) => void;
}) {
  // A pressed filter shows at once, before the list is drawn.
  const listed = useDeferredValue(view);
  const today = useToday();
  return (
    <>
      {view.week !== null && (
        <p className="mt-1 flex flex-wrap items-center justify-between gap-x-4">
          <span className="text-ink-soft">{formatWeek(view.week, today)}</span>
          <TextLink href={addressOfView({ ...view, week: null })}>Show all weeks</TextLink>
        </p>
      )}
      <ExpenseFilters view={view} onChange={onChange} />
      <Listed view={listed} />
    </>
  );
}

const Listed = memo(function Listed({ view }: { view: ExpensesView }) {
  const { week } = view;
  const today = useToday();
  const pages = useInfiniteQuery(expensePagesQuery(view));
  // These appear above the list, so the list waits for them instead of moving down.
  const refunds = useQuery(refundsQuery);
  const recurring = useQuery(recurringQuery);
  const duplicates = useQuery(duplicatesQuery);
  const loaded = useMemo(() => pages.data?.pages.flatMap(({ items }) => items) ?? [], [pages.data]);
  const takes = useCallback((expense: Expense) => isInView(expense, view, today), [view, today]);
  const rows = useWithWaiting(loaded, takes);
  const { fetchNextPage, isFetchingNextPage, isFetchNextPageError } = pages;
  const loadOlder = useCallback(() => {
    // A failed page waits for the user.
    if (!isFetchingNextPage && !isFetchNextPageError) void fetchNextPage({ cancelRefetch: false });
  }, [fetchNextPage, isFetchingNextPage, isFetchNextPageError]);
  const isUpToDate = isConfirmed(pages.dataUpdatedAt);
  return (
    <>
      {pages.data && refunds.isFetched && recurring.isFetched && duplicates.isFetched ? (
        <>
          {/* Hidden while the user is searching. */}
          {!isNarrowed(view) && (
            <>
              <ThingsToCheck duplicates={duplicates} refunds={refunds} recurring={recurring} week={week} />
              {week === null && recurring.data && <ComingUp recurring={recurring.data} />}
            </>
          )}
          {rows.length === 0 ? (
            <NothingHere view={view} />
          ) : (
            <>
              {isNarrowed(view) && (
                <FoundSum view={view} takes={takes} rows={rows} areAll={!pages.hasNextPage} />
              )}
              <div aria-busy={!isUpToDate}>
                {!isUpToDate && (
                  // Above the first week's heading, so that nothing moves.
                  <p className="relative h-0 text-small text-ink-soft">
                    <span className="absolute right-0">checking</span>
                  </p>
                )}
                <ExpenseList expenses={rows} hasMore={pages.hasNextPage} onNearEnd={loadOlder} />
              </div>
            </>
          )}
          <div role="status">
            {isFetchingNextPage && <p className="mt-6 text-center text-ink-soft">Loading...</p>}
          </div>
          {isFetchNextPageError && (
            <div className="mt-6">
              <FailureNotice
                message={messageOf(pages.error, 'Failed to fetch expenses')}
                onRetry={() => void fetchNextPage()}
              />
            </div>
          )}
        </>
      ) : pages.isError && rows.length === 0 ? (
        <FailurePicture
          className="py-14"
          message={messageOf(pages.error, 'Failed to fetch expenses')}
          onRetry={() => void pages.refetch()}
        />
      ) : pages.isError ? (
        // Waiting changes show even if the list fails.
        <>
          <div className="mt-6">
            <FailureNotice
              message={messageOf(pages.error, 'Failed to fetch expenses')}
              onRetry={() => void pages.refetch()}
            />
          </div>
          <ExpenseList expenses={rows} hasMore={false} onNearEnd={loadOlder} />
        </>
      ) : (
        <ListSkeleton />
      )}
    </>
  );
});

function NothingHere({ view }: { view: ExpensesView }) {
  const everything: ExpensesView = { ...view, counted: 'all' };
  const uncounted = useInfiniteQuery({ ...expensePagesQuery(everything), enabled: view.counted !== 'all' });
  if (uncounted.isLoading) return <ListSkeleton />;
  const hasUncounted = view.counted !== 'all' && uncounted.data?.pages.some(({ items }) => items.length > 0);
  const isEmpty = !hasUncounted && !isNarrowed(view) && view.week === null;
  return (
    <div className="flex flex-col items-center py-14 text-center">
      <Pig mood="asleep" width={132} className="mb-5" />
      <p className="text-balance text-ink-soft">
        {hasUncounted
          ? 'The only expenses here don’t count toward your budget.'
          : isEmpty
            ? 'No expenses yet. Add one with the plus button, or connect a bank.'
            : isNarrowed(view)
              ? nothingMatches(view)
              : 'No expenses in this week.'}
      </p>
      {hasUncounted && (
        <Link href={addressOfView(everything)} className={buttonClass('secondary', 'mt-6 w-full')}>
          See what doesn’t count
        </Link>
      )}
      {isEmpty && (
        <Link href="/accounts" className={buttonClass('secondary', 'mt-6 w-full')}>
          Connect a bank
        </Link>
      )}
      {isNarrowed(view) && (
        <TextLink
          href={addressOfView({ ...WHOLE_VIEW, counted: view.counted, week: view.week })}
          className="mt-3"
        >
          Clear search and filters
        </TextLink>
      )}
    </div>
  );
}

function nothingMatches(view: ExpensesView): string {
  const isSearched = view.search !== '';
  const filters = filterLabels(view);
  const narrowedBy = [...(isSearched ? [`“${view.search}”`] : []), ...filters];
  const remedies = [
    ...(isSearched ? ['try another word or amount'] : []),
    ...(filters.length === 1 ? ['remove this filter'] : []),
    ...(filters.length > 1 ? ['remove one of these filters'] : []),
  ];
  return `No expenses match ${new Intl.ListFormat('en-US').format(narrowedBy)}. To see more, ${remedies.join(' or ')}.`;
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
