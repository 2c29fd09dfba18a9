import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_EXPENSE_NAME_LENGTH } from '../expense-fields.ts';
import { resultOf } from '../steps.ts';
import * as knownExpenses from './known-expenses.ts';
import { daysCompared, type Incoming, type KnownExpense } from './known-expenses.ts';

const row = (fields: Partial<Incoming> = {}): Incoming => ({
  day: '2026-06-04',
  name: 'BLUE BOTTLE COFFEE 0042',
  amountCents: 425,
  currency: 'USD',
  bankRef: null,
  ...fields,
});
const distinctWords = (count: number) =>
  Array.from({ length: count }, (_, index) => 'abcdefghijklmno'.charAt(index).repeat(4)).join(' ');
let id = 0;
const there = (fields: Partial<KnownExpense> = {}): KnownExpense => ({
  ...row(),
  id: (id += 1),
  costCents: fields.amountCents ?? 425,
  origin: 'import',
  isDeleted: false,
  ...fields,
});
const findKnown = (rows: Incoming[], expenses: KnownExpense[]) =>
  resultOf(knownExpenses.findKnown(rows, expenses));
const isKnown = (rows: Incoming[], expenses: KnownExpense[]) =>
  findKnown(rows, expenses).map((expense) => expense !== null);

test('two coffees of a day are two purchases: if one exists, one is new [PD-30] [PD-8]', () => {
  expect(isKnown([row(), row()], [])).toEqual([false, false]);
  expect(isKnown([row(), row()], [there()])).toEqual([true, false]);
  expect(isKnown([row(), row()], [there(), there()])).toEqual([true, true]);
});

test('a manual expense of the same day matches any name, a day apart a similar one [PD-30]', () => {
  expect(isKnown([row()], [there({ origin: 'manual', name: 'Latte' })])).toEqual([true]);
  expect(isKnown([row()], [there({ origin: 'manual', name: 'Latte', day: '2026-06-03' })])).toEqual([false]);
  expect(isKnown([row()], [there({ origin: 'manual', name: 'coffee', day: '2026-06-03' })])).toEqual([true]);
});

test.each([
  ['2026-06-04', true],
  ['2026-06-03', true],
  ['2026-06-01', true],
  ['2026-06-05', false],
  ['2026-06-06', false],
  ['2026-06-07', false],
])('a manual expense of %s matches a row of June 4 with a similar name: %s [PD-30]', (day, isMatch) => {
  expect(isKnown([row()], [there({ origin: 'manual', name: 'coffee', day })])).toEqual([isMatch]);
});

test('a bank expense matches up to three days apart with a similar name [PD-30] [PD-3]', () => {
  const bank = { origin: 'bank', name: 'Blue Bottle' } as const;
  expect(isKnown([row()], [there({ ...bank, day: '2026-06-07' })])).toEqual([true]);
  expect(isKnown([row()], [there({ ...bank, day: '2026-06-08' })])).toEqual([false]);
  expect(isKnown([row()], [there({ ...bank, name: 'Pharmacy' })])).toEqual([false]);
  expect(isKnown([row()], [there({ ...bank, amountCents: 426 })])).toEqual([false]);
  expect(isKnown([row()], [there({ ...bank, currency: 'EUR' })])).toEqual([false]);
});

test.each<[string, string, boolean]>([
  ['Deli', 'Delicatessen', true],
  ['Delicatessen', 'DELI', true],
  ['Del', 'Delicatessen', false],
  ['Delicatessen', 'Del', false],
  ['BP 0042', 'bp', true],
  ['CORNER Bakery', 'bakery Smith', true],
  ['Cafe Uno', 'Cafe Due', true],
  ['Bar Uno', 'Bar Due', false],
  ['VISA Card Smith', 'Visa Card Jones', false],
  ['71', '82', false],
  [`${distinctWords(14)} bakery`, 'Bakery Smith', true],
  [`${distinctWords(15)} bakery`, 'Bakery Smith', false],
  [`${'x '.repeat(MAX_EXPENSE_NAME_LENGTH / 2)}bakery`, 'Bakery Smith', false],
])(
  'names are similar if one contains the other or they share a word: %s, %s [PD-30]',
  (name, other, isMatch) => {
    expect(isKnown([row({ name })], [there({ name: other, day: '2026-06-03', origin: 'bank' })])).toEqual([
      isMatch,
    ]);
  },
);

