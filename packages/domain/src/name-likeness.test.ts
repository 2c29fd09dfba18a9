import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareNames } from './name-likeness.ts';

test.each([
  ['Starbucks', 'STARBUCKS #1234'],
  ['trader joes', "TRADER JOE'S 552 SEATTLE WA"],
  ['TraderJoes', 'Trader Joe’s #552'],
  ['Whole Foods', 'WHOLE FOODS MKT 10230'],
  ['Café Olé', 'SQ *CAFE OLE'],
  ['Spotify', 'PAYPAL *SPOTIFY'],
  ['McDonald', "McDonald's F3319"],
  ['H&M', 'H&M 0042'],
  ['Target, a gift for Bo', 'Target'],
  ['The Corner Shop', 'CORNER SHOP 0042'],
  ['寿司', '寿司 12'],
  ['4711', ' 4711'],
  ['Paypal', 'PAYPAL'],
])('%j is clearly %j', (manualName, bankName) => {
  expect(compareNames(manualName, bankName)).toBe('clear');
});

test.each([
  ['Cafe', 'Corner Cafe'],
  ['Starbuks', 'STARBUCKS #1234'],
  ['Joes pizza', 'PIZZA HUT 11'],
  ['Star', 'Starbucks'],
  ['Lunch', 'Lunchbox Deli'],
])('%j may be %j', (manualName, bankName) => {
  expect(compareNames(manualName, bankName)).toBe('close');
});

test.each([
  ['Lunch', 'Chipotle'],
  ['Gas', 'Gasparini'],
  ['The shop', 'Store of the year'],
  ['To', 'Tomato Pie'],
  ['4711', '4712'],
  ['24', 'Walmart'],
  ['寿司', '拉麺'],
  ['', 'Target'],
])('%j is not %j', (manualName, bankName) => {
  expect(compareNames(manualName, bankName)).toBe('none');
});

const anyName = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.constantFrom('sq', '*', 'corner', 'cafe', "joe's", 'joes', '#12', 'the', 'ß', '&', 'é'), {
      maxLength: 5,
    })
    .map((words) => words.join(' ')),
);

test('is symmetric, and every name clearly matches itself', () => {
  fc.assert(
    fc.property(anyName, anyName, (one, other) => {
      expect(compareNames(one, other)).toBe(compareNames(other, one));
      expect(compareNames(one, one)).toBe('clear');
    }),
    { numRuns: 1_000 },
  );
});

test('case and the number of a shop change nothing', () => {
  fc.assert(
    fc.property(anyName, anyName, fc.nat(), (one, other, number) => {
      fc.pre(/\p{L}/u.test(one));
      expect(compareNames(`${one.toLowerCase()} #${number}`, other)).toBe(
        compareNames(one.toLowerCase(), other),
      );
    }),
  );
});
