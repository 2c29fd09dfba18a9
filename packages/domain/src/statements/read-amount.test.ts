import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_AMOUNT_CENTS } from '../money.ts';
import { currencyIn } from './currencies.ts';
import { creditOrDebit, guessDecimalSign, hasPlus, readAmount, type DecimalSign } from './read-amount.ts';

test.each<[string, number]>([
  ['5', 500],
  ['5.2', 520],
  ['.99', 99],
  ['1,234.50', 123_450],
  ['1 234.50', 123_450],
  ["1'234.50", 123_450],
  ['-4.25', -425],
  ['−4.25', -425],
  ['4.25-', -425],
  ['- 4.25', -425],
  ['(4.25)', -425],
  ['($1,234.50)', -123_450],
  ['-$4.25', -425],
  ['$-4.25', -425],
  ['+4.25', 425],
  ['USD 4.25', 425],
  ['4.25 USD', 425],
  ['US$4.25', 425],
  ['CA$4.25', 425],
  ['4.25 kr', 425],
  ['4.25 kr.', 425],
  ['4.25 zł', 425],
  ['€4.25', 425],
  ['4.25 CR', 425],
  ['4.25 DR', -425],
  [' 4.2500 ', 425],
  ['0.00', 0],
  ['-0.00', 0],
])('an amount is read as a bank writes it: %s [PD-30]', (text, cents) => {
  expect(readAmount(text, '.')).toEqual({ cents });
});

test.each<[string, number]>([
  ['12,50', 1250],
  ['-1.234,56 €', -123_456],
  ['1.234', 123_400],
  ['1 234,5', 123_450],
  ['1\u202f234,50', 123_450],
])('also with a decimal comma: %s [PD-30]', (text, cents) => {
  expect(readAmount(text, ',')).toEqual({ cents });
});

test.each([
  '',
  ' ',
  '-',
  '.',
  'abc',
  '1,23.4',
  '12,50',
  '1.2.3',
  '1,2345',
  '5 apples',
  '4-5',
  '1e5',
  'NaN',
  '9'.repeat(41),
])('text that is not an amount is refused: %j [PD-30]', (text) => {
  expect(readAmount(text, '.')).toEqual({ problem: 'not-an-amount' });
});

test('an amount beyond ten million dollars, or with a fraction of a cent, says so [PD-30]', () => {
  expect(readAmount('10,000,000.00', '.')).toEqual({ cents: MAX_AMOUNT_CENTS });
  expect(readAmount('-10,000,000.01', '.')).toEqual({ problem: 'too-large' });
  expect(readAmount('9'.repeat(39), '.')).toEqual({ problem: 'too-large' });
  expect(readAmount('1.005', '.')).toEqual({ problem: 'fraction-of-a-cent' });
});

const written = fc.record({
  cents: fc.integer({ min: -MAX_AMOUNT_CENTS, max: MAX_AMOUNT_CENTS }),
  decimal: fc.constantFrom<DecimalSign>('.', ','),
  isGrouped: fc.boolean(),
  minus: fc.constantFrom('before', 'behind', 'parentheses'),
});

/** An amount as written by one of many banks. */
function write({
  cents,
  decimal,
  isGrouped,
  minus,
}: typeof written extends fc.Arbitrary<infer T> ? T : never) {
  const whole = String(Math.floor(Math.abs(cents) / 100));
  const grouped = isGrouped ? whole.replace(/\B(?=(\d{3})+$)/g, decimal === '.' ? ',' : '.') : whole;
  const text = `${grouped}${decimal}${String(Math.abs(cents) % 100).padStart(2, '0')}`;
  if (cents >= 0) return text;
  return minus === 'before' ? `-${text}` : minus === 'behind' ? `${text}-` : `(${text})`;
}

test('reads every written amount, and guesses the decimal sign of a column [PD-30]', () => {
  fc.assert(
    fc.property(written, (amount) => {
      const text = write(amount);
      expect(readAmount(text, amount.decimal)).toEqual({ cents: amount.cents });
      expect(guessDecimalSign([text])).toBe(amount.decimal);
    }),
  );
});

test('any text is an amount or none, and quickly [PD-30]', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,-()$ ')) })),
      (text) => {
        const read = readAmount(text, '.');
        return 'problem' in read || Number.isSafeInteger(read.cents);
      },
    ),
  );
  const startedAt = performance.now();
  readAmount('1,'.repeat(1_000_000), '.');
  expect(performance.now() - startedAt).toBeLessThan(500);
});

test.each([
  ['Amount (EUR)', 'EUR'],
  ['Amount (SGD)', 'SGD'],
  ['Betrag CZK', 'CZK'],
  ['€ 5', 'EUR'],
  ['£5', 'GBP'],
  ['Débit euros', 'EUR'],
  ['S$5', 'SGD'],
  ['CAD$', 'CAD'],
  ['$5', null],
  ['Amount', null],
  ['ALL AMOUNTS', null],
  ['BIG TOP TRY', null],
])('finds the currency of %j: %s [PD-30]', (text, currency) => {
  expect(currencyIn(text)).toBe(currency);
});

test('reads CR and DR after an amount, and a plus before it [PD-30]', () => {
  expect(['+ £1,100 CR', '12.00 DR', '(12.00) CR', '12.00'].map(creditOrDebit)).toEqual([
    'in',
    'out',
    'in',
    null,
  ]);
  expect(readAmount('+ £1,100 CR', '.')).toEqual({ cents: 110_000 });
  expect(['+ $12.00', '$+12.00', '-12.00', '12.00'].map(hasPlus)).toEqual([true, true, false, false]);
});

test('does not take a point before thousands for a decimal sign [PD-30]', () => {
  expect(guessDecimalSign(['50.000', '1.250.000'])).toBe(',');
  expect(guessDecimalSign(['50.000', '12.50'])).toBe('.');
  expect(guessDecimalSign(['50', '12'])).toBe('.');
});
