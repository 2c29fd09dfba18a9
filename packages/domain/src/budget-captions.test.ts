import fc from 'fast-check';
import { expect, test } from 'vitest';
import { budgetCaption, clampBudget } from './budget-captions.ts';

test.each([
  [0, 'Just getting started?'],
  [1, 'Super conservative!'],
  [49, 'Super conservative!'],
  [50, 'Conservative spender'],
  [74, 'Conservative spender'],
  [75, 'Balanced approach'],
  [124, 'Balanced approach'],
  [125, 'Living it up!'],
  [199, 'Living it up!'],
  [200, 'Big spender mode'],
  [499, 'Big spender mode'],
  [500, 'High roller!'],
  [1000, 'High roller!'],
])('a weekly budget of $%i is captioned %j [ONB-3]', (dollars, caption) => {
  expect(budgetCaption(dollars)).toBe(caption);
});

test.each([
  ['100', 100],
  [' 75 ', 75],
  ['0', 0],
  ['1000', 1000],
  ['1001', 1000],
  ['-5', 0],
  ['12.5', 13],
  ['999999999999', 1000],
  ['Infinity', 1000],
  ['-Infinity', 0],
  ['', 0],
  ['abc', 0],
  ['12abc', 0],
  ['NaN', 0],
])('a goal of %j becomes %i whole dollars: clamped to 0-1000, 0 if not a number', (text, dollars) => {
  expect(clampBudget(text)).toBe(dollars);
});

test('any text becomes a whole goal from 0 to 1000', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String)), (text) => {
      const dollars = clampBudget(text);
      expect(Number.isInteger(dollars) && dollars >= 0 && dollars <= 1000).toBe(true);
    }),
  );
});
