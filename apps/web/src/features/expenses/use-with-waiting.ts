import type { Expense } from '@oinkly/contract/expenses';
import type { Day } from '@oinkly/domain/days';
import type { WeekTotal } from '@oinkly/domain/week-summaries';
import { useMemo } from 'react';
import { useToday } from '../../shared/hooks/use-today.ts';
import { useCountFixedBills } from '../../shared/http/current-user.ts';
import { isUpcoming } from './recurring/upcoming.ts';
import type { LoadedWeeks } from './weeks-query.ts';
import { useShownChanges } from './outbox/shown-changes.tsx';
import { effectOf, totalsWithWaiting, withWaiting } from './outbox/with-waiting.ts';

/** Upcoming occurrences are in no list and no total: "Coming up" shows them. */
type Takes = (expense: Expense) => boolean;

const NO_REQUESTS: readonly string[] = [];

/**
 * Returns the changes that an answer lacks. `confirmedBefore` is the number of changes confirmed before its request;
 * the answer has the additions of `requestIds`.
 */
function useChanges(confirmedBefore = 0, requestIds: readonly string[] = NO_REQUESTS) {
  const { waiting, confirmed } = useShownChanges();
  const today = useToday();
  const countFixedBills = useCountFixedBills();
  return useMemo(() => {
    const missing = confirmed.filter(({ confirmedAs }) => confirmedAs > confirmedBefore);
    return {
      entries: [...missing, ...waiting].filter(
        ({ kind, requestId }) => kind !== 'add' || !requestIds.includes(requestId),
      ),
      settings: { countFixedBills },
      isDue: (expense: Expense) => !isUpcoming(expense, today),
    };
  }, [confirmedBefore, requestIds, confirmed, waiting, countFixedBills, today]);
}

/** Returns a list with its changes, the same array while nothing changes. `takes` says what belongs to the list. */
export function useWithWaiting<Rows extends readonly Expense[] | undefined>(
  rows: Rows,
  takes: Takes,
): readonly Expense[] | Rows {
  const changes = useChanges();
  return useMemo(() => {
    const { entries, settings, isDue } = changes;
    return rows && withWaiting(rows, entries, settings, (expense) => isDue(expense) && takes(expense));
  }, [rows, changes, takes]);
}

export function useTotalsWithWaiting(
  weeks: LoadedWeeks | undefined,
): ReadonlyMap<Day, WeekTotal> | undefined {
  const changes = useChanges(weeks?.confirmedBefore, weeks?.requestIds);
  return useMemo(() => {
    const { entries, settings, isDue } = changes;
    const counts = (expense: Expense) => expense.counted && isDue(expense);
    return weeks && totalsWithWaiting(weeks.totals, entries, settings, counts);
  }, [weeks, changes]);
}

/** Returns whether changes that an answer lacks touch a list. */
export function useHasWaiting(confirmedBefore: number, takes: Takes): boolean {
  const changes = useChanges(confirmedBefore);
  return useMemo(() => {
    const { entries, settings, isDue } = changes;
    const isListed = (expense: Expense | null) => expense !== null && isDue(expense) && takes(expense);
    return entries.some((entry) => {
      const { before, after } = effectOf(entry, settings);
      return isListed(before) || isListed(after);
    });
  }, [changes, takes]);
}
