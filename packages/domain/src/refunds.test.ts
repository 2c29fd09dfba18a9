import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysBetween } from './days.ts';
import {
  isInRefundWindow,
  matchRefunds as matchInParts,
  type RefundableRow,
  type RefundMatch,
} from './refunds.ts';
import { resultOf } from './steps.ts';
import { dayFrom } from './test-support/arbitrary-days.ts';

const row = (id: number, amountCents: number, day: string): RefundableRow => ({ id, amountCents, day });
const match = (refundId: number, purchaseId: number, amountCents: number): RefundMatch => ({
  refundId,
  purchaseId,
  amountCents,
});
const matchRefunds = (...input: Parameters<typeof matchInParts>) => resultOf(matchInParts(...input));

/** $50 on 1 June, $30 on the 5th, $80 on the 9th. */
const purchases = [row(1, 5000, '2026-06-01'), row(2, 3000, '2026-06-05'), row(3, 8000, '2026-06-09')];

test('other work runs between refunds, however many one merchant has [SEC-29]', () => {
  const refunds = Array.from({ length: 50 }, (_, index) => row(100 + index, 100, '2026-06-10'));
  expect([...matchInParts({ refunds, purchases })].length).toBeGreaterThanOrEqual(refunds.length);
});

describe('a refund', () => {
  test('reduces the purchase of exactly its amount first [PD-6]', () => {
    expect(matchRefunds({ refunds: [row(7, 3000, '2026-06-10')], purchases })).toEqual([match(7, 2, 3000)]);
  });

  test('without one of its amount reduces the newest [PD-6]', () => {
    expect(matchRefunds({ refunds: [row(7, 2000, '2026-06-10')], purchases })).toEqual([match(7, 3, 2000)]);
  });

  test('larger than the newest continues with the next newest [PD-6]', () => {
    expect(matchRefunds({ refunds: [row(7, 10_000, '2026-06-10')], purchases })).toEqual([
      match(7, 3, 8000),
      match(7, 2, 2000),
    ]);
  });

  test('larger than all of them leaves a rest unmatched [PD-6]', () => {
    const matches = matchRefunds({ refunds: [row(7, 20_000, '2026-06-10')], purchases });
    expect(matches).toEqual([match(7, 3, 8000), match(7, 2, 3000), match(7, 1, 5000)]);
  });

  test('reduces the newest of equal purchases, on one day the one with the higher id [PD-6]', () => {
    const equal = [row(4, 3000, '2026-06-05'), row(9, 3000, '2026-06-05'), row(2, 3000, '2026-06-01')];
    expect(matchRefunds({ refunds: [row(7, 3000, '2026-06-10')], purchases: equal })).toEqual([
      match(7, 9, 3000),
    ]);
  });

  test('reduces what an earlier refund has left, and only that much counts as its amount [PD-6]', () => {
    const two = [row(1, 5000, '2026-06-01'), row(2, 8000, '2026-06-05')];
    const refunds = [row(7, 6000, '2026-06-06'), row(8, 2000, '2026-06-10')];
    expect(matchRefunds({ refunds, purchases: two })).toEqual([match(7, 2, 6000), match(8, 2, 2000)]);
  });

  test('never makes a purchase cost less than zero [PD-6]', () => {
    const refunds = [row(7, 3000, '2026-06-06'), row(8, 3000, '2026-06-07')];
    expect(matchRefunds({ refunds, purchases: [row(1, 5000, '2026-06-01')] })).toEqual([
      match(7, 1, 3000),
      match(8, 1, 2000),
    ]);
  });

  test.each([
    ['on the same day', '2026-03-01', 1],
    ['90 days later', '2026-05-30', 1],
    ['91 days later', '2026-05-31', 0],
    ['before it', '2026-02-28', 0],
  ])('%s (%s) finds the purchase of 1 March in %i cases [PD-6]', (_, day, count) => {
    const found = matchRefunds({
      refunds: [row(7, 1000, day)],
      purchases: [row(1, 1000, '2026-03-01')],
    });
    expect(found).toHaveLength(count);
  });

  test("matched by hand is left alone, and its purchase's part is not used again [PD-6]", () => {
    const refunds = [row(7, 3000, '2026-06-10'), row(8, 8000, '2026-06-11')];
    expect(matchRefunds({ refunds, purchases, fixed: [match(7, 3, 3000)] })).toEqual([
      match(8, 3, 5000),
      match(8, 2, 3000),
    ]);
  });

  test('unmatched by hand stays unmatched [PD-6]', () => {
    const refunds = [row(7, 3000, '2026-06-10'), row(8, 3000, '2026-06-11')];
    expect(matchRefunds({ refunds, purchases, lockedRefundIds: new Set([7]) })).toEqual([match(8, 2, 3000)]);
  });
});

