import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween } from './days.ts';
import {
  closeAmounts,
  comparePurchases,
  pairsToAskAbout,
  unmistakablePairs,
  type PurchasePair,
  type ToldPurchase,
  type TypedPurchase,
} from './same-purchase.ts';
import { dayFrom } from './test-support/arbitrary-days.ts';

/** A dinner at Juniper Table, typed on Monday, 1 June. */
const dinner = (fields: Partial<TypedPurchase> = {}): TypedPurchase => ({
  id: 1,
  name: 'Juniper Table',
  amountCents: 20_50,
  day: '2026-06-01',
  isOfSeries: false,
  ...fields,
});
/** What a bank makes of it. */
const told = (fields: Partial<ToldPurchase> = {}): ToldPurchase => ({
  id: 11,
  names: ['JUNIPER TABLE #12', 'Juniper Table'],
  amountCents: 20_50,
  day: '2026-06-01',
  isDayOfPurchase: false,
  ...fields,
});
const pairsOf = (typed: TypedPurchase[], ofBank: ToldPurchase[]): PurchasePair[] =>
  typed.flatMap((one) => ofBank.map((other) => ({ typed: one, told: other, areTwo: false })));
const idsOf = (pairs: PurchasePair[]) => pairs.map((pair) => [pair.typed.id, pair.told.id]);

describe('what was typed and what a bank tells', () => {
  test.each<[string, Partial<TypedPurchase>, Partial<ToldPurchase>, string]>([
    ['of one day, sum and name are the same', {}, {}, 'same'],
    ['three days later, when it was posted, are the same', {}, { day: '2026-06-04' }, 'same'],
    ['four days later are different', {}, { day: '2026-06-05' }, 'different'],
    ['a day before what was typed may be the same', {}, { day: '2026-05-31' }, 'maybe'],
    ['three days before what was typed may be the same', {}, { day: '2026-05-29' }, 'maybe'],
    ['four days before are different', {}, { day: '2026-05-28' }, 'different'],
    ['a day after midnight are the same', {}, { day: '2026-06-02', isDayOfPurchase: true }, 'same'],
    [
      'two days apart, and the bank knows when it was bought, may be the same',
      {},
      { day: '2026-06-03', isDayOfPurchase: true },
      'maybe',
    ],
    [
      'three days before are the same when it comes every month',
      { isOfSeries: true },
      { day: '2026-05-29', isDayOfPurchase: true },
      'same',
    ],
    [
      'three days later are the same when it comes every month',
      { isOfSeries: true },
      { day: '2026-06-04', isDayOfPurchase: true },
      'same',
    ],
    [
      'four days before are different, also what comes every month',
      { isOfSeries: true },
      { day: '2026-05-28' },
      'different',
    ],
    [
      'of a name that is only close may be the same, also what comes every month',
      { name: 'Juniper', isOfSeries: true },
      { names: ['BLUE JUNIPER'] },
      'maybe',
    ],
    ['typed as a negative sum are the same', { amountCents: -20_50 }, {}, 'same'],
    ['with a tip may be the same', {}, { amountCents: 24_60 }, 'maybe'],
    ['with more than a tip are different', {}, { amountCents: 25_63 }, 'different'],
    [
      'typed with the tip that the bank does not know yet may be the same',
      { amountCents: 25_00 },
      {},
      'maybe',
    ],
    ['rounded to whole dollars may be the same', { amountCents: 3_00 }, { amountCents: 3_99 }, 'maybe'],
    ['a dollar off whole dollars are different', { amountCents: 3_00 }, { amountCents: 4_00 }, 'different'],
    [
      'with a tip and told three days before it was typed may be the same',
      {},
      { amountCents: 24_00, day: '2026-05-29' },
      'maybe',
    ],
    [
      'of a name that is only close may be the same',
      { name: 'Juniper', amountCents: 20_50 },
      { names: ['BLUE JUNIPER'] },
      'maybe',
    ],
    [
      'of a close name and a close sum are different',
      { name: 'Juniper' },
      { names: ['BLUE JUNIPER'], amountCents: 21_00 },
      'different',
    ],
    ['of another name are different', { name: 'Dinner' }, {}, 'different'],
    ['of one of the bank’s names are the same', {}, { names: ['JT 0042', 'Juniper Table'] }, 'same'],
  ])('%s', (_title, typed, ofBank, verdict) => {
    expect(comparePurchases({ typed: dinner(typed), told: told(ofBank) })).toBe(verdict);
  });
});

