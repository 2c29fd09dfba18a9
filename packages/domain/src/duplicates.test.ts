import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween } from './days.ts';
import * as duplicates from './duplicates.ts';
import {
  closeAmounts,
  compareExpenses,
  MOST_CANDIDATES,
  type CandidatePair,
  type BankExpense,
  type ClosePairing,
  type ManualExpense,
} from './duplicates.ts';
import { resultOf } from './steps.ts';
import { dayFrom } from './test-support/arbitrary-days.ts';

/** A manual expense: dinner at Juniper Table on Monday, June 1. */
const dinner = (fields: Partial<ManualExpense> = {}): ManualExpense => ({
  id: 1,
  name: 'Juniper Table',
  amountCents: 20_50,
  day: '2026-06-01',
  isOfSeries: false,
  ...fields,
});
const reported = (fields: Partial<BankExpense> = {}): BankExpense => ({
  id: 11,
  names: ['JUNIPER TABLE #12', 'Juniper Table'],
  amountCents: 20_50,
  day: '2026-06-01',
  isDayOfPurchase: false,
  ...fields,
});
type Pair = CandidatePair & { isCrowded: boolean };
const pairsOf = (manual: ManualExpense[], ofBank: BankExpense[]): Pair[] =>
  manual.flatMap((one) =>
    ofBank.map((other) => ({ manual: one, bank: other, isSeparate: false, isCrowded: false })),
  );
const clearDuplicates = (pairs: Pair[]) => resultOf(duplicates.clearDuplicates(pairs));
const pairsToAskAbout = (pairs: Pair[]) => resultOf(duplicates.pairsToAskAbout(pairs));
const idsOf = (pairs: CandidatePair[]) => pairs.map((pair) => [pair.manual.id, pair.bank.id]);

describe('a manual and a bank expense', () => {
  test.each<[string, Partial<ManualExpense>, Partial<BankExpense>, string]>([
    ['of the same day, amount and name are duplicates', {}, {}, 'duplicate'],
    ['posted three days later are duplicates', {}, { day: '2026-06-04' }, 'duplicate'],
    ['four days later are different', {}, { day: '2026-06-05' }, 'different'],
    ['a day earlier may be duplicates', {}, { day: '2026-05-31' }, 'maybe'],
    ['three days earlier may be duplicates', {}, { day: '2026-05-29' }, 'maybe'],
    ['four days earlier are different', {}, { day: '2026-05-28' }, 'different'],
    ['bought a day later are duplicates', {}, { day: '2026-06-02', isDayOfPurchase: true }, 'duplicate'],
    ['bought two days later may be duplicates', {}, { day: '2026-06-03', isDayOfPurchase: true }, 'maybe'],
    [
      'of a series, three days earlier, are duplicates',
      { isOfSeries: true },
      { day: '2026-05-29', isDayOfPurchase: true },
      'duplicate',
    ],
    [
      'of a series, three days later, are duplicates',
      { isOfSeries: true },
      { day: '2026-06-04', isDayOfPurchase: true },
      'duplicate',
    ],
    [
      'of a series, four days earlier, are different',
      { isOfSeries: true },
      { day: '2026-05-28' },
      'different',
    ],
    [
      'of a series with a close name may be duplicates',
      { name: 'Juniper', isOfSeries: true },
      { names: ['BLUE JUNIPER'] },
      'maybe',
    ],
    ['with a negative manual amount are duplicates', { amountCents: -20_50 }, {}, 'duplicate'],
    ['with a tip may be duplicates', {}, { amountCents: 24_60 }, 'maybe'],
    ['with more than a tip are different', {}, { amountCents: 25_63 }, 'different'],
    ['with a tip that the bank does not know yet may be duplicates', { amountCents: 25_00 }, {}, 'maybe'],
    ['a quarter more than the bank knows may be duplicates', {}, { amountCents: 16_40 }, 'maybe'],
    ['more than a quarter over it are different', {}, { amountCents: 16_39 }, 'different'],
    ['rounded to whole dollars may be duplicates', { amountCents: 3_00 }, { amountCents: 3_99 }, 'maybe'],
    ['a dollar off whole dollars are different', { amountCents: 3_00 }, { amountCents: 4_00 }, 'different'],
    [
      'with a tip, three days earlier, may be duplicates',
      {},
      { amountCents: 24_00, day: '2026-05-29' },
      'maybe',
    ],
    [
      'with a close name may be duplicates',
      { name: 'Juniper', amountCents: 20_50 },
      { names: ['BLUE JUNIPER'] },
      'maybe',
    ],
    [
      'with a close name and a close amount are different',
      { name: 'Juniper' },
      { names: ['BLUE JUNIPER'], amountCents: 21_00 },
      'different',
    ],
    ['with another name are different', { name: 'Dinner' }, {}, 'different'],
    [
      'with a close name among the bank’s may be duplicates',
      { name: 'Juniper' },
      { names: ['JT 0042', 'BLUE JUNIPER'] },
      'maybe',
    ],
    ['with one of the bank’s names are duplicates', {}, { names: ['JT 0042', 'Juniper Table'] }, 'duplicate'],
  ])('%s', (_title, manual, ofBank, verdict) => {
    expect(compareExpenses({ manual: dinner(manual), bank: reported(ofBank) })).toBe(verdict);
  });
});