test.each<[string | null, string | null, boolean]>([
  [null, null, true],
  ['A1', null, true],
  [null, 'A1', true],
  ['A1', 'A2', false],
])('of similar names, two bank ids are two purchases: %s, %s [PD-30]', (ofRow, ofExpense, isMatch) => {
  const expense = there({ bankRef: ofExpense, name: 'Blue Bottle', origin: 'bank' });
  expect(isKnown([row({ bankRef: ofRow })], [expense])).toEqual([isMatch]);
});

test('rows without a bank id do not share one [PD-30]', () => {
  expect(isKnown([row()], [there({ name: 'Pharmacy', amountCents: 9900, day: '2026-01-01' })])).toEqual([
    false,
  ]);
});

test('a similar name of an earlier import matches on the day itself [PD-30]', () => {
  expect(isKnown([row()], [there({ name: 'Blue Bottle' })])).toEqual([true]);
});

test('compares a row with 40 names at most, the nearest days first [PD-30] [SEC-22]', () => {
  const pharmacies = (count: number) =>
    Array.from({ length: count }, () => there({ origin: 'bank', name: 'Pharmacy' }));
  const yesterday = there({ origin: 'bank', day: '2026-06-03' });
  expect(isKnown([row()], [...pharmacies(39), yesterday])).toEqual([true]);
  expect(isKnown([row()], [...pharmacies(40), yesterday])).toEqual([false]);
});

test('looks through expenses of three days around the rows [PD-30]', () => {
  const days = ['2026-06-04', '2026-06-30', '2026-05-31', '2026-06-01'];
  expect(daysCompared(days.map((day) => row({ day })))).toEqual({ from: '2026-05-28', to: '2026-07-03' });
  expect(daysCompared([])).toBeUndefined();
});

test("the nearest day matches: yesterday's coffee is not today's [PD-30]", () => {
  const [yesterday, today] = [there({ origin: 'bank', day: '2026-06-03' }), there({ origin: 'bank' })];
  expect(findKnown([row({ day: '2026-06-03' }), row()], [today, yesterday])).toEqual([yesterday, today]);
});

test('of an earlier import only the day itself counts: yesterday’s coffee was another [PD-30]', () => {
  expect(isKnown([row()], [there({ day: '2026-06-03' })])).toEqual([false]);
});

test("the bank's id decides despite other changes, and separates equal rows [PD-30]", () => {
  const renamed = there({ bankRef: 'A1', name: 'Coffee with Bo', amountCents: 500, day: '2026-05-01' });
  expect(findKnown([row({ bankRef: 'A1' })], [renamed])).toEqual([renamed]);
  expect(isKnown([row({ bankRef: 'A2', name: 'Other' })], [there({ bankRef: 'A1' })])).toEqual([false]);
});

test('what was refunded in part is known by what it cost and by what it was [PD-30] [PD-6]', () => {
  const refunded = there({ amountCents: 425, costCents: 300 });
  expect(isKnown([row({ amountCents: 300 })], [refunded])).toEqual([true]);
  expect(isKnown([row({ amountCents: 425 })], [refunded])).toEqual([true]);
  expect(isKnown([row({ amountCents: 300 }), row({ amountCents: 425 })], [refunded])).toEqual([true, false]);
});

test('what was deleted is known only when it is exactly the same [PD-30] [PD-7]', () => {
  expect(isKnown([row()], [there({ isDeleted: true })])).toEqual([true]);
  expect(isKnown([row()], [there({ isDeleted: true, name: 'Latte', origin: 'manual' })])).toEqual([false]);
});

const anyRow = fc.record({
  day: fc.constantFrom('2026-06-03', '2026-06-04', '2026-06-05'),
  name: fc.constantFrom('Coffee', 'BLUE BOTTLE', 'Market', '7', ''),
  amountCents: fc.constantFrom(425, 500),
  currency: fc.constantFrom('USD', 'EUR'),
  bankRef: fc.constantFrom(null, 'A1', 'A2', 'A3'),
});
const asImported = (rows: Incoming[]) => rows.map((one) => there({ ...one, costCents: one.amountCents }));

test('an imported file is recognized as a whole, in any order, each expense once [PD-30]', () => {
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 30 }), fc.array(anyRow, { maxLength: 5 }), (rows, others) => {
      const expenses = asImported(rows);
      expect(isKnown(rows, expenses.toReversed())).toEqual(rows.map(() => true));
      const found = findKnown([...rows, ...others], asImported(rows)).filter((one) => one !== null);
      expect(new Set(found).size).toBe(found.length);
    }),
  );
});
