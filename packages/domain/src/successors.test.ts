import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from './days.ts';
import { resultOf } from './steps.ts';
import {
  explainPending,
  findSuccessors,
  type Explained,
  type Explanation,
  type MissingRow,
  type NewRow,
} from './successors.ts';

/** Dinner on Monday, June 1, posted on Wednesday. */
const dinner = {
  accountId: 'card',
  amountCents: 40_00,
  currency: 'USD',
  day: '2026-06-01',
  postedOn: '2026-06-03',
  name: 'JUNIPER TABLE #12',
  merchantKey: 'juniper table',
  isPending: false,
};
const missing = (fields: Partial<MissingRow> = {}): MissingRow => ({
  ...dinner,
  id: 1,
  isWithdrawn: false,
  ...fields,
});
const pending = (fields: Partial<MissingRow> = {}) =>
  missing({ isPending: true, postedOn: '2026-06-01', ...fields });
const reported = (fields: Partial<NewRow> = {}): NewRow => ({ ...dinner, transactionId: 'new', ...fields });
const successorsOf = (rows: readonly MissingRow[], next: readonly NewRow[]) =>
  resultOf(findSuccessors(rows, next));
const isContinued = (one: MissingRow, other: NewRow) => successorsOf([one], [other]).get(1) === 'new';

describe('a posted row that vanished', () => {
  test.each<[string, Partial<NewRow>, boolean]>([
    ['with the same day, amount and name', {}, true],
    ['with another name', { name: 'Juniper' }, true],
    ['with another amount', { amountCents: 41_00 }, false],
    ['with another name and amount', { name: 'Juniper', amountCents: 41_00 }, false],
    ['with another day', { day: '2026-06-02', postedOn: '2026-06-02' }, false],
    ['in another account', { accountId: 'checking' }, false],
    ['in another currency', { currency: 'EUR' }, false],
    ['that is pending again', { isPending: true }, true],
    ['that is pending, with another name', { isPending: true, name: 'Juniper' }, false],
  ])('a new row %s continues it: %s', (_what, fields, isSame) => {
    expect(isContinued(missing(), reported(fields))).toBe(isSame);
  });

  test('is continued only by an equal row once it was withdrawn', () => {
    const withdrawn = missing({ isWithdrawn: true });
    expect(isContinued(withdrawn, reported())).toBe(true);
    expect(isContinued(withdrawn, reported({ name: 'Juniper' }))).toBe(false);
    expect(isContinued(withdrawn, reported({ amountCents: 41_00 }))).toBe(false);
  });
});

describe('posted rows that vanished, and reappear a day off,', () => {
  const amounts = [4_00, 5_00, 6_00];
  const shifted = (days: number[]) => {
    const rows = amounts.map((amountCents, id) => missing({ id, amountCents }));
    const next = days.map((shift, index) => {
      const day = addDays('2026-06-03', shift);
      return reported({
        transactionId: `new ${index}`,
        amountCents: amounts[index] ?? 0,
        day,
        postedOn: day,
      });
    });
    return [...successorsOf(rows, next)];
  };

  test.each([1, -1])('continue if all moved: %i', (days) => {
    expect(shifted([days, days, days])).toEqual([
      [0, 'new 0'],
      [1, 'new 1'],
      [2, 'new 2'],
    ]);
  });

  test.each([[[1, 1]], [[1, 1, -1]], [[2, 2, 2]]])('are other purchases if they moved by %j', (days) => {
    expect(shifted(days)).toEqual([]);
  });
});

describe('a pending row that vanished', () => {
  test.each<[string, Partial<NewRow>, boolean]>([
    ['of the same day of purchase', {}, true],
    ['with a tip, same day of purchase', { amountCents: 80_00 }, true],
    ['whose bank reports no day of purchase', { day: '2026-06-03' }, true],
    ['with a tip, without day of purchase', { day: '2026-06-03', amountCents: 48_00 }, true],
    ['with a larger amount than a tip makes', { day: '2026-06-03', amountCents: 60_00 }, false],
    ['posted 10 days later', { day: '2026-06-11', postedOn: '2026-06-11' }, true],
    ['posted 60 days later', { day: '2026-07-31', postedOn: '2026-07-31' }, true],
    ['posted 61 days later', { day: '2026-08-01', postedOn: '2026-08-01' }, false],
    [
      'posted 11 days later, with a tip',
      { day: '2026-06-12', postedOn: '2026-06-12', amountCents: 48_00 },
      false,
    ],
    ['posted 3 days before, in another time zone', { day: '2026-05-29', postedOn: '2026-05-29' }, true],
    ['posted 4 days before', { day: '2026-05-28', postedOn: '2026-05-28' }, false],
    ['of money in', { day: '2026-06-03', amountCents: -40_00 }, false],
    ['of another merchant', { day: '2026-06-03', name: 'BANYAN BOOKS', merchantKey: 'banyan books' }, false],
  ])('is continued by a posted row %s: %s', (_what, fields, isSame) => {
    expect(isContinued(pending(), reported(fields))).toBe(isSame);
  });

  test('is continued by an answer after the one that left it out', () => {
    const next = reported({ day: '2026-06-03', amountCents: 48_00 });
    expect(isContinued(pending({ isWithdrawn: true }), next)).toBe(true);
  });
});