test.each([
  [1_50, 1_20, 1_87],
  [3_00, 2_01, 3_99],
  [-3_00, 2_01, 3_99],
  [1_00, 1, 1_99],
  [0, 1, 99],
  [1, 1, 1],
  [100_00, 80_00, 125_00],
])('amounts close to %i cents go from %i to %i', (cents, low, high) => {
  expect(closeAmounts(cents)).toEqual({ low, high });
});

describe('clear duplicates', () => {
  test('are the only manual and the only bank expense that match', () => {
    expect(idsOf(clearDuplicates(pairsOf([dinner()], [reported()])))).toEqual([[1, 11]]);
  });

  test('are none if either side has two candidates: the user is asked', () => {
    const second = dinner({ id: 2, day: '2026-06-02' });
    const secondReported = reported({ id: 12, day: '2026-06-03' });
    for (const pairs of [
      pairsOf([dinner(), second], [reported()]),
      pairsOf([dinner()], [reported(), secondReported]),
      pairsOf([dinner(), second], [reported(), secondReported]),
    ]) {
      expect(clearDuplicates(pairs)).toEqual([]);
      expect(pairsToAskAbout(pairs).length).toBeGreaterThan(0);
    }
  });

  test("do not include a second expense added after the bank's report", () => {
    const secondTime = dinner({ day: '2026-06-04' });
    expect(clearDuplicates(pairsOf([secondTime], [reported()]))).toEqual([]);
    // Once the bank reports the second dinner too, either could match.
    expect(
      clearDuplicates(pairsOf([secondTime], [reported(), reported({ id: 12, day: '2026-06-04' })])),
    ).toEqual([]);
    expect(
      idsOf(pairsToAskAbout(pairsOf([secondTime], [reported(), reported({ id: 12, day: '2026-06-04' })]))),
    ).toEqual([[1, 12]]);
  });

  test('are neither a pair that the user separated nor one of the two with a third', () => {
    const [monday, tuesday] = [reported(), reported({ id: 12, day: '2026-06-02' })];
    const called = { manual: dinner(), bank: monday, isSeparate: true, isCrowded: false };
    expect(clearDuplicates([called])).toEqual([]);
    expect(pairsToAskAbout([called])).toEqual([]);
    const pairs = [called, ...pairsOf([dinner()], [tuesday])];
    expect(clearDuplicates(pairs)).toEqual([]);
    expect(idsOf(pairsToAskAbout(pairs))).toEqual([[1, 12]]);
  });

  test('do not depend on expenses with another amount or name', () => {
    const others = [reported({ id: 12, amountCents: 21_00 }), reported({ id: 13, names: ['Hardware'] })];
    expect(idsOf(clearDuplicates(pairsOf([dinner()], [reported(), ...others])))).toEqual([[1, 11]]);
  });
});

