import type { Expense } from '@oinkly/contract/expenses';
import { useMemo, useSyncExternalStore } from 'react';
import { useToday } from '../../../shared/hooks/use-today.ts';
import { useCountFixedBills } from '../../../shared/http/current-user.ts';
import { isUpcoming } from '../upcoming.ts';
import { book } from './the-book.ts';
import { effectOf } from './with-waiting.ts';
import { useOutbox } from './use-outbox.ts';

/**
 * Whether changes that the server's answer lacks touch a list. `confirmedBefore` is the number of changes confirmed before the request;
 * `takes` says what belongs to the list.
 */
export function useHasWaiting(confirmedBefore: number, takes: (expense: Expense) => boolean): boolean {
  const entries = useOutbox();
  const confirmed = useSyncExternalStore(book.subscribe, () => book.confirmed());
  const today = useToday();
  const countFixedBills = useCountFixedBills();
  return useMemo(() => {
    const isListed = (expense: Expense | null) =>
      expense !== null && !isUpcoming(expense, today) && takes(expense);
    const missing = confirmed.filter(({ confirmedAs }) => confirmedAs > confirmedBefore);
    return [...missing, ...entries].some((entry) => {
      const { before, after } = effectOf(entry, { countFixedBills });
      return isListed(before) || isListed(after);
    });
  }, [confirmedBefore, confirmed, entries, countFixedBills, takes, today]);
}
