import type { Expense } from '@oinkly/contract/expenses';
import type { MonthlyPayments } from '@oinkly/contract/recurring';
import type { Day } from '@oinkly/domain/days';
import { savedThisYear, type Saved } from '@oinkly/domain/saved';
import { summarizeTotals, totalsOfWeeks, type WeekSummary } from '@oinkly/domain/week-summaries';
import { weekEndOf, weeksOfMap } from '@oinkly/domain/weeks';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { budgetChangesOf, settingsQuery } from '../features/account/settings-query.ts';
import { expensesOfWeekQuery } from '../features/expenses/expenses-query.ts';
import { useTotalsWithWaiting } from '../features/expenses/use-with-waiting.ts';
import { useWithWaiting } from '../features/expenses/use-with-waiting.ts';
import { weeksQuery, type NamedPriceChange } from '../features/expenses/weeks-query.ts';
import { isConfirmed } from '../shared/http/confirmed.ts';

const NO_EXPENSES: readonly Expense[] = [];
const NO_NAMES: readonly string[] = [];
const NO_CHANGES: readonly NamedPriceChange[] = [];

export interface Weeks {
  weeks: readonly WeekSummary[];
  /** Known from the weeks' totals before its expenses. */
  week: WeekSummary | undefined;
  /** Counted expenses, with the unsynced ones. */
  expenses: readonly Expense[] | undefined;
  /** Counted expenses, of any year. */
  hasAny: boolean;
  hasOnlyUncounted: boolean;
  toComeCents: number;
  toComeNames: readonly string[];
  priceChanges: readonly NamedPriceChange[];
  saved: Saved | null;
  /** The largest monthly payment to ask about (PD-90), or null. Undefined until the server knows an expense. */
  bill: MonthlyPayments | null | undefined;
  /** False while anything shown is from the last start. */
  isUpToDate: boolean;
  /** Null also while it may still load. */
  error: Error | null;
  retry: () => void;
}

/** Loads what `useWeeks` needs. */
export function loadWeeks(
  queryClient: QueryClient,
  year: number,
  weekStart: Day,
): readonly Promise<unknown>[] {
  return [
    queryClient.query(settingsQuery),
    queryClient.query(weeksQuery(year)),
    queryClient.query(expensesOfWeekQuery(weekStart)),
  ];
}

export function useWeeks(year: number, weekStart: Day, today: Day): Weeks {
  const settings = useQuery(settingsQuery);
  const loadedWeeks = useQuery(weeksQuery(year));
  const loadedExpenses = useQuery(expensesOfWeekQuery(weekStart));
  // Totals without the week say that its list is empty, even offline.
  const isKnownEmpty = loadedWeeks.data?.totals.has(weekStart) === false;
  const expenses = useWithWaiting(
    loadedExpenses.data ?? (isKnownEmpty ? NO_EXPENSES : undefined),
    useCallback(
      ({ counted, date }: Expense) => counted && date >= weekStart && date <= weekEndOf(weekStart),
      [weekStart],
    ),
  );
  const totals = useTotalsWithWaiting(loadedWeeks.data);
  const weeks = useMemo(() => {
    if (!settings.data || !totals) return [];
    // Summed from the list once it has loaded, so that totals and list agree.
    const chosen = expenses && (totalsOfWeeks(expenses).get(weekStart) ?? { spentCents: 0, purchases: 0 });
    const all = chosen ? new Map(totals).set(weekStart, chosen) : totals;
    return summarizeTotals(weeksOfMap(year), all, budgetChangesOf(settings.data), today);
  }, [settings.data, expenses, totals, year, weekStart, today]);
  const week = weeks.find(({ start }) => start === weekStart);
  const queries = [settings, loadedWeeks, loadedExpenses];
  const failed = queries.find((query) => query.data === undefined && query.isError);
  return {
    weeks,
    week,
    expenses,
    hasAny: loadedWeeks.data?.hasExpenses === true || weeks.some(({ purchases }) => purchases > 0),
    hasOnlyUncounted: loadedWeeks.data?.hasOnlyUncounted === true,
    toComeCents: loadedWeeks.data?.toComeCents ?? 0,
    toComeNames: loadedWeeks.data?.toComeNames ?? NO_NAMES,
    priceChanges: loadedWeeks.data?.priceChanges ?? NO_CHANGES,
    bill: loadedWeeks.data?.hasExpenses ? loadedWeeks.data.bill : undefined,
    saved: settings.data ? savedThisYear(weeks, budgetChangesOf(settings.data)) : null,
    isUpToDate: queries.every(({ dataUpdatedAt }) => isConfirmed(dataUpdatedAt)),
    error: failed?.error ?? null,
    retry: () => {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}
