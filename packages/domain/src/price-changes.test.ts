import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from './days.ts';
import { priceChangeOf, priceChangeWords, priceSentences } from './price-changes.ts';

const MONDAY = '2026-06-01';

/** Charges of consecutive months, the newest first, on June 1. */
const charges = (...amounts: readonly number[]) =>
  amounts.map((amountCents, index) => ({
    day: addDays(MONDAY, -30 * index),
    amountCents,
    isFinal: true,
  }));

describe('a price has changed [PD-112]', () => {
  test.each([
    ['rose', [17_99, 15_49, 15_49], 15_49],
    ['fell', [9_99, 15_49, 15_49, 12_00], 15_49],
    ['stayed', [15_49, 15_49, 15_49], null],
    ['was charged only once before', [17_99, 15_49], null],
    ['varies, like electricity', [74_10, 68_20, 71_35, 74_10], null],
    ['changed a month ago', [17_99, 17_99, 15_49, 15_49], null],
    ['returned after one odd charge', [15_49, 7_20, 15_49, 15_49], null],
    ['moved by two percent', [10_20, 10_00, 10_00], null],
    ['moved by more', [10_21, 10_00, 10_00], 10_00],
    ['was two and a half times as much', [25_00, 10_00, 10_00], 10_00],
    ['was charged for a year', [99_00, 10_00, 10_00], null],
    ['was charged for a part of a month', [3_99, 10_00, 10_00], null],
    ['varies, with two equal charges by chance', [38_00, 34_00, 34_00, 36_00, 33_00], null],
    ['was never charged', [], null],
  ])('if it %s: %j', (_what, amounts, beforeCents) => {
    const [amountCents = 0] = amounts;
    expect(priceChangeOf(charges(...amounts))).toEqual(
      beforeCents === null ? null : { day: MONDAY, amountCents, beforeCents },
    );
  });

  test('only by charges that are posted and not refunded', () => {
    const [pending, ...earlier] = charges(17_99, 15_49, 15_49, 12_00, 12_00);
    if (!pending) throw new Error('There are no charges');
    // The change of the month before remains until the pending one is posted.
    expect(priceChangeOf([{ ...pending, isFinal: false }, ...earlier])).toBeNull();
    expect(priceChangeOf([{ ...pending, isFinal: false }, ...charges(15_49, 12_00, 12_00)])).toEqual({
      day: MONDAY,
      amountCents: 15_49,
      beforeCents: 12_00,
    });
  });

  test('not by another subscription at the merchant, nor a month after it changed', () => {
    const [newest, ...earlier] = charges(5_99, 2_99, 2_99, 2_99);
    if (!newest) throw new Error('There are no charges');
    const other = { day: addDays(MONDAY, -31), amountCents: 5_99 };
    expect(priceChangeOf([newest, ...earlier], [newest, other, ...earlier])).toBeNull();
    expect(priceChangeOf([newest, ...earlier], [newest, { ...other, amountCents: 4_00 }])).not.toBeNull();
    // What was refunded afterwards was announced before.
    const [refunded] = charges(5_99);
    const last = { ...newest, day: addDays(MONDAY, 30) };
    expect(priceChangeOf([last, { ...newest, ...refunded, isFinal: false }, ...earlier])).toBeNull();
  });

  test('exactly if two equal final charges come before a clearly different one', () => {
    const amount = fc.integer({ min: 1, max: 20 }).map((dollars) => dollars * 100);
    const charge = fc.record({ amountCents: amount, isFinal: fc.boolean() });
    fc.assert(
      fc.property(fc.array(charge, { maxLength: 6 }), (rows) => {
        const dated = rows.map((row, index) => ({ ...row, day: addDays(MONDAY, -30 * index) }));
        const [newest, before, earlier] = dated.filter(({ isFinal }) => isFinal);
        const change = priceChangeOf(dated);
        const earlierPrices = new Set(
          dated
            .filter(({ isFinal }) => isFinal)
            .slice(1)
            .map((row) => row.amountCents),
        );
        const known = dated.find(({ day }) => newest !== undefined && day === addDays(newest.day, -30));
        const isChange =
          newest !== undefined &&
          before !== undefined &&
          before.amountCents === earlier?.amountCents &&
          before.amountCents !== newest.amountCents &&
          newest.amountCents <= 2.5 * before.amountCents &&
          before.amountCents <= 2.5 * newest.amountCents &&
          earlierPrices.size <= 2 &&
          known?.amountCents !== newest.amountCents;
        expect(change).toEqual(
          isChange
            ? { day: newest.day, amountCents: newest.amountCents, beforeCents: before.amountCents }
            : null,
        );
      }),
    );
  });

  test('never by a price that moves by less than two percent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5_00, max: 500_00 }),
        fc.array(fc.double({ min: 0.991, max: 1.009, noNaN: true }), { maxLength: 6 }),
        (cents, rates) => {
          const amounts = rates.map((rate) => Math.round(cents * rate));
          expect(priceChangeOf(charges(...amounts))).toBeNull();
        },
      ),
    );
  });
});

test('a price change in words [PD-112]', () => {
  expect(priceChangeWords({ amountCents: 17_99, beforeCents: 15_49 })).toBe('$17.99 now, it was $15.49');
});

test('a recap has the price changes of its week only, the largest first, and counts the rest [PD-112]', () => {
  const change = (name: string, amountCents: number, day = MONDAY) => ({
    name,
    ...{ day, amountCents, beforeCents: 10_00 },
  });
  const changes = [
    change('Gym', 11_00, '2026-06-07'),
    change('News', 12_00, '2026-05-31'),
    change('Netflix', 14_00),
    change('Phone', 7_00),
    change('Paper', 10_50, '2026-06-08'),
  ];
  expect(priceSentences(changes, MONDAY)).toEqual([
    'Netflix is $14.00 now, it was $10.00.',
    'Phone is $7.00 now, it was $10.00.',
    'Gym is $11.00 now, it was $10.00.',
  ]);
  const [one, two] = [change('Milk', 10_30), change('Tea', 10_40)];
  expect(priceSentences([...changes, one], MONDAY).at(-1)).toBe('1 more price changed.');
  expect(priceSentences([...changes, one, two], MONDAY).slice(3)).toEqual(['2 more prices changed.']);
  expect(priceSentences([], MONDAY)).toEqual([]);
});
