import type { Expense } from '@oinkly/contract/expenses';
import { anExpense } from '@oinkly/contract/samples';
import { describe, expect, test } from 'vitest';
import { localIdOf, type Change, type ConfirmedEntry, type OutboxEntry } from './change.ts';
import { totalsWithWaiting, withWaiting } from './with-waiting.ts';

const all = () => true;
const isCounted = (expense: Expense) => expense.counted;
const FIRST_OF_JUNE = '2026-06-01';
const SETTINGS = { countFixedBills: false };
const CAKE = { name: 'Cake', amount: 9, date: '2026-06-02', category: 'Dining' } as const;
const totals = new Map([[FIRST_OF_JUNE, { spentCents: 20_00, purchases: 2 }]]);

const waiting = (...changes: Change[]): OutboxEntry[] =>
  changes.map((change, index) => ({
    ...change,
    position: index + 1,
    requestId: `r${index}`,
    attempts: 0,
    isWaiting: true,
    refusal: null,
  }));

test('without waiting changes the list is the same array', () => {
  const rows = [anExpense()];
  expect(withWaiting(rows, [], SETTINGS, all)).toBe(rows);
});

test('an added expense appears on its day, only in lists that include it', () => {
  const rows = [anExpense({ id: 2, date: '2026-06-03' }), anExpense({ id: 1, date: '2026-06-01' })];
  const added = waiting({ kind: 'add', expense: CAKE });
  expect(withWaiting(rows, added, SETTINGS, all).map(({ id }) => id)).toEqual([2, -1, 1]);
  expect(withWaiting(rows, added, SETTINGS, () => false)).toEqual(rows);
});

test('lists what was added last first in its day [DB-14]', () => {
  const rows = [anExpense({ id: 2, date: CAKE.date }), anExpense({ id: 1, date: CAKE.date })];
  const added = waiting({ kind: 'add', expense: CAKE }, { kind: 'add', expense: CAKE });
  expect(withWaiting(rows, added, SETTINGS, all).map(({ id }) => id)).toEqual([-2, -1, 2, 1]);
});

test('a waiting addition is shown with the later changes to it', () => {
  const [add] = waiting({ kind: 'add', expense: CAKE });
  if (!add) throw new Error('Nothing waits');
  const [cake] = withWaiting([], [add], SETTINGS, all);
  if (!cake) throw new Error('Nothing was added');
  const edit = waiting({ kind: 'edit', expense: cake, patch: { name: 'Pie', amount: 4 }, scope: 'one' });
  expect(withWaiting([], [add, ...edit], SETTINGS, all)).toMatchObject([
    { name: 'Pie', amount: 4, date: '2026-06-02' },
  ]);
});

test.each([
  ['counted', []],
  ['all', [{ counted: false, notCountedReason: 'by-hand' }]],
] as const)('a list of %s shows an expense that was just excluded as %j', (list, rows) => {
  const expense = anExpense();
  const change = waiting({ kind: 'edit', expense, patch: { counted: false }, scope: 'one' });
  const takes = (row: Expense) => list === 'all' || row.counted;
  expect(withWaiting([expense], change, SETTINGS, takes)).toMatchObject(rows);
});

test('an expense joins the list that it moves into, unless the list has not loaded it yet', () => {
  const expense = anExpense({ date: '2026-05-30' });
  const edit = waiting({ kind: 'edit', expense, patch: { date: '2026-06-02' }, scope: 'one' });
  const inWeek = ({ date }: Expense) => date >= FIRST_OF_JUNE;
  expect(withWaiting([], edit, SETTINGS, inWeek)).toMatchObject([{ id: expense.id, date: '2026-06-02' }]);
  expect(withWaiting([expense], edit, SETTINGS, ({ date }) => date < FIRST_OF_JUNE)).toEqual([]);
  expect(withWaiting([], edit, SETTINGS, all)).toEqual([]);
});

test('deleting all later ones leaves the earlier ones and other series', () => {
  const may = anExpense({ id: 1, seriesId: 's', date: '2026-05-01' });
  const june = anExpense({ id: 2, seriesId: 's', date: '2026-06-01' });
  const july = anExpense({ id: 3, seriesId: 's', date: '2026-07-01' });
  const other = anExpense({ id: 4, seriesId: null, date: '2026-07-01' });
  const gone = waiting({ kind: 'delete', expense: june, scope: 'future' });
  expect(withWaiting([july, other, june, may], gone, SETTINGS, all)).toEqual([other, may]);
  const alone = waiting({ kind: 'delete', expense: other, scope: 'future' });
  expect(withWaiting([july, other, june, may], alone, SETTINGS, all)).toEqual([july, june, may]);
});

test('a refused change is not shown as done, but a refused addition stays visible', () => {
  const expense = anExpense();
  const refused = waiting({ kind: 'delete', expense, scope: 'one' }, { kind: 'add', expense: CAKE }).map(
    (change) => ({ ...change, refusal: 'No' }),
  );
  expect(withWaiting([expense], refused, SETTINGS, all).map(({ id }) => id)).toContain(expense.id);
  expect(withWaiting([expense], refused, SETTINGS, all)).toHaveLength(2);
});

test('a recurring addition appears on its first day', () => {
  const rent = waiting({ kind: 'add', expense: { ...CAKE, type: 'recurring', dayOfMonth: 15 } });
  expect(withWaiting([], rent, SETTINGS, all)).toMatchObject([{ date: '2026-06-15' }]);
});

