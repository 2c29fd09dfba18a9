import type { Expense } from '@oinkly/contract/endpoints';
import { anExpense } from '@oinkly/contract/samples';
import { expect, test } from 'vitest';
import { additionOf } from '../addition.ts';
import { localIdOf, type Change, type OutboxEntry } from './change.ts';
import { withWaiting } from './with-waiting.ts';

const all = () => true;
const CAKE = { name: 'Cake', amount: 9, date: '2026-06-02', category: 'Dining' } as const;

const waiting = (...changes: Change[]): OutboxEntry[] =>
  changes.map((change, index) => ({
    ...change,
    place: index + 1,
    requestId: `r${index}`,
    attempts: 0,
    isKept: true,
    refusal: null,
  }));

test('without anything that waits, the list is the very same', () => {
  const rows = [anExpense()];
  expect(withWaiting(rows, [], all)).toBe(rows);
});

test('an added expense appears on its day, only in lists that include it', () => {
  const rows = [anExpense({ id: 2, date: '2026-06-03' }), anExpense({ id: 1, date: '2026-06-01' })];
  const added = waiting({ kind: 'add', expense: CAKE });
  expect(withWaiting(rows, added, all).map(({ id }) => id)).toEqual([2, -1, 1]);
  expect(withWaiting(rows, added, () => false)).toEqual(rows);
});

test('lists what was added last first in its day [DB-14]', () => {
  const rows = [anExpense({ id: 2, date: CAKE.date }), anExpense({ id: 1, date: CAKE.date })];
  const added = waiting({ kind: 'add', expense: CAKE }, { kind: 'add', expense: CAKE });
  expect(withWaiting(rows, added, all).map(({ id }) => id)).toEqual([-2, -1, 2, 1]);
});

test('what is done to an added expense is seen', () => {
  const [add] = waiting({ kind: 'add', expense: CAKE });
  if (!add) throw new Error('Nothing waits');
  const [cake] = withWaiting([], [add], all);
  if (!cake) throw new Error('Nothing was added');
  const edit = waiting({ kind: 'edit', expense: cake, patch: { name: 'Pie', amount: 4 }, scope: 'one' });
  expect(withWaiting([], [add, ...edit], all)).toMatchObject([
    { name: 'Pie', amount: 4, date: '2026-06-02' },
  ]);
});

test.each([
  ['counted', []],
  ['all', [{ counted: false, notCountedReason: 'by-hand' }]],
] as const)('of a list of %s, an expense that is not to count is %j', (list, rows) => {
  const expense = anExpense();
  const change = waiting({ kind: 'edit', expense, patch: { counted: false }, scope: 'one' });
  const takes = (row: Expense) => list === 'all' || row.counted;
  expect(withWaiting([expense], change, takes)).toMatchObject(rows);
});

test('deleting all later ones leaves the earlier ones and other series', () => {
  const may = anExpense({ id: 1, seriesId: 's', date: '2026-05-01' });
  const june = anExpense({ id: 2, seriesId: 's', date: '2026-06-01' });
  const july = anExpense({ id: 3, seriesId: 's', date: '2026-07-01' });
  const other = anExpense({ id: 4, seriesId: null, date: '2026-07-01' });
  const gone = waiting({ kind: 'delete', expense: june, scope: 'future' });
  expect(withWaiting([july, other, june, may], gone, all)).toEqual([other, may]);
  const alone = waiting({ kind: 'delete', expense: other, scope: 'future' });
  expect(withWaiting([july, other, june, may], alone, all)).toEqual([july, june, may]);
});

test('what the server has refused is not shown as done, but an added expense stays in sight', () => {
  const expense = anExpense();
  const refused = waiting({ kind: 'delete', expense, scope: 'one' }, { kind: 'add', expense: CAKE }).map(
    (change) => ({ ...change, refusal: 'No' }),
  );
  expect(withWaiting([expense], refused, all).map(({ id }) => id)).toContain(expense.id);
  expect(withWaiting([expense], refused, all)).toHaveLength(2);
});

test('a recurring one appears on its first day, possibly later', () => {
  const rent = waiting(additionOf({ ...CAKE, type: 'recurring', dayOfMonth: 15 }));
  expect(withWaiting([], rent, all)).toMatchObject([{ date: '2026-06-15' }]);
});

test('what was carried out is shown as the server has it, and once', () => {
  const [add] = waiting({ kind: 'add', expense: CAKE });
  if (!add) throw new Error('Nothing waits');
  const confirmed = { ...add, answer: anExpense({ id: 70, name: 'Cake!' }) };
  expect(withWaiting([], [confirmed], all)).toMatchObject([{ id: 70, name: 'Cake!' }]);
  expect(withWaiting([anExpense({ id: 70 })], [confirmed], all)).toHaveLength(1);
  expect(localIdOf(add)).toBe(-1);
});

test('a deletion that was taken back leaves the row', () => {
  const expense = anExpense();
  const back = waiting({ kind: 'delete', expense, scope: 'one' }, { kind: 'restore', expense });
  expect(withWaiting([expense], back, all)).toEqual([expense]);
});
