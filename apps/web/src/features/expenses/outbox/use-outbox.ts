import { useSyncExternalStore } from 'react';
import { subjectOf, type OutboxEntry } from './change.ts';
import { book } from './the-book.ts';

/** Returns the changes that wait or were refused, oldest first. The frame of every screen uses it, so this file stays small. */
export function useOutbox(): readonly OutboxEntry[] {
  return useSyncExternalStore(book.subscribe, () => book.entries());
}

/** Returns what an expense says while the server does not have it as shown; null if it does. */
export function useWaitingWords(expenseId: number): string | null {
  const about = useOutbox().filter((entry) => subjectOf(entry) === expenseId);
  if (about.some(({ kind, refusal }) => kind === 'add' && refusal !== null)) return 'Not saved';
  return about.some(({ isKept, refusal }) => isKept && refusal === null) ? 'Not synced yet' : null;
}
