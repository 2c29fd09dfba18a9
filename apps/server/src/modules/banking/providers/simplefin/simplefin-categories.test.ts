import { expect, test } from 'vitest';
import { categoryOfCode } from './simplefin-categories.ts';

test.each([
  ['4829', 'transfer', 'Other'],
  ['6012', 'transfer', 'Other'],
  ['6051', 'transfer', 'Other'],
  ['6010', 'purchase', 'Other'],
  ['6011', 'purchase', 'Other'],
  ['6300', 'fixed-bill', 'Other'],
  ['6513', 'fixed-bill', 'Housing'],
  ['9311', 'fixed-bill', 'Other'],
  ['3058', 'purchase', 'Travel'],
  ['3357', 'purchase', 'Transportation'],
  ['3504', 'purchase', 'Travel'],
  ['4121', 'purchase', 'Transportation'],
  ['4511', 'purchase', 'Travel'],
  ['4814', 'purchase', 'Utilities'],
  ['4900', 'purchase', 'Utilities'],
  ['5411', 'purchase', 'Groceries'],
  ['5541', 'purchase', 'Transportation'],
  ['5812', 'purchase', 'Dining'],
  ['5912', 'purchase', 'Healthcare'],
  ['5942', 'purchase', 'Education'],
  ['5311', 'purchase', 'Shopping'],
  ['5999', 'purchase', 'Shopping'],
  ['7230', 'purchase', 'Personal Care'],
  ['7832', 'purchase', 'Entertainment'],
  ['7997', 'purchase', 'Personal Care'],
  ['0780', 'purchase', 'Housing'],
])('the merchant category code %s is a %s in %s [PD-4]', (code, paymentType, expenseCategory) => {
  expect(categoryOfCode(code)).toEqual({ paymentType, expenseCategory });
});

test.each(['', '0000', '780', '54111', '8398', 'food'])('the code %j says nothing', (code) => {
  expect(categoryOfCode(code)).toBeNull();
});
