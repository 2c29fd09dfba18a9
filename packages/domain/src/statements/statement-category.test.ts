import { expect, test } from 'vitest';
import { categoryOfStatement, kindOfStatement } from './statement-category.ts';

test.each([
  ['Groceries', 'X', 'Groceries'],
  ['personal care', 'X', 'Personal Care'],
  ['Food & Drink', 'X', 'Dining'],
  ['Restaurant-Restaurant', 'X', 'Dining'],
  ['Gas', 'X', 'Transportation'],
  ['Bills & Utilities', 'X', 'Utilities'],
  ['Health & Wellness', 'X', 'Healthcare'],
  ['Merchandise & Supplies', 'X', 'Shopping'],
  ['', 'STARBUCKS 123', 'Dining'],
  ['Other', 'STARBUCKS 123', 'Dining'],
  ['Other', 'Zzz', 'Other'],
  ['', 'Zzz', 'Other'],
])('the bank’s category %j of %j is filed under %s [PD-30]', (said, name, category) => {
  expect(categoryOfStatement(said, name)).toBe(category);
});

test.each([
  ['', 'CHASE CREDIT CRD AUTOPAY', 'card-payment'],
  ['Credit Card Payment', 'X', 'card-payment'],
  ['', 'AMEX EPAYMENT', 'card-payment'],
  ['Transfer', 'X', 'transfer'],
  ['[Savings]', 'X', 'transfer'],
  ['', 'ONLINE TRANSFER TO SAV ...42', 'transfer'],
  ['Mortgage & Rent', 'X', 'fixed-bill'],
  ['Auto Insurance', 'X', 'fixed-bill'],
  ['Car Rental', 'X', 'spending'],
  ['', 'Card Factory', 'spending'],
  ['', 'Rent the Runway', 'spending'],
  ['', 'Transfer Pizza', 'spending'],
])('a row of category %j and name %j is %3$s [PD-4]', (said, name, kind) => {
  expect(kindOfStatement(said, name)).toBe(kind);
});
