import { expect, test } from 'vitest';
import { parseAmountText } from './amount-text.ts';

test.each([
  ['$12.50', 1250],
  ['12.50', 1250],
  [' $1,234.5 ', 123_450],
  ['US$12.50', 1250],
  ['USD\u00a012.50', 1250],
  ['12.50 USD', 1250],
  ['$12', 1200],
])('reads %j as the amount that a phone writes [PD-78]', (text, amountCents) => {
  expect(parseAmountText(text)).toEqual({ amountCents });
});

test.each([
  ['€12.50', 'currency'],
  ['12,50 €', 'currency'],
  ['CA$12.50', 'currency'],
  ['-$12.50', 'negative'],
  ['12,5', 'unreadable'],
  ['$12.50 tip', 'unreadable'],
  ['$12 $13', 'several'],
  ['$99999999999', 'too-large'],
])('refuses %j and says why [PD-78]', (text, amountProblem) => {
  expect(parseAmountText(text)).toEqual({ amountProblem });
});

test.each(['', 'twelve', '$', '$0.00'])('finds no amount in %j', (text) => {
  expect(parseAmountText(text)).toEqual({});
});
