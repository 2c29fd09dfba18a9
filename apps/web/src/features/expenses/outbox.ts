import type { Expense, ExpensePatch, NewExpense } from '@oinkly/contract/endpoints';
import type { Scope } from './scope-choice.tsx';

/** A change of expenses, as somebody has made it. */
export type Change =
  | { kind: 'add'; expense: NewExpense }
  | { kind: 'edit'; expense: Expense; patch: ExpensePatch; scope: Scope }
  | { kind: 'delete'; expense: Expense; scope: Scope };

/** A change that the server has not answered yet. It is kept on the device, and sent in its turn. */
export type WaitingChange = Change & {
  /** Tells the server that it is the same request, however often it is sent. */
  requestId: string;
  /** The id of an added expense until the server gives it one; below zero. Of other changes it means nothing. */
  localId: number;
  /** Why the server has refused it; null while it waits. */
  refusal: string | null;
};

const KEY_PREFIX = 'oinkly.outbox.';

let key: string | null = null;
let changes: readonly WaitingChange[] = [];
const listeners = new Set<() => void>();

/** Opens the outbox of whoever is signed in: what somebody else has left on this device is not sent in this one's name. */
export function openOutbox(userId: string): void {
  key = KEY_PREFIX + userId;
  changes = stored();
  for (const listener of listeners) listener();
}

/** What waits, the oldest first. The same array until something changes. */
export function waitingChanges(): readonly WaitingChange[] {
  return changes;
}

/** Puts a change at the end. Throws when there is no room for it on the device. */
export function keepChange(change: Change, requestId: string): void {
  replace((all) => {
    const localId = Math.min(0, ...all.map((one) => one.localId)) - 1;
    return [...all, { ...change, requestId, localId, refusal: null }];
  });
}

/** Takes a change out: it was sent, or is not wanted any more. */
export function dropChange(requestId: string): void {
  replace((all) => all.filter((change) => change.requestId !== requestId));
}

/** Keeps with a change why the server does not take it, or, with null, lets it be tried again. */
export function setRefusal(requestId: string, refusal: string | null): void {
  replace((all) => all.map((change) => (change.requestId === requestId ? { ...change, refusal } : change)));
}

/** Drops an expense that was never sent, with all that was done to it. */
export function dropUnsent(localId: number): void {
  replace((all) => all.filter((change) => change.localId !== localId && !isAbout(change, localId)));
}

/** Takes out an added expense that the server has now; what waits behind it is about that one. */
export function giveId(localId: number, expense: Expense): void {
  replace((all) =>
    all
      .filter((change) => change.localId !== localId)
      .map((change) => (isAbout(change, localId) ? { ...change, expense } : change)),
  );
}

/** Calls `listener` after each change, also by another tab, until the answered function is called. */
export function subscribeToOutbox(listener: () => void): () => void {
  const listen = () => {
    changes = stored();
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', listen);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listen);
  };
}

/** Another tab may have written meanwhile: every change begins with what stands on the device. */
function replace(change: (all: readonly WaitingChange[]) => WaitingChange[]): void {
  if (key === null) throw new Error('The outbox is not open');
  const next = change(stored());
  if (next.length === 0) window.localStorage.removeItem(key);
  else window.localStorage.setItem(key, JSON.stringify(next));
  changes = next;
  for (const listener of listeners) listener();
}

function stored(): WaitingChange[] {
  const text = key === null ? null : window.localStorage.getItem(key);
  // Only this module writes there.
  return text === null ? [] : (JSON.parse(text) as WaitingChange[]);
}

function isAbout(change: WaitingChange, id: number): boolean {
  return change.kind !== 'add' && change.expense.id === id;
}