test('users are asked about the exact amount first, then the nearest day, each expense once', () => {
  const entered = [dinner(), dinner({ id: 2, day: '2026-06-03' })];
  const ofBank = [
    reported({ id: 11, amountCents: 21_00 }),
    reported({ id: 12, day: '2026-06-04' }),
    reported({ id: 13 }),
  ];
  expect(idsOf(pairsToAskAbout(pairsOf(entered, ofBank)))).toEqual([
    [2, 12],
    [1, 13],
  ]);
});

test('users are not asked about expenses with different names', () => {
  expect(pairsToAskAbout(pairsOf([dinner()], [reported({ names: ['Hardware'] })]))).toEqual([]);
});

test('users are asked about the newest expenses first, and of a day about the last added', () => {
  const entered = [
    dinner({ id: 2, name: 'Baker', day: '2026-06-03' }),
    dinner({ id: 1, day: '2026-06-01' }),
    dinner({ id: 3, name: 'Florist', day: '2026-06-03' }),
    dinner({ id: 4, name: 'Hardware', day: '2026-06-02' }),
  ];
  const pairs = entered.map((manual) => ({
    manual,
    bank: reported({ id: 10 + manual.id, names: [manual.name], day: manual.day }),
    isSeparate: false,
    isCrowded: false,
  }));
  expect(idsOf(pairsToAskAbout(pairs)).map(([id]) => id)).toEqual([3, 2, 4, 1]);
});

test('of two equal bank expenses, users are asked about the first', () => {
  expect(idsOf(pairsToAskAbout(pairsOf([dinner()], [reported({ id: 12 }), reported()])))).toEqual([[1, 11]]);
});

test('users are asked about a clear name before a nearer day', () => {
  const close = reported({ id: 11, names: ['BLUE JUNIPER'] });
  const clear = reported({ id: 12, day: '2026-06-03' });
  expect(idsOf(pairsToAskAbout(pairsOf([dinner({ name: 'Juniper' })], [close, clear])))).toEqual([[1, 12]]);
});

describe('expenses with many candidates', () => {
  const many = (count: number, fields: (index: number) => Partial<ManualExpense>) =>
    Array.from({ length: count }, (_, index) => dinner({ id: 100 + index, ...fields(index) }));
  const merged = (manual: ManualExpense[], ofBank: BankExpense[]) =>
    idsOf(clearDuplicates(pairExact(manual, ofBank).map((pair) => ({ ...pair, isSeparate: false }))));

  test('are never merged without looking at all: the user is asked', () => {
    const others = (count: number) => many(count, () => ({ name: 'Hardware' }));
    expect(merged([dinner(), ...others(MOST_CANDIDATES - 1)], [reported()])).toEqual([[1, 11]]);
    expect(merged([dinner(), ...others(MOST_CANDIDATES)], [reported()])).toEqual([]);
    const ofBank = Array.from({ length: MOST_CANDIDATES }, (_, index) =>
      reported({ id: 100 + index, names: ['Hardware'] }),
    );
    expect(merged([dinner()], [reported(), ...ofBank.slice(1)])).toEqual([[1, 11]]);
    expect(merged([dinner()], [reported(), ...ofBank])).toEqual([]);
  });

  test('still compete with those that have few', () => {
    // Monday's dinner has one candidate. Its competitor, days later, has too many.
    const competitor = dinner({ id: 2, day: '2026-06-04' });
    const ofBank = Array.from({ length: MOST_CANDIDATES }, (_, index) =>
      reported({ id: 100 + index, day: '2026-06-07', names: ['Hardware'] }),
    );
    const monday = reported({ day: '2026-06-01' });
    expect(merged([dinner({ day: '2026-05-30' })], [monday, ...ofBank])).toEqual([[1, 11]]);
    expect(merged([dinner({ day: '2026-05-30' }), competitor], [monday, ...ofBank])).toEqual([]);
  });

  test('are paired with the same amounts first, then with the nearest days', () => {
    const close = Array.from({ length: 2 * MOST_CANDIDATES }, (_, index) =>
      reported({ id: 200 + index, amountCents: 21_00 }),
    );
    const [exact, later] = [reported({ day: '2026-06-04' }), reported({ id: 12, day: '2026-06-02' })];
    const pairs = pairClose([dinner()], [...close, exact, later]);
    expect(pairs).toHaveLength(MOST_CANDIDATES);
    expect(pairs.slice(0, 2).map(({ bank }) => bank)).toEqual([later, exact]);
  });

  test('are paired with the nearest days first, and of a day with the first ones', () => {
    const ofBank = [
      reported({ id: 11, day: '2026-05-29' }),
      reported({ id: 14, day: '2026-06-02' }),
      reported({ id: 13, day: '2026-06-02' }),
    ];
    expect(pairClose([dinner()], ofBank).map(({ bank }) => bank.id)).toEqual([13, 14, 11]);
  });

  test('of the bank are paired with the first few of many manual ones, up to the limit', () => {
    const manual = many(3 * MOST_CANDIDATES, () => ({}));
    expect(pairClose(manual, [reported()]).map((pair) => pair.manual)).toEqual(
      manual.slice(0, MOST_CANDIDATES),
    );
    expect(pairClose(manual, [reported()], { limit: 3 })).toHaveLength(3);
  });

  test('are not paired where the user has decided', () => {
    const pairs = pairClose([dinner()], [reported(), reported({ id: 12 })], {
      isOpen: (_, { id }) => id === 12,
    });
    expect(pairs.map(({ bank }) => bank.id)).toEqual([12]);
  });

  test('are paired with an open one behind more decided ones than are compared', () => {
    const decided = Array.from({ length: 2 * MOST_CANDIDATES }, (_, index) => reported({ id: 200 + index }));
    const pairs = pairClose([dinner()], [...decided, reported({ id: 900 })], {
      isOpen: (_, { id }) => id === 900,
    });
    expect(pairs.map(({ bank }) => bank.id)).toEqual([900]);
  });
});

