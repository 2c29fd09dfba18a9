import type { Expense } from '@oinkly/contract/endpoints';
import { useMemo, useSyncExternalStore } from 'react';
import { subjectOf, type OutboxEntry } from './change.ts';
import { book } from './the-book.ts';
import { withWaiting } from './with-waiting.ts';

/** What waits and what was refused, the oldest first. */
export function useOutbox(): readonly OutboxEntry[] {
  return useSyncExternalStore(book.subscribe, () => book.entries());
}

/**
 * The expenses of a list, the very same array while nothing changes, with what the server has not answered yet and what it has not been
 * asked for since. `takes` tells whether an expense belongs to the list; another function is another list.
 */
export function useWithWaiting<Rows extends readonly Expense[] | undefined>(
  rows: Rows,
  takes: (expense: Expense) => boolean,
): readonly Expense[] | Rows {
  const entries = useOutbox();
  const settled = useSyncExternalStore(book.subscribe, () => book.settled());
  return useMemo(
    () => rows && withWaiting(rows, [...settled, ...entries], takes),
    [rows, settled, entries, takes],
  );
}

/** What an expense says of itself while the server does not have it as it is shown; null when it does. */
export function useWaitingWords(expenseId: number): string | null {
  const about = useOutbox().filter((entry) => subjectOf(entry) === expenseId);
  if (about.some(({ kind, refusal }) => kind === 'add' && refusal !== null)) return 'Not saved';
  return about.some(({ isKept, refusal }) => isKept && refusal === null) ? 'Waiting to be sent' : null;
}
