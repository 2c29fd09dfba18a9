import { expect, test } from 'vitest';
import { categoryOfStatement, kindOfStatement } from './statement-category.ts';

test.each([
  ['Groceries', 'X', 'Groceries'],
  ['personal care', 'X', 'Personal Care'],
  ['Food & Drink', 'X', 'Dining'],
  ['Restaurant-Restaurant', 'X', 'Dining'],
  ['Gas', 'X', 'Transportation'],
  ['Bills & Utilities', 'X', 'Utilities'],
  ['Utilities:Gas', 'X', 'Utilities'],
  ['Gas & Electric', 'X', 'Utilities'],
  ['Mortgage & Rent', 'X', 'Housing'],
  ['Car Rental', 'X', 'Transportation'],
  ['Entertainment Rentals', 'X', 'Entertainment'],
  ['Health & Wellness', 'X', 'Healthcare'],
  ['Merchandise & Supplies', 'X', 'Shopping'],
  ['', 'STARBUCKS 123', 'Dining'],
  ['', 'SHELL OIL 57442', 'Transportation'],
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
  ['', 'Payment to Chase card ending in 1234 06/02', 'card-payment'],
  ['', 'CAPITAL ONE MOBILE PMT', 'card-payment'],
  ['', 'CAPITAL ONE CRCARDPMT', 'card-payment'],
  ['', 'DISCOVER E-PAYMENT', 'card-payment'],
  ['', 'APPLECARD GSBANK PAYMENT', 'card-payment'],
  ['', 'BK OF AMER VISA ONLINE PMT', 'card-payment'],
  ['Transfer', 'X', 'transfer'],
  ['[Savings]', 'X', 'transfer'],
  ['', 'ONLINE TRANSFER TO SAV ...42', 'transfer'],
  ['Mortgage & Rent', 'X', 'fixed-bill'],
  ['Auto Insurance', 'X', 'fixed-bill'],
  ['Car Rental', 'X', 'spending'],
  ['', 'Card Factory', 'spending'],
  ['', 'CARD PAYMENT TO TESCO STORES 1234', 'spending'],
  ['Card Payment', 'Boots', 'spending'],
  ['', 'Rent the Runway', 'spending'],
  ['', 'Transfer Pizza', 'spending'],
])('a row of category %j and name %j is %3$s [PD-4]', (said, name, kind) => {
  expect(kindOfStatement(said, name)).toBe(kind);
});