describe('what is merged at once', () => {
  test('is the one typed purchase and the one of a bank that are the same', () => {
    expect(idsOf(unmistakablePairs(pairsOf([dinner()], [told()])))).toEqual([[1, 11]]);
  });

  test('is nothing when two were typed, or two told, that it could be: somebody is asked', () => {
    const second = dinner({ id: 2, day: '2026-06-02' });
    const secondTold = told({ id: 12, day: '2026-06-03' });
    for (const pairs of [
      pairsOf([dinner(), second], [told()]),
      pairsOf([dinner()], [told(), secondTold]),
      pairsOf([dinner(), second], [told(), secondTold]),
    ]) {
      expect(unmistakablePairs(pairs)).toEqual([]);
      expect(pairsToAskAbout(pairs).length).toBeGreaterThan(0);
    }
  });

  test('is never a second one like it that was typed after the bank told of the first', () => {
    const secondTime = dinner({ day: '2026-06-04' });
    expect(unmistakablePairs(pairsOf([secondTime], [told()]))).toEqual([]);
    // When the bank tells of the second one too, that is the one; but the first could be it as well.
    expect(unmistakablePairs(pairsOf([secondTime], [told(), told({ id: 12, day: '2026-06-04' })]))).toEqual(
      [],
    );
    expect(
      idsOf(pairsToAskAbout(pairsOf([secondTime], [told(), told({ id: 12, day: '2026-06-04' })]))),
    ).toEqual([[1, 12]]);
  });

  test('is neither what a person has decided are two, nor either of them with a third one like it', () => {
    const [monday, tuesday] = [told(), told({ id: 12, day: '2026-06-02' })];
    const called = { typed: dinner(), told: monday, areTwo: true };
    expect(unmistakablePairs([called])).toEqual([]);
    expect(pairsToAskAbout([called])).toEqual([]);
    const pairs = [called, ...pairsOf([dinner()], [tuesday])];
    expect(unmistakablePairs(pairs)).toEqual([]);
    expect(idsOf(pairsToAskAbout(pairs))).toEqual([[1, 12]]);
  });

  test('does not depend on purchases of another sum or name', () => {
    const others = [told({ id: 12, amountCents: 21_00 }), told({ id: 13, names: ['Hardware'] })];
    expect(idsOf(unmistakablePairs(pairsOf([dinner()], [told(), ...others])))).toEqual([[1, 11]]);
  });
});

test('of several, people are asked about exactly the same sum first and then the nearest day, each purchase once, newest first', () => {
  const typed = [dinner(), dinner({ id: 2, day: '2026-06-03' })];
  const ofBank = [
    told({ id: 11, amountCents: 21_00 }),
    told({ id: 12, day: '2026-06-04' }),
    told({ id: 13 }),
  ];
  expect(idsOf(pairsToAskAbout(pairsOf(typed, ofBank)))).toEqual([
    [2, 12],
    [1, 13],
  ]);
});

test('of several of the same sum, people are asked about the one that is clearly called so, also when another is nearer', () => {
  const close = told({ id: 11, names: ['BLUE JUNIPER'] });
  const clear = told({ id: 12, day: '2026-06-03' });
  expect(idsOf(pairsToAskAbout(pairsOf([dinner({ name: 'Juniper' })], [close, clear])))).toEqual([[1, 12]]);
});

