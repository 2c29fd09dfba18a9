import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  hasKindOfFields,
  kindOfBankRow,
  kindOfExpense,
  merchantKey,
  type PaymentType,
} from './classification.ts';
import type { MoneyKind } from './money-kinds.ts';

const PAYMENT_TYPES = [
  'purchase',
  'fixed-bill',
  'loan-payment',
  'transfer',
  'card-payment',
  'income',
] as const satisfies PaymentType[];

function kindOf(amountCents: number, paymentType: PaymentType | null, name = 'ACME') {
  const category = paymentType && { paymentType, expenseCategory: 'Other' as const };
  return kindOfBankRow({ amountCents, category, name });
}

test.each([
  ['Rent', 'Housing', 'fixed-bill'],
  ['June rent', 'Other', 'fixed-bill'],
  ['Landlord Inc', 'Housing', 'fixed-bill'],
  ['Mortgage', 'Housing', 'fixed-bill'],
  ['Student loan', 'Education', 'fixed-bill'],
  ['Car insurance', 'Transportation', 'fixed-bill'],
  ['Property tax', 'Other', 'fixed-bill'],
  ['TAXES 2025', 'Other', 'fixed-bill'],
  ['Rent a bike', 'Transportation', 'spending'],
  ['Rent a bike', 'Other', 'spending'],
  ['Rent-a-Center', 'Housing', 'spending'],
  ['Car rental', 'Travel', 'spending'],
  ['Rent bike', 'Entertainment', 'spending'],
  ['Taxi', 'Transportation', 'spending'],
  ['Tax free shop', 'Shopping', 'spending'],
  ['Current account', 'Other', 'spending'],
  ['Sofa', 'Housing', 'spending'],
])('an expense named %s in %s is %s [PD-4]', (name, category, kind) => {
  expect(kindOfExpense({ name, category })).toBe(kind);
});

test('a bank’s row without a category is a fixed bill when its name says so [PD-4]', () => {
  expect(kindOf(1250, null, 'LANDLORD INC RENT')).toBe('fixed-bill');
  expect(kindOf(1250, 'purchase', 'RENT')).toBe('spending');
  expect(kindOf(-1250, null, 'LANDLORD INC RENT')).toBe('refund');
});

describe('the kind of a bank’s row', () => {
  test.each<[PaymentType | null, moneyOut: MoneyKind, moneyIn: MoneyKind]>([
    ['purchase', 'spending', 'refund'],
    ['fixed-bill', 'fixed-bill', 'refund'],
    ['loan-payment', 'fixed-bill', 'transfer'],
    ['transfer', 'transfer', 'transfer'],
    ['card-payment', 'card-payment', 'card-payment'],
    ['income', 'transfer', 'income'],
    [null, 'spending', 'refund'],
  ])('of the type %s is %s for money out and %s for money in [PD-4]', (type, moneyOut, moneyIn) => {
    expect(kindOf(1250, type)).toBe(moneyOut);
    expect(kindOf(-1250, type)).toBe(moneyIn);
  });

  test('is never an expense for money in and never income or a refund for money out [PD-4]', () => {
    const types = fc.constantFrom(...PAYMENT_TYPES, null);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), types, fc.string(), (cents, type, name) => {
        expect(['spending', 'fixed-bill']).not.toContain(kindOf(-cents, type, name));
        expect(['income', 'refund']).not.toContain(kindOf(cents, type, name));
      }),
    );
  });
});

test.each([
  ['manual', 'spending', true],
  ['manual', 'fixed-bill', true],
  ['manual', 'transfer', false],
  ['bank', 'spending', false],
] as const)('name and category decide the kind of a %s expense of kind %s: %s [PD-4]', (source, kind, is) => {
  expect(hasKindOfFields({ source, kind })).toBe(is);
});

describe('the key of a merchant', () => {
  test.each([
    ['Target', 'TARGET #1234'],
    ['Trader Joe’s', "TRADER JOE'S 552"],
    ['Café Olé', 'CAFE OLE'],
    ['7-Eleven', 'ELEVEN 0711'],
  ])('is the same for %j and %j', (one, other) => {
    expect(merchantKey(one)).toBe(merchantKey(other));
  });

  test.each([
    ['Target', 'Walmart'],
    ['24', '365'],
    ['寿司', '拉麺'],
  ])('distinguishes %j from %j', (one, other) => {
    expect(merchantKey(one)).not.toBe(merchantKey(other));
  });

  test('does not depend on case, digits, punctuation or spaces', () => {
    const noise = fc.string({ unit: fc.constantFrom(...Array.from('0123456789 .,-#*/&')) });
    const letters = fc.string({
      unit: fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyz')),
      minLength: 1,
    });
    fc.assert(
      fc.property(letters, noise, noise, (name, before, after) => {
        expect(merchantKey(`${before}${name.toUpperCase()}${after}`)).toBe(merchantKey(name));
      }),
    );
  });
});
