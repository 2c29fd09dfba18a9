import type { Expense } from '@oinkly/contract/expenses';
import { anExpense } from '@oinkly/contract/samples';
import { expect, test } from 'vitest';
import type { Change, OutboxEntry, ConfirmedEntry } from './change.ts';
import { totalsWithWaiting } from './totals-with-waiting.ts';

const FIRST_OF_JUNE = '2026-06-01';
const CAKE = { name: 'Cake', amount: 9, date: '2026-06-02', category: 'Dining' } as const;
const totals = new Map([[FIRST_OF_JUNE, { spentCents: 20_00, purchases: 2 }]]);
const SETTINGS = { countFixedBills: false };
const isCounted = (expense: Expense) => expense.counted;

const waiting = (...changes: Change[]): OutboxEntry[] =>
  changes.map((change, index) => ({
    ...change,
    place: index + 1,
    requestId: `r${index}`,
    attempts: 0,
    isKept: true,
    refusal: null,
  }));
const firstWeek = (entries: readonly (OutboxEntry | ConfirmedEntry)[]) => {
  const total = totalsWithWaiting(totals, entries, SETTINGS, isCounted).get(FIRST_OF_JUNE);
  return [total?.spentCents, total?.purchases];
};

test('without waiting changes the totals are the same map', () => {
  expect(totalsWithWaiting(totals, [], SETTINGS, isCounted)).toBe(totals);
});

test.each<[string, Change, number[]]>([
  ['an added expense', { kind: 'add', expense: CAKE }, [29_00, 3]],
  ['a deleted one', { kind: 'delete', expense: anExpense({ amount: 5 }), scope: 'one' }, [15_00, 1]],
  ['a restored one', { kind: 'restore', expense: anExpense({ amount: 5 }) }, [25_00, 3]],
  [
    'an edited amount',
    { kind: 'edit', expense: anExpense({ amount: 5 }), patch: { amount: 7.5 }, scope: 'one' },
    [22_50, 2],
  ],
  [
    'an excluded one',
    { kind: 'edit', expense: anExpense({ amount: 5 }), patch: { counted: false }, scope: 'one' },
    [15_00, 1],
  ],
  [
    'a deleted one after its refund',
    { kind: 'delete', expense: anExpense({ amount: 5, refunded: 2 }), scope: 'one' },
    [17_00, 1],
  ],
  [
    'one that never counted',
    { kind: 'delete', expense: anExpense({ amount: 5, counted: false }), scope: 'one' },
    [20_00, 2],
  ],
])('%s changes the total of its week', (_title, change, total) => {
  expect(firstWeek(waiting(change))).toEqual(total);
});

test('an expense that moves to another week leaves one total and joins the other', () => {
  const expense = anExpense({ amount: 5 });
  const moved = totalsWithWaiting(
    totals,
    waiting({ kind: 'edit', expense, patch: { date: '2026-06-09' }, scope: 'one' }),
    SETTINGS,
    isCounted,
  );
  expect([...moved]).toEqual([
    [FIRST_OF_JUNE, { spentCents: 15_00, purchases: 1 }],
    ['2026-06-08', { spentCents: 5_00, purchases: 1 }],
  ]);
});

test('changes of one expense add up in their order', () => {
  const expense = anExpense({ amount: 5 });
  const edited = { ...expense, amount: 8 };
  const changes = waiting(
    { kind: 'edit', expense, patch: { amount: 8 }, scope: 'one' },
    { kind: 'delete', expense: edited, scope: 'one' },
  );
  expect(firstWeek(changes)).toEqual([15_00, 1]);
});

test('a refused change is left out, except that a refused new expense stays', () => {
  const [add, remove] = waiting(
    { kind: 'add', expense: CAKE },
    { kind: 'delete', expense: anExpense({ amount: 5 }), scope: 'one' },
  ).map((entry) => ({ ...entry, refusal: 'No' }));
  if (!add || !remove) throw new Error('Nothing was refused');
  expect(firstWeek([add, remove])).toEqual([29_00, 3]);
});

test('an added expense counts as the server has answered it', () => {
  const [add] = waiting({ kind: 'add', expense: CAKE });
  if (!add) throw new Error('Nothing waits');
  expect(firstWeek([{ ...add, answer: anExpense({ ...CAKE, amount: 10 }), confirmedAs: 1 }])).toEqual([
    30_00, 3,
  ]);
});

test.each([
  [true, [29_00, 3]],
  [false, [20_00, 2]],
])('a fixed bill that waits is in the total if fixed bills count: %s [PD-5]', (countFixedBills, total) => {
  const rent = waiting({ kind: 'add', expense: { ...CAKE, name: 'Rent', category: 'Housing' } });
  const changed = totalsWithWaiting(totals, rent, { countFixedBills }, isCounted).get(FIRST_OF_JUNE);
  expect([changed?.spentCents, changed?.purchases]).toEqual(total);
});