describe('whatever was typed and told', () => {
  const cents = fc.oneof(fc.constantFrom(10_00, 12_50), fc.integer({ min: 1, max: 30_00 }));
  const names = fc.constantFrom('Corner Cafe', 'CORNER CAFE 12', 'Cafe', 'Hardware', 'corner');
  const day = dayFrom('2026-05-28', 12);
  const typedRows = fc.uniqueArray(
    fc.record({ id: fc.nat(50), name: names, amountCents: cents, day, isOfSeries: fc.boolean() }),
    {
      selector: ({ id }) => id,
      maxLength: 6,
    },
  );
  const toldRows = fc.uniqueArray(
    fc.record({
      id: fc.nat(50),
      names: fc.array(names, { minLength: 1, maxLength: 2 }),
      amountCents: cents,
      day,
      isDayOfPurchase: fc.boolean(),
    }),
    { selector: ({ id }) => id, maxLength: 6 },
  );
  const situation = fc.tuple(typedRows, toldRows).map(([typed, ofBank]) => pairsOf(typed, ofBank));

  test('what is merged at once has one sum, is at most three days apart, and takes each purchase once', () => {
    fc.assert(
      fc.property(situation, (pairs) => {
        const merged = unmistakablePairs(pairs);
        for (const { typed, told: other } of merged) {
          expect(typed.amountCents).toBe(other.amountCents);
          const gap = daysBetween(typed.day, other.day);
          expect(gap).toBeGreaterThanOrEqual(typed.isOfSeries ? -3 : 0);
          expect(gap).toBeLessThanOrEqual(3);
        }
        expect(new Set(merged.map((pair) => pair.typed.id)).size).toBe(merged.length);
        expect(new Set(merged.map((pair) => pair.told.id)).size).toBe(merged.length);
      }),
      { numRuns: 500 },
    );
  });

  test('a second purchase of either side like the first makes it mistakable, also one that was called another', () => {
    fc.assert(
      fc.property(situation, fc.boolean(), fc.boolean(), (pairs, ofBank, areTwo) => {
        const [pair] = unmistakablePairs(pairs);
        fc.pre(pair !== undefined);
        const twin: PurchasePair = ofBank
          ? { ...pair, told: { ...pair.told, id: 99 }, areTwo }
          : { ...pair, typed: { ...pair.typed, id: 99 }, areTwo };
        expect(unmistakablePairs([...pairs, twin])).not.toContain(pair);
      }),
      { numRuns: 500 },
    );
  });

  test('people are asked about every purchase that may be another, once', () => {
    fc.assert(
      fc.property(situation, (pairs) => {
        const asked = pairsToAskAbout(pairs);
        const typed = new Set(asked.map((pair) => pair.typed.id));
        const ofBank = new Set(asked.map((pair) => pair.told.id));
        expect([typed.size, ofBank.size]).toEqual([asked.length, asked.length]);
        for (const pair of pairs) {
          const isAsked = typed.has(pair.typed.id) || ofBank.has(pair.told.id);
          expect(isAsked || comparePurchases(pair) === 'different').toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('the order in which they come changes nothing', () => {
    const shuffled = situation.chain((pairs) =>
      fc.tuple(fc.constant(pairs), fc.shuffledSubarray(pairs, { minLength: pairs.length })),
    );
    fc.assert(
      fc.property(shuffled, ([pairs, reordered]) => {
        expect(idsOf(pairsToAskAbout(reordered))).toEqual(idsOf(pairsToAskAbout(pairs)));
        expect(new Set(unmistakablePairs(reordered))).toEqual(new Set(unmistakablePairs(pairs)));
      }),
    );
  });

  test('close sums lie around the typed one, and nothing beyond them is one purchase', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -50_00, max: 50_00 }),
        fc.integer({ min: 1, max: 80_00 }),
        fc.integer({ min: -3, max: 3 }),
        (typed, other, gapDays) => {
          fc.pre(typed !== 0);
          const { low, high } = closeAmounts(typed);
          expect(low).toBeGreaterThanOrEqual(1);
          expect(low).toBeLessThanOrEqual(Math.abs(typed));
          expect(high).toBeGreaterThanOrEqual(Math.abs(typed));
          const verdict = comparePurchases({
            typed: dinner({ amountCents: typed }),
            told: told({ amountCents: other, day: addDays(dinner().day, gapDays) }),
          });
          expect(verdict === 'different').toBe(other < low || other > high);
        },
      ),
    );
  });
});
