import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween } from './days.ts';
import * as monthlyPayments from './monthly-payments.ts';
import { enteredPayments, MOST_PAYMENTS, type Payment } from './monthly-payments.ts';
import { occurrenceOnOrAfter, occurrencesThrough } from './recurrence.ts';
import { resultOf } from './steps.ts';
import { dayFrom } from './test-support/arbitrary-days.ts';

const TODAY = '2026-06-05';
const EXPECTED = { expectedOn: TODAY, followingOn: TODAY, dayOfMonth: 5 };

function payments(
  days: readonly string[],
  amounts: readonly number[] = [],
  merchantKey = 'netflix',
): Payment[] {
  return days.map((day, index) => ({
    id: index + 1,
    merchantKey,
    day,
    amountCents: amounts[index] ?? 15_99,
    isFinal: true,
  }));
}

const findMonthlyPayments = (rows: readonly Payment[], today: string) =>
  resultOf(monthlyPayments.findMonthlyPayments(rows, today));
const found = (rows: readonly Payment[], today = TODAY) =>
  findMonthlyPayments(rows, today).map(({ latest, count, expectedOn }) => [latest.day, count, expectedOn]);

describe('what looks monthly', () => {
  test('is three payments a month apart, and when the next one is expected', () => {
    expect(found(payments(['2026-03-12', '2026-04-12', '2026-05-12']))).toEqual([
      ['2026-05-12', 3, '2026-06-12'],
    ]);
  });

  test('is nothing at a merchant that is paid more often than daily', () => {
    const monthly = payments(['2026-03-12', '2026-04-12', '2026-05-12']);
    const often = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        id: 10 + index,
        merchantKey: 'netflix',
        amountCents: 90_00,
        day: addDays('2026-05-30', -index),
        isFinal: true,
      }));
    expect(found([...monthly, ...often(100)])).toHaveLength(1);
    expect(found([...monthly, ...often(MOST_PAYMENTS)])).toEqual([]);
  });

  test('needs three payments', () => {
    expect(found(payments(['2026-04-12', '2026-05-12']))).toEqual([]);
  });

  test.each([
    [26, true],
    [35, true],
    [25, false],
    [36, false],
    [7, false],
    [14, false],
    [61, false],
  ])('may be %i days apart: %s', (gap, expected) => {
    const rows = payments([addDays('2026-06-01', -2 * gap), addDays('2026-06-01', -gap), '2026-06-01']);
    expect(found(rows)).toHaveLength(expected ? 1 : 0);
  });

  test.each([
    [35, true],
    // Paid today, it would no longer be a month later.
    [36, false],
  ])('was last paid %i days ago: %s', (age, expected) => {
    const last = addDays(TODAY, -age);
    expect(found(payments([addDays(last, -60), addDays(last, -30), last]))).toHaveLength(expected ? 1 : 0);
  });

  test.each([
    [[80_00, 120_00, 100_00], true],
    [[79_99, 120_00, 100_00], false],
    [[100_00, 120_01, 100_00], false],
    [[4_99, 14_99, 9_99], true],
    [[4_98, 14_99, 9_99], false],
  ])('is steady within a fifth or five dollars of the newest: %j %s', (amounts, expected) => {
    const rows = payments(['2026-03-12', '2026-04-12', '2026-05-12'], amounts);
    expect(found(rows)).toHaveLength(expected ? 1 : 0);
  });

  test('is not what is paid every week, though every fourth payment is a month apart', () => {
    const weekly = Array.from({ length: 20 }, (_, index) => addDays('2026-06-04', -7 * index));
    expect(found(payments(weekly))).toEqual([]);
  });

  test('is found among other purchases of the same merchant', () => {
    const subscription = payments(
      ['2026-03-12', '2026-04-12', '2026-05-12'],
      [14_99, 14_99, 14_99],
      'amazon',
    );
    const shopping = payments(
      ['2026-03-15', '2026-04-01', '2026-05-20', '2026-06-01'],
      [80_00, 49_00, 231_50, 64_00],
      'amazon',
    );
    const rows = [...subscription, ...shopping.map((row) => ({ ...row, id: row.id + 10 }))];
    expect(found(rows)).toEqual([['2026-05-12', 3, '2026-06-12']]);
  });

  test('is none if a month was left out', () => {
    expect(found(payments(['2026-01-12', '2026-02-12', '2026-04-12', '2026-05-12']))).toEqual([]);
  });

  test('is returned once per merchant, next expected first', () => {
    const rows = [
      ...payments(['2026-03-20', '2026-04-20', '2026-05-20'], [], 'gym'),
      ...payments(['2026-03-12', '2026-04-12', '2026-05-12'], [], 'music'),
    ];
    expect(findMonthlyPayments(rows, TODAY).map(({ latest }) => latest.merchantKey)).toEqual([
      'music',
      'gym',
    ]);
  });
});

