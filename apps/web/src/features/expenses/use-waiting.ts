import { useSyncExternalStore } from 'react';
import { subscribeToOutbox, waitingChanges, type WaitingChange } from './outbox.ts';

/** The changes that the server has not answered yet, the oldest first. */
export function useWaiting(): readonly WaitingChange[] {
  return useSyncExternalStore(subscribeToOutbox, waitingChanges);
}

/** What an expense says of itself while the server does not have it as it is shown; null when it does. */
export function useWaitingWords(expenseId: number): string | null {
  const about = useWaiting().filter((change) =>
    change.kind === 'add' ? change.localId === expenseId : change.expense.id === expenseId,
  );
  if (about.some(({ kind, refusal }) => kind === 'add' && refusal !== null)) return 'Not saved';
  return about.some(({ refusal }) => refusal === null) ? 'Waiting for the network' : null;
}
