import {
  createContext,
  useContext,
  useDeferredValue,
  useMemo,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { expenseIdOf, type ConfirmedEntry, type OutboxEntry } from './change.ts';
import { outbox } from './outbox.ts';
import { noEntries, useOutbox } from './use-outbox.ts';

interface Changes {
  waiting: readonly OutboxEntry[];
  confirmed: readonly ConfirmedEntry[];
}

const ChangesContext = createContext<Changes>({ waiting: [], confirmed: [] });

/**
 * Gives the page the changes that its lists and totals show. They follow the user's taps in a render that paints and taps can interrupt: drawing a
 * screen takes longer than a tap may wait.
 */
export function ShownChanges({ children }: { children: ReactNode }) {
  const waiting = useOutbox();
  const confirmed = useSyncExternalStore(outbox.subscribe, () => outbox.confirmed, noEntries);
  const changes = useMemo(() => ({ waiting, confirmed }), [waiting, confirmed]);
  const deferred = useDeferredValue(changes);
  // An answer that has a change may come right after its confirmation, and must not be added to the change.
  const isConfirmed = deferred.confirmed !== confirmed;
  // Otherwise, a box that the user ticks would jump back for a moment.
  const last = waiting.at(-1);
  const isTick = last?.kind === 'edit' && last.patch.paid !== undefined;
  const followsAtOnce = isConfirmed || isTick;
  return <ChangesContext value={followsAtOnce ? changes : deferred}>{children}</ChangesContext>;
}

export function useShownChanges(): Changes {
  return useContext(ChangesContext);
}

/** The note on an expense that the server doesn't have as shown, or null. */
export function useWaitingWords(expenseId: number): string | null {
  const about = useShownChanges().waiting.filter((entry) => expenseIdOf(entry) === expenseId);
  if (about.some(({ kind, refusal }) => kind === 'add' && refusal !== null)) return 'Not saved';
  return about.some(({ isWaiting, refusal }) => isWaiting && refusal === null) ? 'Not synced yet' : null;
}
