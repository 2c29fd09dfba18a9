import type { Expense } from '@oinkly/contract/expenses';
import type { RouteResponse } from '@oinkly/contract/endpoints';
import { centsFromDollars, dollarsFromCents, formatUsd } from '@oinkly/domain/money';
import { totalsOfWeeks } from '@oinkly/domain/week-summaries';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCanReachServer } from '../../../shared/hooks/use-reach.ts';
import { call } from '../../../shared/http/call.ts';
import { loadOrSay } from '../../../shared/http/query-client.ts';
import { TextButton } from '../../../shared/ui/button.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { EXPENSES_KEY } from '../expenses-query.ts';
import { queryOfView, type ExpensesView } from '../expenses-view.ts';
import { outbox } from '../outbox/outbox.ts';
import { useHasWaiting } from '../use-with-waiting.ts';

function foundSumQuery(view: ExpensesView) {
  return queryOptions({
    queryKey: [...EXPENSES_KEY, { sum: view }],
    queryFn: async () => {
      const confirmedBefore = outbox.confirmedCount;
      const sum = await loadOrSay(
        'We couldn’t add this up.',
        call('sumExpenses', { query: queryOfView(view) }),
      );
      return { ...sum, confirmedBefore };
    },
  });
}

/**
 * How many expenses a search or filter finds, and how much they cost (PD-98). `takes` says what it finds. The server sums, because the device
 * may hold only a part. Without a connection, the device sums `rows` if they are all.
 */
export function FoundSum({
  view,
  takes,
  rows,
  areAll,
}: {
  view: ExpensesView;
  takes: (expense: Expense) => boolean;
  rows: readonly Expense[];
  areAll: boolean;
}) {
  const { data, isError, refetch } = useQuery(foundSumQuery(view));
  const hasWaiting = useHasWaiting(data?.confirmedBefore ?? 0, takes);
  const isOffline = !useCanReachServer();
  const known = isOffline && areAll ? sumOf(rows) : hasWaiting ? undefined : data;
  return (
    <div role="status" className="mt-4 min-h-6 font-bold">
      {known ? (
        sumWords(known)
      ) : isOffline ? (
        <Unknown>Adding this up needs a connection.</Unknown>
      ) : data ? (
        <Unknown>We’ll add this up when your changes have synced.</Unknown>
      ) : isError ? (
        <Unknown>
          We couldn’t add this up. <TextButton onClick={() => void refetch()}>Try again</TextButton>
        </Unknown>
      ) : (
        <Skeleton className="h-5 w-32 rounded-square" />
      )}
    </div>
  );
}

function sumOf(rows: readonly Expense[]): RouteResponse<'sumExpenses'> {
  const totals = [...totalsOfWeeks(rows).values()];
  return {
    expenses: rows.length,
    counted: totals.reduce((sum, { purchases }) => sum + purchases, 0),
    spent: dollarsFromCents(totals.reduce((sum, { spentCents }) => sum + spentCents, 0)),
  };
}

function Unknown({ children }: { children: ReactNode }) {
  return <p className="font-normal text-ink-soft">{children}</p>;
}

/** Writes text such as `23 expenses, $412.50`. */
function sumWords({ expenses, counted, spent }: RouteResponse<'sumExpenses'>): string {
  const found = expenses === 1 ? '1 expense' : `${expenses.toLocaleString('en-US')} expenses`;
  const sum = formatUsd(centsFromDollars(spent));
  if (counted === expenses) return `${found}, ${sum}`;
  if (counted === 0) return expenses === 1 ? `${found}, which doesn’t count` : `${found}. None of them count`;
  return `${found}. ${counted.toLocaleString('en-US')} of them count: ${sum}`;
}