test('a confirmed addition is shown once, as the server has it', () => {
  const [add] = waiting({ kind: 'add', expense: CAKE });
  if (!add) throw new Error('Nothing waits');
  const confirmed = { ...add, answer: anExpense({ id: 70, name: 'Cake!' }) };
  expect(withWaiting([], [confirmed], SETTINGS, all)).toMatchObject([{ id: 70, name: 'Cake!' }]);
  expect(withWaiting([anExpense({ id: 70 })], [confirmed], SETTINGS, all)).toHaveLength(1);
  expect(localIdOf(add)).toBe(-1);
});

describe('an addition that arrived although its answer was lost', () => {
  const arrived = anExpense({ ...CAKE, id: 70, requestId: 'r0' });
  const add = () => waiting({ kind: 'add', expense: CAKE });
  const changed = (...changes: Change[]) => {
    const [addition, ...others] = waiting({ kind: 'add', expense: CAKE }, ...changes);
    return addition ? [addition, ...others] : [];
  };
  const local = anExpense({ ...CAKE, id: -1 });

  test('is listed once, as the server has it', () => {
    expect(withWaiting([arrived], add(), SETTINGS, all)).toEqual([arrived]);
    expect(withWaiting([{ ...arrived, requestId: 'another' }], add(), SETTINGS, all)).toHaveLength(2);
  });

  test('is shown with later changes', () => {
    const edit = changed({ kind: 'edit', expense: local, patch: { name: 'Pie' }, scope: 'one' });
    expect(withWaiting([arrived], edit, SETTINGS, all)).toMatchObject([{ id: 70, name: 'Pie' }]);
    const removal = changed({ kind: 'delete', expense: local, scope: 'one' });
    expect(withWaiting([arrived], removal, SETTINGS, all)).toEqual([]);
  });
});

test('a deletion that was undone leaves the row', () => {
  const expense = anExpense();
  const back = waiting({ kind: 'delete', expense, scope: 'one' }, { kind: 'restore', expense });
  expect(withWaiting([expense], back, SETTINGS, all)).toEqual([expense]);
});

describe.each([true, false])('if the setting "count fixed bills" is %s', (countFixedBills) => {
  const settings = { countFixedBills };
  const byKind = countFixedBills
    ? { counted: true, notCountedReason: null }
    : { counted: false, notCountedReason: 'kind' as const };
  const bill = anExpense({ source: 'manual', kind: 'fixed-bill', ...byKind });

  test('an added fixed bill counts as the server will count it [PD-4] [PD-5]', () => {
    const add = waiting({ kind: 'add', expense: { ...CAKE, name: 'Rent', category: 'Housing' } });
    expect(withWaiting([], add, settings, all)).toMatchObject([{ kind: 'fixed-bill', ...byKind }]);
  });

  test('a purchase that becomes a fixed bill by its name counts as one [PD-4] [PD-5]', () => {
    const purchase = anExpense({ source: 'manual', name: 'Cake', category: 'Housing' });
    const change = { kind: 'edit', expense: purchase, patch: { name: 'Rent' }, scope: 'one' } as const;
    expect(withWaiting([purchase], waiting(change), settings, all)).toMatchObject([
      { name: 'Rent', kind: 'fixed-bill', ...byKind },
    ]);
  });

  test('a renamed bank expense keeps its kind, and one excluded by hand stays so [PD-4] [PD-5]', () => {
    const rows = [
      anExpense({ id: 1, source: 'bank' }),
      anExpense({
        id: 2,
        source: 'manual',
        counted: false,
        countedByHand: false,
        notCountedReason: 'by-hand',
      }),
    ];
    const renamed = rows.map((expense) => ({
      kind: 'edit' as const,
      expense,
      patch: { name: 'Rent', category: 'Housing' as const },
      scope: 'one' as const,
    }));
    expect(withWaiting(rows, waiting(...renamed), settings, all)).toMatchObject([
      { id: 2, kind: 'fixed-bill', counted: false, notCountedReason: 'by-hand' },
      { id: 1, kind: 'spending', counted: true, notCountedReason: null },
    ]);
  });

  test('leaving a fixed bill to its kind again counts it as the setting says [PD-5]', () => {
    const excluded = { ...bill, counted: !byKind.counted, countedByHand: !byKind.counted };
    const edit = waiting({ kind: 'edit', expense: excluded, patch: { counted: null }, scope: 'one' });
    expect(withWaiting([excluded], edit, settings, all)).toMatchObject([byKind]);
  });

  test('a purchase counted by hand still counts when it becomes a fixed bill [PD-5]', () => {
    const purchase = anExpense({ source: 'manual', countedByHand: true });
    const patch = { name: 'Rent', category: 'Housing' as const };
    const edit = waiting({ kind: 'edit', expense: purchase, patch, scope: 'one' });
    expect(withWaiting([purchase], edit, settings, all)).toMatchObject([
      { kind: 'fixed-bill', counted: true, countedByHand: true },
    ]);
  });
});

test('leaving an expense in another currency to its kind does not count it [PD-5]', () => {
  const hotel = anExpense({ currency: 'EUR', counted: false, notCountedReason: 'currency' });
  const edit = waiting({ kind: 'edit', expense: hotel, patch: { counted: null }, scope: 'one' });
  expect(withWaiting([hotel], edit, SETTINGS, all)).toMatchObject([
    { counted: false, notCountedReason: 'currency' },
  ]);
});

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
