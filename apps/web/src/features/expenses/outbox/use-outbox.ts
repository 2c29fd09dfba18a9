import type { Expense } from '@oinkly/contract/endpoints';
import { useMemo, useSyncExternalStore } from 'react';
import { useToday } from '../../../shared/hooks/use-today.ts';
import { subjectOf, type OutboxEntry } from './change.ts';
import { book } from './the-book.ts';
import { isUpcoming } from '../upcoming.ts';
import { withWaiting } from './with-waiting.ts';

/** What waits and what was refused, the oldest first. */
export function useOutbox(): readonly OutboxEntry[] {
  return useSyncExternalStore(book.subscribe, () => book.entries());
}

/**
 * The expenses of a list with the changes that the server has not answered yet or that the list does not show yet; the same array while
 * nothing changes. `takes` says whether an expense belongs to the list. An upcoming occurrence belongs to none: it stands under "Coming up".
 */
export function useWithWaiting<Rows extends readonly Expense[] | undefined>(
  rows: Rows,
  takes: (expense: Expense) => boolean,
): readonly Expense[] | Rows {
  const entries = useOutbox();
  const settled = useSyncExternalStore(book.subscribe, () => book.settled());
  const today = useToday();
  return useMemo(() => {
    const isListed = (expense: Expense) => !isUpcoming(expense, today) && takes(expense);
    return rows && withWaiting(rows, [...settled, ...entries], isListed);
  }, [rows, settled, entries, takes, today]);
}

/** What an expense says of itself while the server does not have it as it is shown; null when it does. */
export function useWaitingWords(expenseId: number): string | null {
  const about = useOutbox().filter((entry) => subjectOf(entry) === expenseId);
  if (about.some(({ kind, refusal }) => kind === 'add' && refusal !== null)) return 'Not saved';
  return about.some(({ isKept, refusal }) => isKept && refusal === null) ? 'Waiting to be sent' : null;
}
