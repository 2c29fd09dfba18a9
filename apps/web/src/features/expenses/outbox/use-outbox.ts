import { useSyncExternalStore } from 'react';
import type { OutboxEntry } from './change.ts';
import type { UnreadableEntry } from './outbox.ts';
import { outbox } from './outbox.ts';

/** What the server draws: only the device knows its changes. */
export const noEntries = (): readonly never[] => NONE;
const NONE: readonly never[] = [];

/** Returns the changes, oldest first. Every screen loads this file, so it stays small. */
export function useOutbox(): readonly OutboxEntry[] {
  return useSyncExternalStore(outbox.subscribe, () => outbox.waiting, noEntries);
}

export function useUnreadable(): readonly UnreadableEntry[] {
  return useSyncExternalStore(outbox.subscribe, () => outbox.unreadable, noEntries);
}