describe('a bill whose price has changed', () => {
  const BILLS = ['2026-04-01', '2026-05-01', '2026-06-01'];
  const bills = (later: readonly (readonly [day: string, amountCents: number])[]) =>
    payments(
      [...BILLS, ...later.map(([day]) => day)],
      [50_00, 52_00, 51_00, ...later.map(([, cents]) => cents)],
    );

  test.each(['2026-07-01', '2026-07-03', '2026-07-11', '2026-07-31'])(
    "is no longer expected once paid: on %s, the next one is next month's",
    (today) => {
      expect(found(bills([['2026-07-01', 75_00]]), today)).toEqual([['2026-07-01', 4, '2026-08-01']]);
    },
  );

  test.each([
    ['2026-06-26', [['2026-06-01', 3, '2026-07-06']]],
    ['2026-06-27', [['2026-06-27', 4, '2026-08-01']]],
    ['2026-07-06', [['2026-07-06', 4, '2026-08-01']]],
    ['2026-07-07', []],
  ])('may be paid around the expected day, such as on %s', (day, expected) => {
    const today = day > '2026-07-06' ? day : '2026-07-06';
    expect(found(bills([[day, 75_00]]), today)).toEqual(expected);
  });

  test('continues at the new price, even if it falls again', () => {
    const prices = [75_00, 40_00, 51_00, 120_00];
    const days = ['2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01'];
    for (const [index, day] of days.entries()) {
      const later = days.slice(0, index + 1).map((one, at) => [one, prices[at] ?? 0] as const);
      expect(found(bills(later), day)[0]?.slice(0, 2)).toEqual([day, 4 + index]);
    }
  });

  test('has ended when nothing was paid for a month', () => {
    expect(found(bills([['2026-08-01', 75_00]]), '2026-08-01')).toEqual([]);
  });

  test('is, of several payments, the one nearest in amount', () => {
    const later = [['2026-07-01', 2_99] as const, ['2026-07-02', 75_00] as const];
    expect(found(bills(later), '2026-07-05')).toEqual([['2026-07-02', 4, '2026-08-01']]);
  });

  test('that may be another purchase of its merchant is not overdue past a late payment', () => {
    const shopping = [['2026-06-15', 30_00] as const, ['2026-07-01', 75_00] as const];
    expect(found(bills(shopping), '2026-07-06')).toEqual([['2026-06-01', 3, '2026-07-06']]);
    expect(found(bills(shopping), '2026-07-07')).toEqual([]);
  });

  test('is not mistaken for another purchase at its merchant', () => {
    const shopping = [['2026-06-15', 30_00] as const, ['2026-06-29', 75_00] as const];
    expect(found(bills(shopping), '2026-06-30')).toEqual([['2026-06-01', 3, '2026-07-01']]);
    // A payment with the usual amount continues the series, whatever else was bought there.
    expect(found(bills([...shopping, ['2026-07-02', 51_00]]), '2026-07-03')).toEqual([
      ['2026-07-02', 4, '2026-08-01'],
    ]);
  });

  test('is not what was paid twice on its day', () => {
    const twice = [['2026-06-01', 51_00] as const, ['2026-07-01', 75_00] as const];
    expect(found(bills(twice), '2026-07-03')).toEqual([]);
  });
});

describe('the next one', () => {
  test.each([
    // Weekends moved single payments.
    [['2026-03-01', '2026-04-01', '2026-05-03'], '2026-05-05', '2026-06-01'],
    [['2026-02-01', '2026-03-01', '2026-03-31'], '2026-04-02', '2026-05-01'],
    // The last day of the month.
    [['2025-12-31', '2026-01-31', '2026-02-28'], '2026-03-02', '2026-03-31'],
    // Overdue.
    [['2026-03-01', '2026-04-01', '2026-05-01'], '2026-06-05', '2026-06-05'],
  ])('after %j is expected, on %s, on %s', (days, today, expected) => {
    expect(found(payments(days), today)[0]?.[2]).toBe(expected);
  });
});