const pairExact = (manual: ManualExpense[], ofBank: BankExpense[]) =>
  resultOf(duplicates.pairExactAmounts(manual, ofBank));

function pairClose(
  manual: ManualExpense[],
  ofBank: BankExpense[],
  pairing: Partial<ClosePairing<ManualExpense, BankExpense>> = {},
) {
  return resultOf(
    duplicates.pairCloseAmounts(manual, ofBank, {
      reachOf: ({ amountCents }) => closeAmounts(amountCents),
      isOpen: () => true,
      limit: Infinity,
      ...pairing,
    }),
  );
}

describe('for any expenses', () => {
  const cents = fc.oneof(fc.constantFrom(10_00, 12_50), fc.integer({ min: 1, max: 30_00 }));
  const names = fc.constantFrom('Corner Cafe', 'CORNER CAFE 12', 'Cafe', 'Hardware', 'corner');
  const day = dayFrom('2026-05-28', 12);
  const manualRows = fc.uniqueArray(
    fc.record({ id: fc.nat(50), name: names, amountCents: cents, day, isOfSeries: fc.boolean() }),
    {
      selector: ({ id }) => id,
      maxLength: 6,
    },
  );
  const bankRows = fc.uniqueArray(
    fc.record({
      id: fc.nat(50),
      names: fc.array(names, { minLength: 1, maxLength: 2 }),
      amountCents: cents,
      day,
      isDayOfPurchase: fc.boolean(),
    }),
    { selector: ({ id }) => id, maxLength: 6 },
  );
  const situation = fc.tuple(manualRows, bankRows).map(([entered, ofBank]) => pairsOf(entered, ofBank));

  test('clear duplicates have one amount, are at most 3 days apart, and use each expense once', () => {
    fc.assert(
      fc.property(situation, (pairs) => {
        const merged = clearDuplicates(pairs);
        for (const { manual, bank: other } of merged) {
          expect(manual.amountCents).toBe(other.amountCents);
          const gap = daysBetween(manual.day, other.day);
          expect(gap).toBeGreaterThanOrEqual(manual.isOfSeries ? -3 : 0);
          expect(gap).toBeLessThanOrEqual(3);
        }
        expect(new Set(merged.map((pair) => pair.manual.id)).size).toBe(merged.length);
        expect(new Set(merged.map((pair) => pair.bank.id)).size).toBe(merged.length);
      }),
      { numRuns: 500 },
    );
  });

  test('pairs of near days equal those found by comparing every two expenses', () => {
    const inOrder = (pairs: { manual: ManualExpense; bank: BankExpense }[]) =>
      pairs.map((pair) => `${pair.manual.id} ${pair.bank.id}`).toSorted();
    fc.assert(
      fc.property(manualRows, bankRows, (entered, ofBank) => {
        const isNear = ({ manual, bank }: Pair) => Math.abs(daysBetween(manual.day, bank.day)) <= 3;
        const nearPairs = pairsOf(entered, ofBank).filter(isNear);
        const exact = nearPairs.filter(({ manual, bank }) => manual.amountCents === bank.amountCents);
        expect(inOrder(pairExact(entered, ofBank))).toEqual(inOrder(exact));
        const close = nearPairs.filter(({ manual, bank }) => {
          const { low, high } = closeAmounts(manual.amountCents);
          return bank.amountCents >= low && bank.amountCents <= high;
        });
        expect(inOrder(pairClose(entered, ofBank))).toEqual(inOrder(close));
      }),
      { numRuns: 500 },
    );
  });

  test('a second candidate on either side ends a clear duplicate, even if it was separated', () => {
    fc.assert(
      fc.property(situation, fc.boolean(), fc.boolean(), (pairs, ofBank, isSeparate) => {
        const [pair] = clearDuplicates(pairs);
        fc.pre(pair !== undefined);
        const twin: Pair = ofBank
          ? { ...pair, bank: { ...pair.bank, id: 99 }, isSeparate }
          : { ...pair, manual: { ...pair.manual, id: 99 }, isSeparate };
        expect(clearDuplicates([...pairs, twin])).not.toContain(pair);
      }),
      { numRuns: 500 },
    );
  });

  test('users are asked once about every expense that may be a duplicate', () => {
    fc.assert(
      fc.property(situation, (pairs) => {
        const asked = pairsToAskAbout(pairs);
        const entered = new Set(asked.map((pair) => pair.manual.id));
        const ofBank = new Set(asked.map((pair) => pair.bank.id));
        expect([entered.size, ofBank.size]).toEqual([asked.length, asked.length]);
        for (const pair of pairs) {
          const isAsked = entered.has(pair.manual.id) || ofBank.has(pair.bank.id);
          expect(isAsked || compareExpenses(pair) === 'different').toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('the order of the pairs changes nothing', () => {
    const shuffled = situation.chain((pairs) =>
      fc.tuple(fc.constant(pairs), fc.shuffledSubarray(pairs, { minLength: pairs.length })),
    );
    fc.assert(
      fc.property(shuffled, ([pairs, reordered]) => {
        expect(idsOf(pairsToAskAbout(reordered))).toEqual(idsOf(pairsToAskAbout(pairs)));
        expect(new Set(clearDuplicates(reordered))).toEqual(new Set(clearDuplicates(pairs)));
      }),
    );
  });

  test('close amounts lie around the manual one, and amounts beyond them are different', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -50_00, max: 50_00 }),
        fc.integer({ min: 1, max: 80_00 }),
        fc.integer({ min: -3, max: 3 }),
        (entered, other, gapDays) => {
          fc.pre(entered !== 0);
          const { low, high } = closeAmounts(entered);
          expect(low).toBeGreaterThanOrEqual(1);
          expect(low).toBeLessThanOrEqual(Math.abs(entered));
          expect(high).toBeGreaterThanOrEqual(Math.abs(entered));
          const verdict = compareExpenses({
            manual: dinner({ amountCents: entered }),
            bank: reported({ amountCents: other, day: addDays(dinner().day, gapDays) }),
          });
          expect(verdict === 'different').toBe(other < low || other > high);
        },
      ),
    );
  });
});