test('a pending row continues in the nearest of equal posted rows', () => {
  const rows = ['2026-06-20', '2026-06-02', '2026-06-09'].map((day) =>
    reported({ transactionId: day, day, postedOn: day }),
  );
  expect([...successorsOf([pending()], rows)]).toEqual([[1, '2026-06-02']]);
});

test('a row that vanished just now goes before one that vanished earlier', () => {
  const rows = [missing({ id: 1, isWithdrawn: true }), missing({ id: 2 })];
  expect([...successorsOf(rows, [reported()])]).toEqual([[2, 'new']]);
});

test('equal amounts go first, so two purchases at one shop are not swapped', () => {
  const rows = [pending({ id: 1, amountCents: 4_50 }), pending({ id: 2, amountCents: 12_00 })];
  const next = [
    reported({ transactionId: 'lunch', amountCents: 12_00 }),
    reported({ transactionId: 'coffee', amountCents: 4_50 }),
  ];
  expect([...successorsOf(rows, next)].toSorted()).toEqual([
    [1, 'coffee'],
    [2, 'lunch'],
  ]);
});

test('equal rows continue each other in order, the surest likeness first', () => {
  const rows = [missing({ id: 1 }), missing({ id: 2 }), missing({ id: 3, name: 'BANYAN' })];
  const next = ['a', 'b', 'c'].map((transactionId) => reported({ transactionId }));
  expect([...successorsOf(rows, next)]).toEqual([
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
  ]);
});

test('every row is in one pair at most, and pairs agree in account and currency', () => {
  const field = fc.record({
    accountId: fc.constantFrom('card', 'checking'),
    currency: fc.constantFrom('USD', 'EUR'),
    amountCents: fc.constantFrom(40_00, 44_00, -40_00),
    day: fc.nat(12).map((days) => addDays('2026-06-01', days)),
    name: fc.constantFrom('JUNIPER', 'BANYAN'),
    isPending: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(field, { maxLength: 12 }), fc.array(field, { maxLength: 12 }), (gone, come) => {
      const rows = gone.map((row, id) =>
        missing({ ...row, id, postedOn: row.day, merchantKey: row.name, isWithdrawn: id % 3 === 0 }),
      );
      const next = come.map((row, index) =>
        reported({ ...row, postedOn: row.day, merchantKey: row.name, transactionId: `t${index}` }),
      );
      const pairs = [...successorsOf(rows, next)];
      expect(new Set(pairs.map(([, transactionId]) => transactionId)).size).toBe(pairs.length);
      for (const [id, transactionId] of pairs) {
        const one = rows.find((row) => row.id === id);
        const other = next.find((row) => row.transactionId === transactionId);
        expect([one?.accountId, one?.currency]).toEqual([other?.accountId, other?.currency]);
        if (!one?.isPending && other?.isPending) expect(one?.name).toBe(other.name);
      }
    }),
  );
});

describe('a pending row that the user touched', () => {
  const known = { accountId: 'card', amountCents: 40_00, currency: 'USD', merchantKey: 'juniper table' };
  const touched = (fields: Partial<Explained> = {}): Explained => ({
    ...known,
    id: 1,
    day: '2026-06-05',
    ...fields,
  });
  const stored = (fields: Partial<Explanation> = {}): Explanation => ({
    ...known,
    id: 9,
    postedOn: '2026-06-05',
    ...fields,
  });

  test.each<[string, Partial<Explanation>, boolean]>([
    ['of its day', {}, true],
    ['three days before', { postedOn: '2026-06-02' }, true],
    ['four days before', { postedOn: '2026-06-01' }, false],
    ['ten days later', { postedOn: '2026-06-15' }, true],
    ['eleven days later', { postedOn: '2026-06-16' }, false],
    ['of another merchant', { merchantKey: 'banyan books' }, false],
    ['of another amount', { amountCents: 41_00 }, false],
    ['in another account', { accountId: 'checking' }, false],
    ['that was stored before it', { id: 0 }, false],
  ])('is explained by a posted row %s: %s [PD-7]', (_what, fields, isExplained) => {
    expect(explainPending([touched()], [stored(fields)]).has(1)).toBe(isExplained);
  });

  test('is explained by the newest posted row for which it is the nearest, the oldest first', () => {
    const rows = [touched(), touched({ id: 2 }), touched({ id: 3, day: '2026-06-07' })];
    const posted = [
      stored(),
      stored({ id: 10, postedOn: '2026-06-06' }),
      stored({ id: 11, postedOn: '2026-06-08' }),
    ];
    expect([...explainPending(rows, posted)].map(([id, row]) => [id, row.id])).toEqual([
      [1, 10],
      [3, 11],
    ]);
  });
});
