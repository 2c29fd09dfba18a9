import { expect, test } from 'vitest';
import { parseStoredEntry } from './stored-entry.ts';

/* Copies of what devices may still hold: never change these, so that a new field without a default fails here. */

const SENDING = {
  position: 1780000000000000,
  requestId: '0195b1a2-7a52-4a6e-9c55-0d4c1a1f2b3c',
  attempts: 1,
  isWaiting: true,
  refusal: null,
};
const ADDED = {
  name: 'Cake',
  amount: 9,
  date: '2026-06-02',
  category: 'Dining',
  type: 'one-time',
  dayOfMonth: null,
  paid: false,
};
const EXPENSE = {
  ...ADDED,
  id: 7,
  seriesId: null,
  userId: 'ana',
  source: 'manual',
  kind: 'spending',
  counted: true,
  notCountedReason: null,
  refunded: 0,
  pending: false,
  currency: 'USD',
  merged: false,
};

test.each([
  { kind: 'add', expense: ADDED, ...SENDING },
  { kind: 'edit', expense: EXPENSE, patch: { name: 'Pie' }, scope: 'one', ...SENDING },
  { kind: 'delete', expense: EXPENSE, scope: 'future', ...SENDING },
  { kind: 'restore', expense: EXPENSE, ...SENDING },
])('reads a stored $kind of the first version', (stored) => {
  expect(parseStoredEntry(stored)).toMatchObject(stored);
});

test('reads no change that it would send in part', () => {
  expect(parseStoredEntry({ kind: 'split', expense: EXPENSE, ...SENDING })).toBeNull();
  expect(parseStoredEntry({ kind: 'delete', expense: EXPENSE, ...SENDING })).toBeNull();
});
