import { MAX_AMOUNT_CENTS, centsFromDollars, dollarsFromCents } from '@oinkly/domain/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  day,
  dollars,
  ignoredUserId,
  MAX_AMOUNT_DOLLARS,
  MAX_WEEKLY_BUDGET_DOLLARS,
  monday,
  userName,
  timeZone,
  weeklyBudgetDollars,
} from './primitives.ts';

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

describe('an amount in dollars', () => {
  test.each([0, 0.01, -0.01, 19.99, -19.99, 1234.5, 0.29, 4.35, 9_999_999.99, 10_000_000, -10_000_000])(
    '%d is taken',
    (sum) => {
      expect(dollars.parse(sum)).toBe(sum);
    },
  );

  test.each([
    NaN,
    Infinity,
    -Infinity,
    10_000_001,
    -10_000_001,
    10_000_000.01,
    1e21,
    1e300,
    1.005,
    0.001,
    -2.675,
    0.0000005,
    1.0000005,
    null,
    undefined,
    '5',
    '',
    true,
    [5],
    {},
    5n,
  ])('%s is refused [SEC-14]', (value) => {
    expect(accepts(dollars, value)).toBe(false);
  });

  test('is taken for every number of whole cents, and its cents are exactly these [PD-1]', () => {
    expect(centsFromDollars(MAX_AMOUNT_DOLLARS)).toBe(MAX_AMOUNT_CENTS);
    fc.assert(
      fc.property(fc.integer({ min: -MAX_AMOUNT_CENTS, max: MAX_AMOUNT_CENTS }), (cents) => {
        expect(centsFromDollars(dollars.parse(dollarsFromCents(cents)))).toBe(cents);
      }),
      { numRuns: 2000 },
    );
  });

  test('is refused when cents cannot say it [PD-1]', () => {
    const nearZero = fc.double({ min: -0.01, max: 0.01, noNaN: true });
    const any = fc.double({ min: -MAX_AMOUNT_DOLLARS, max: MAX_AMOUNT_DOLLARS, noNaN: true });
    fc.assert(
      fc.property(fc.oneof(nearZero, any), (sum) => {
        expect(accepts(dollars, sum)).toBe(dollarsFromCents(centsFromDollars(sum)) === sum + 0);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a day', () => {
  test.each([
    ['2026-06-07', '2026-06-07'],
    ['2026-06-07T12:30:00.000Z', '2026-06-07'],
    ['2026-06-07T23:59:59-11:00', '2026-06-07'],
    ['2028-02-29T', '2028-02-29'],
  ])('%s is read as %s: a time after it is dropped and shifts no day [PD-2]', (text, expected) => {
    expect(day.parse(text)).toBe(expected);
  });

  test.each([
    '2026-02-30',
    '2026-02-30T10:00',
    '2026-13-45',
    '2026-02-29',
    '0000-01-01',
    '9999-12-31',
    '2026-6-7',
    '06/07/2026',
    ' 2026-06-07',
    '2026-06-07 12:00',
    'today',
    'T10:00',
    '',
    `2026-06-07T${'0'.repeat(40)}`,
    null,
    undefined,
    20_260_607,
    new Date(0),
    ['2026-06-07'],
  ])('%j is refused [SEC-14]', (value) => {
    expect(accepts(day, value)).toBe(false);
  });
});

describe('a weekly budget', () => {
  test.each([0, 1, 100, 2_500_000])('of %i whole dollars is taken', (budget) => {
    expect(weeklyBudgetDollars.parse(budget)).toBe(budget);
  });

  test.each([-1, 0.5, 99.99, 2_500_001, NaN, Infinity, null, '100', [100]])(
    'of %s is refused [SEC-14]',
    (value) => {
      expect(accepts(weeklyBudgetDollars, value)).toBe(false);
    },
  );

  test('times four is a valid amount, so that the monthly income fits', () => {
    expect(accepts(dollars, MAX_WEEKLY_BUDGET_DOLLARS * 4)).toBe(true);
  });
});

describe("a user's name", () => {
  test.each([
    ['Ana', 'Ana'],
    ['  Ana María ', 'Ana María'],
    ['O’Brien <3', 'O’Brien <3'],
    ['小猪', '小猪'],
    ['👩‍👩‍👧', '👩‍👩‍👧'],
    ['x'.repeat(80), 'x'.repeat(80)],
  ])('%j is taken as %j', (text, name) => {
    expect(userName.parse(text)).toBe(name);
  });

  test.each(['', '   ', '\t\n', 'a\u0000b', 'a\nb', 'a\u001b[31mb', 'a\u0085b', 'x'.repeat(81), null, 5, {}])(
    '%j is refused [SEC-14]',
    (value) => {
      expect(accepts(userName, value)).toBe(false);
    },
  );
});

describe('a time zone', () => {
  test.each(['UTC', 'America/New_York', 'Europe/Rome', 'Asia/Kolkata', 'Pacific/Kiritimati'])(
    '%s is taken',
    (zone) => {
      expect(timeZone.parse(zone)).toBe(zone);
    },
  );

  test.each(['', 'Mars/Olympus', 'America/New_York ', "UTC'; --", 'x'.repeat(65), null, 0])(
    '%j is refused [SEC-14]',
    (value) => {
      expect(accepts(timeZone, value)).toBe(false);
    },
  );

  test('that is taken never makes the calendar throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('utc', 'GMT', '+01:00', 'EST5EDT')), (zone) => {
        if (accepts(timeZone, zone)) new Intl.DateTimeFormat('en-US', { timeZone: zone }).format(0);
      }),
    );
  });
});

test.each([1, '1', 'a-user', undefined])('a userId of %j is no error', (value) => {
  expect(accepts(ignoredUserId, value)).toBe(true);
});

test.each([null, {}, [], true, NaN, 'x'.repeat(65)])('a userId of %j is refused [SEC-14]', (value) => {
  expect(accepts(ignoredUserId, value)).toBe(false);
});

test.each([
  ['2026-06-01', true],
  ['2026-06-02', false],
  ['2026-02-30', false],
  ['', false],
  ['0000-01-01', false],
])('%s names a week: %s', (text, expected) => {
  expect(accepts(monday, text)).toBe(expected);
});