describe('for any purchases and refunds', () => {
  const rows = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 99 }),
      amountCents: fc.integer({ min: 1, max: 12 }),
      day: dayFrom('2026-01-01', 200),
    }),
    { selector: ({ id }) => id, maxLength: 8 },
  );
  /** Some refunds matched by hand, each with its own purchase, and some unmatched by hand. */
  const situation = fc
    .record({ refunds: rows, purchases: rows, byHand: fc.nat(3), unmatched: fc.nat(2) })
    .map(({ refunds, purchases: bought, byHand, unmatched }) => ({
      refunds,
      purchases: bought,
      fixed: refunds.slice(0, byHand).flatMap((refund, index) => {
        const purchase = bought[index];
        const amountCents = Math.min(refund.amountCents, purchase?.amountCents ?? 0);
        return purchase ? [match(refund.id, purchase.id, amountCents)] : [];
      }),
      lockedRefundIds: new Set(refunds.slice(byHand, byHand + unmatched).map(({ id }) => id)),
    }));
  const sumOf = (matches: readonly RefundMatch[], counts: (one: RefundMatch) => boolean) =>
    matches.filter(counts).reduce((total, { amountCents }) => total + amountCents, 0);

  test('no purchase gets back more than it cost and no refund gives more than it is [PD-6]', () => {
    fc.assert(
      fc.property(situation, (input) => {
        const matches = matchRefunds(input);
        expect(matches.every(({ amountCents }) => amountCents > 0)).toBe(true);
        for (const { id, amountCents } of input.purchases) {
          const back = sumOf([...matches, ...input.fixed], ({ purchaseId }) => purchaseId === id);
          expect(back).toBeLessThanOrEqual(amountCents);
        }
        for (const { id, amountCents } of input.refunds) {
          expect(sumOf(matches, ({ refundId }) => refundId === id)).toBeLessThanOrEqual(amountCents);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('every match is within the 90 days before the refund and respects manual decisions [PD-6]', () => {
    fc.assert(
      fc.property(situation, (input) => {
        const decided = new Set([...input.lockedRefundIds, ...input.fixed.map(({ refundId }) => refundId)]);
        for (const { refundId, purchaseId } of matchRefunds(input)) {
          const [refund] = input.refunds.filter(({ id }) => id === refundId);
          const [purchase] = input.purchases.filter(({ id }) => id === purchaseId);
          const age = refund && purchase ? daysBetween(purchase.day, refund.day) : -1;
          expect(age).toBeGreaterThanOrEqual(0);
          expect(age).toBeLessThanOrEqual(90);
          expect(decided.has(refundId)).toBe(false);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('a rest stays unmatched only when nothing in its 90 days is left to reduce [PD-6]', () => {
    fc.assert(
      fc.property(situation, (input) => {
        const matches = matchRefunds(input);
        const decided = new Set([...input.lockedRefundIds, ...input.fixed.map(({ refundId }) => refundId)]);
        for (const refund of input.refunds.filter(({ id }) => !decided.has(id))) {
          if (sumOf(matches, ({ refundId }) => refundId === refund.id) === refund.amountCents) continue;
          const open = input.purchases.filter(({ id, amountCents, day }) => {
            const age = daysBetween(day, refund.day);
            const back = sumOf([...matches, ...input.fixed], ({ purchaseId }) => purchaseId === id);
            return age >= 0 && age <= 90 && back < amountCents;
          });
          expect(open).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('matches equal those found by comparing every refund with every purchase [PD-6]', () => {
    fc.assert(
      fc.property(situation, (input) => {
        expect(matchRefunds(input)).toEqual(matchPlainly(input));
      }),
      { numRuns: 2_000 },
    );
  });

  test('the order of rows changes nothing [PD-6]', () => {
    const shuffled = situation.chain((input) =>
      fc.record({
        input: fc.constant(input),
        refunds: fc.shuffledSubarray(input.refunds, { minLength: input.refunds.length }),
        purchases: fc.shuffledSubarray(input.purchases, { minLength: input.purchases.length }),
        fixed: fc.shuffledSubarray(input.fixed, { minLength: input.fixed.length }),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ input, ...reordered }) => {
        expect(matchRefunds({ ...input, ...reordered })).toEqual(matchRefunds(input));
      }),
      { numRuns: 500 },
    );
  });
});

/** The rule as a sentence: each refund looks through all purchases of its 90 days, the newest first. */
function matchPlainly(input: Required<Parameters<typeof matchRefunds>[0]>): RefundMatch[] {
  const decided = new Set([...input.lockedRefundIds, ...input.fixed.map(({ refundId }) => refundId)]);
  const found: RefundMatch[] = [];
  const leftOf = ({ id, amountCents }: RefundableRow) =>
    [...input.fixed, ...found]
      .filter(({ purchaseId }) => purchaseId === id)
      .reduce((left, one) => left - one.amountCents, amountCents);
  const oldestFirst = (rows: readonly RefundableRow[]) =>
    rows.toSorted((a, b) => a.day.localeCompare(b.day) || a.id - b.id);
  for (const refund of oldestFirst(input.refunds).filter(({ id }) => !decided.has(id))) {
    const inWindow = oldestFirst(input.purchases)
      .filter(({ day }) => isInRefundWindow(day, refund.day))
      .toReversed();
    const exact = inWindow.find((purchase) => leftOf(purchase) === refund.amountCents);
    let leftCents = refund.amountCents;
    for (const purchase of exact ? [exact] : inWindow) {
      const amountCents = Math.min(leftCents, leftOf(purchase));
      if (amountCents <= 0) continue;
      found.push(match(refund.id, purchase.id, amountCents));
      leftCents -= amountCents;
    }
  }
  return found;
}