const STREAMLY = {
  ...{ id: 1, merchantKey: 'streamly', name: 'STREAMLY #12', amountCents: 16_99, day: TODAY, isFinal: true },
};

test.each([
  ['Streamly', 15_99, true],
  ['streamly', -15_99, true],
  ['Streamly', 20_00, true],
  ['Streamly', 22_00, false],
  ['Stream', 15_99, false],
  ['Rent', 15_99, false],
])('entered as %j of %i cents, payments of 16.99 to Streamly are that: %s', (name, amountCents, expected) => {
  const monthly = { latest: STREAMLY, count: 3, ...EXPECTED, priceChange: null };
  const entered = { name, amountCents };
  expect([...enteredPayments([monthly], [{ name: 'Gym', amountCents: 16_99 }, entered])]).toEqual(
    expected ? [[monthly, entered]] : [],
  );
});

test.each([
  [8_99, true],
  [2_99, false],
])('entered at %i cents, payments that rose from 8.99 to 16.99 are that: %s', (amountCents, expected) => {
  const priceChange = { day: TODAY, amountCents: 16_99, beforeCents: 8_99 };
  const monthly = { latest: STREAMLY, count: 3, ...EXPECTED, priceChange };
  const entered = { name: 'Streamly', amountCents };
  expect([...enteredPayments([monthly], [entered]).values()]).toEqual(expected ? [entered] : []);
});

test('finds payments on one day of every month, and expects the next on that day', () => {
  fc.assert(
    fc.property(
      dayFrom('2024-01-01', 1500),
      fc.integer({ min: 1, max: 31 }),
      fc.integer({ min: 3, max: 6 }),
      fc.integer({ min: 0, max: 20 }),
      (start, recursOn, count, age) => {
        const first = occurrenceOnOrAfter(start, recursOn);
        const days = occurrencesThrough(first, addDays(first, 31 * count), recursOn).slice(0, count);
        const last = days.at(-1) ?? '';
        const [row] = findMonthlyPayments(payments(days), addDays(last, age));
        expect(row?.count).toBe(count);
        expect(row?.expectedOn).toBe(occurrenceOnOrAfter(addDays(last, 15), mostOf(days)));
        // A clamped last day can be up to three days early.
        expect(daysBetween(last, row?.expectedOn ?? '')).toBeGreaterThanOrEqual(25);
      },
    ),
  );
});

test('after three steady payments, whatever is paid on that day is never still expected', () => {
  fc.assert(
    fc.property(
      dayFrom('2024-01-01', 1500),
      fc.integer({ min: 1, max: 31 }),
      fc.integer({ min: 1, max: 500_00 }),
      fc.array(fc.integer({ min: 1, max: 500_00 }), { maxLength: 3 }),
      fc.integer({ min: 0, max: 20 }),
      (start, recursOn, steadyCents, laterCents, age) => {
        const count = 3 + laterCents.length;
        const first = occurrenceOnOrAfter(start, recursOn);
        const days = occurrencesThrough(first, addDays(first, 31 * count), recursOn).slice(0, count);
        const last = days.at(-1) ?? '';
        const rows = payments(days, [steadyCents, steadyCents, steadyCents, ...laterCents]);
        const [row, ...others] = findMonthlyPayments(rows, addDays(last, age));
        expect([row?.latest, row?.count, others]).toEqual([rows.at(-1), count, []]);
        expect(daysBetween(last, row?.expectedOn ?? '')).toBeGreaterThanOrEqual(25);
      },
    ),
  );
});

test('does not depend on the order of payments', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          id: fc.integer({ min: 1, max: 1000 }),
          merchantKey: fc.constantFrom('a', 'b'),
          amountCents: fc.integer({ min: 1, max: 20_00 }),
          day: dayFrom('2026-01-01', 155),
          isFinal: fc.boolean(),
        }),
        { maxLength: 30 },
      ),
      (rows) => {
        const unique = [...new Map(rows.map((row) => [row.id, row])).values()];
        expect(findMonthlyPayments(unique.toReversed(), TODAY)).toEqual(findMonthlyPayments(unique, TODAY));
      },
    ),
  );
});

/** The most frequent day of the month; the newest of several. */
function mostOf(days: readonly string[]): number {
  const numbers = days.map((day) => Number(day.slice(8))).reverse();
  const count = (number: number) => numbers.filter((one) => one === number).length;
  return numbers.toSorted((a, b) => count(b) - count(a))[0] ?? 0;
}
