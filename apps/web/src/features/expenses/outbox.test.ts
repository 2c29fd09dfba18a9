import { anExpense } from '@oinkly/contract/samples';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  dropChange,
  dropUnsent,
  giveId,
  keepChange,
  openOutbox,
  setRefusal,
  subscribeToOutbox,
  waitingChanges,
} from './outbox.ts';

const CAKE = { name: 'Cake', amount: 9, date: '2026-06-02', category: 'Dining' } as const;

beforeEach(() => {
  window.localStorage.clear();
  openOutbox('ana');
});

test('what is kept waits in its order, and is still there when the app is opened again', () => {
  keepChange({ kind: 'add', expense: CAKE }, 'r1');
  keepChange({ kind: 'delete', expense: anExpense({ id: 7 }), scope: 'one' }, 'r2');
  openOutbox('ana');
  expect(waitingChanges().map(({ requestId }) => requestId)).toEqual(['r1', 'r2']);
});

test('nobody sends what somebody else has left on the device', () => {
  keepChange({ kind: 'add', expense: CAKE }, 'r1');
  openOutbox('bo');
  expect(waitingChanges()).toEqual([]);
  keepChange({ kind: 'add', expense: CAKE }, 'r2');
  openOutbox('ana');
  expect(waitingChanges().map(({ requestId }) => requestId)).toEqual(['r1']);
});

test('what another tab has kept meanwhile is not lost, and its page is told', () => {
  keepChange({ kind: 'add', expense: CAKE }, 'r1');
  const key = window.localStorage.key(0) ?? '';
  const mine = window.localStorage.getItem(key) ?? '';
  const theirs = mine.replace('r1', 'r0').replace('"localId":-1', '"localId":-9');
  window.localStorage.setItem(key, `${mine.slice(0, -1)},${theirs.slice(1)}`);
  keepChange({ kind: 'add', expense: CAKE }, 'r2');
  expect(waitingChanges().map(({ requestId }) => requestId)).toEqual(['r1', 'r0', 'r2']);

  const heard = vi.fn();
  const stop = subscribeToOutbox(heard);
  window.localStorage.removeItem(key);
  window.dispatchEvent(new Event('storage'));
  expect(heard).toHaveBeenCalledOnce();
  expect(waitingChanges()).toEqual([]);
  stop();
  keepChange({ kind: 'add', expense: CAKE }, 'r3');
  expect(heard).toHaveBeenCalledOnce();
});

test('each added expense has an id of its own until the server gives it one', () => {
  keepChange({ kind: 'add', expense: CAKE }, 'r1');
  keepChange({ kind: 'add', expense: CAKE }, 'r2');
  const [first, second] = waitingChanges().map(({ localId }) => localId);
  expect(first).toBeLessThan(0);
  expect(second).toBeLessThan(first ?? 0);
});

test('what was done to an added expense is done to the one that the server has', () => {
  keepChange({ kind: 'add', expense: CAKE }, 'r1');
  const localId = waitingChanges()[0]?.localId ?? 0;
  const edited = anExpense({ id: localId });
  keepChange({ kind: 'edit', expense: edited, patch: { paid: true }, scope: 'one' }, 'r2');
  const stored = anExpense({ id: 70 });
  giveId(localId, stored);
  expect(waitingChanges()).toMatchObject([{ requestId: 'r2', expense: { id: 70 } }]);
});

test('an expense that was never sent goes with all that was done to it', () => {
  keepChange({ kind: 'add', expense: CAKE }, 'r1');
  const localId = waitingChanges()[0]?.localId ?? 0;
  keepChange(
    { kind: 'edit', expense: anExpense({ id: localId }), patch: { paid: true }, scope: 'one' },
    'r2',
  );
  keepChange({ kind: 'edit', expense: anExpense({ id: 5 }), patch: { paid: true }, scope: 'one' }, 'r3');
  dropUnsent(localId);
  expect(waitingChanges().map(({ requestId }) => requestId)).toEqual(['r3']);
});

test('a refusal stays with its change until it is tried again, and an empty outbox leaves nothing on the device', () => {
  keepChange({ kind: 'add', expense: CAKE }, 'r1');
  setRefusal('r1', 'Too many');
  expect(waitingChanges()[0]?.refusal).toBe('Too many');
  setRefusal('r1', null);
  expect(waitingChanges()[0]?.refusal).toBeNull();
  dropChange('r1');
  expect(window.localStorage.length).toBe(0);
});
