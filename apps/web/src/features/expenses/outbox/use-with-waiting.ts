import type { Expense } from '@oinkly/contract/expenses';
import { useMemo, useSyncExternalStore } from 'react';
import { useToday } from '../../../shared/hooks/use-today.ts';
import { useCountFixedBills } from '../../../shared/http/current-user.ts';
import { isUpcoming } from '../upcoming.ts';
import { book } from './the-book.ts';
import { useOutbox } from './use-outbox.ts';
import { withWaiting } from './with-waiting.ts';

/**
 * The same array while nothing changes. `takes` says what belongs to the list; upcoming occurrences never do, because "Coming up" shows
 * them.
 */
export function useWithWaiting<Rows extends readonly Expense[] | undefined>(
  rows: Rows,
  takes: (expense: Expense) => boolean,
): readonly Expense[] | Rows {
  const entries = useOutbox();
  const confirmed = useSyncExternalStore(book.subscribe, () => book.confirmed());
  const today = useToday();
  const countFixedBills = useCountFixedBills();
  return useMemo(() => {
    const isListed = (expense: Expense) => !isUpcoming(expense, today) && takes(expense);
    return rows && withWaiting(rows, [...confirmed, ...entries], { countFixedBills }, isListed);
  }, [rows, confirmed, entries, countFixedBills, takes, today]);
}
