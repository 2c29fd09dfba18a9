import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centsFromDollars, dollarsFromCents, formatMoney, formatUsd, MAX_AMOUNT_CENTS } from './money.ts';
import { centsOfSearch, meaningsOfMoneyInput, parseMoneyInput } from './money-input.ts';

/** Also totals of 10,000 largest expenses. */
const MAX_TOTAL_CENTS = 10_000 * MAX_AMOUNT_CENTS;
const anyCents = fc.oneof(
  fc.integer({ min: -MAX_AMOUNT_CENTS, max: MAX_AMOUNT_CENTS }),
  fc.integer({ min: -MAX_TOTAL_CENTS, max: MAX_TOTAL_CENTS }),
);

describe('centsFromDollars', () => {
  test.each([
    [0, 0],
    [12, 1200],
    [19.99, 1999],
    [0.285, 29],
    [1.005, 101],
    [-1.005, -101],
    [1.115, 112],
    [8.345, 835],
    [0.004, 0],
    [0.005, 1],
    [4.35, 435],
    [1e-7, 0],
    [0.1 + 0.2, 30],
    [10_000_000, 1_000_000_000],
    [-10_000_000, -1_000_000_000],
  ])('of %d is %i, rounded half away from zero [PD-1]', (dollars, cents) => {
    expect(centsFromDollars(dollars)).toBe(cents);
  });

  test.each([-0, -0.004, -1e-9])('of %d is a zero without a sign', (dollars) => {
    expect(centsFromDollars(dollars)).toBe(0);
  });

  test.each([NaN, Infinity, -Infinity, 1e14, -1e14, 1e21, -1e21, Number.MAX_VALUE])(
    'of %d throws a RangeError',
    (dollars) => {
      expect(() => centsFromDollars(dollars)).toThrow(RangeError);
    },
  );

  test('returns the original cents for every amount in range [PD-1]', () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        expect(centsFromDollars(dollarsFromCents(cents))).toBe(cents);
      }),
      { numRuns: 5000 },
    );
  });

  test('reads JSON decimals exactly to the cent [PD-1]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 0, max: 99 }), (whole, rest) => {
        const json: unknown = JSON.parse(`${whole}.${String(rest).padStart(2, '0')}`);
        expect(centsFromDollars(Number(json))).toBe(whole * 100 + rest);
      }),
      { numRuns: 2000 },
    );
  });

  test('of any number is whole cents in range or a RangeError, symmetric for both signs [PD-1]', () => {
    const cents = (dollars: number) => {
      try {
        return centsFromDollars(dollars);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
        return 'refused';
      }
    };
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.double({ min: -2e9, max: 2e9 })), (dollars) => {
        const result = cents(dollars);
        const mirrored = cents(-dollars);
        if (result === 'refused') expect(mirrored).toBe('refused');
        else {
          expect(Number.isSafeInteger(result)).toBe(true);
          // The product is rounded to a float too.
          const slack = Math.abs(dollars * 100) * Number.EPSILON;
          expect(Math.abs(result - dollars * 100)).toBeLessThanOrEqual(0.500001 + slack);
          expect(Number(mirrored) + result).toBe(0);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('money in words', () => {
  test.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [123_450, '$1,234.50'],
    [-300, '-$3.00'],
    [MAX_AMOUNT_CENTS, '$10,000,000.00'],
  ])('%i cents are %j, US dollars with two decimals in en-US style [RT-16]', (cents, text) => {
    expect(formatUsd(cents)).toBe(text);
    expect(formatMoney(cents, 'USD')).toBe(text);
  });

  test('always have two decimals, a dollar sign and a comma for every thousand [RT-16]', () => {
    fc.assert(fc.property(anyCents, (cents) => /^-?\$\d{1,3}(,\d{3})*\.\d{2}$/.test(formatUsd(cents))));
  });

  test.each([
    [1200, 'EUR', '€12.00'],
    [123_456, 'GBP', '£1,234.56'],
    [120_000, 'JPY', '¥1,200'],
    [1250, 'dollars of a game', '12.50 dollars of a game'],
    [1250, '', '12.50 '],
    [3_125_000, 'points', '31,250 points'],
  ])('%i hundredths in %j are %j', (cents, currency, text) => {
    expect(formatMoney(cents, currency)).toBe(text);
  });
});

describe('parseMoneyInput', () => {
  test.each([
    ['12', 1200],
    ['$1,234.50', 123_450],
    [' 3.5 ', 350],
    ['$ 4.25', 425],
    ['.5', 50],
    ['.05', 5],
    ['7.', 700],
    ['0', 0],
    ['1,234,567.89', 123_456_789],
    ['10000000', 1_000_000_000],
    ['0.29', 29],
    ['14,99', 1499],
    ['12,5', 1250],
    ['1.299,50', 129_950],
    ['$1.299,5', 129_950],
    ['1 850', 185_000],
    ['1\u202f850,25', 185_025],
    ["1'850.25", 185_025],
    ['1,299', 129_900],
  ])('of %j is %i cents', (text, cents) => {
    expect(parseMoneyInput(text)).toBe(cents);
  });

  test.each([
    '',
    ' ',
    '$',
    '.',
    '-3',
    '$-3',
    '1.005',
    '1234,567',
    '12a',
    '1e3',
    '0x10',
    'Infinity',
    'NaN',
    '10000000.01',
    '9'.repeat(400),
    '١٢',
    '$$5',
    '1.299',
    '0,500',
    '1,2345',
    '1 85',
    ',',
    '5$',
  ])('of %j is null', (text) => {
    expect(parseMoneyInput(text)).toBeNull();
  });

  test.each([
    ['1.299', [129_900, 130]],
    ['$12.345', [1_234_500, 1235]],
    ['0.500', []],
    ['1.29', []],
    ['1,299', []],
    ['', []],
  ])('of %j may mean %j', (text, cents) => {
    expect(meaningsOfMoneyInput(text)).toEqual(cents);
  });

  test('never throws and returns whole cents from zero to the largest amount', () => {
    const moneyLike = fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,$- e')) });
    fc.assert(
      fc.property(fc.oneof(fc.string(), moneyLike), (text) => {
        const cents = parseMoneyInput(text) ?? 0;
        expect(Number.isInteger(cents) && cents >= 0 && cents <= MAX_AMOUNT_CENTS).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('reads back every formatted amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_AMOUNT_CENTS }), (cents) => {
        expect(parseMoneyInput(formatUsd(cents))).toBe(cents);
      }),
    );
  });
});

test.each([
  ['25', { from: 2500, to: 2599 }],
  ['25.', { from: 2500, to: 2599 }],
  ['25.5', { from: 2550, to: 2559 }],
  ['$1,234.50', { from: 123450, to: 123450 }],
  ['coffee', null],
  ['7-eleven', null],
  ['', null],
])('a search for %j covers the amounts %o [PD-30]', (text, range) => {
  expect(centsOfSearch(text)).toEqual(range);
});
