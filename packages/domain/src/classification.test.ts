import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countedKinds,
  expenseCategoryOfBankRow,
  kindOfBankRow,
  kindOfExpense,
  merchantKey,
} from './classification.ts';
import { EXPENSE_CATEGORIES } from './expense-categories.ts';
import type { MoneyKind } from './money-kinds.ts';

type Row = [primary: string | null, detailed: string | null, kind: MoneyKind];

function kindOf(
  amountCents: number,
  categoryPrimary: string | null,
  categoryDetailed: string | null,
  name = 'ACME',
) {
  return kindOfBankRow({ amountCents, categoryPrimary, categoryDetailed, name });
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
  expect(kindOf(1250, null, null, 'LANDLORD INC RENT')).toBe('fixed-bill');
  expect(kindOf(1250, 'TRANSPORTATION', 'TRANSPORTATION_TAXIS', 'RENT')).toBe('spending');
  expect(kindOf(-1250, null, null, 'LANDLORD INC RENT')).toBe('refund');
});

describe('the kind of a bank’s row', () => {
  test.each<Row>([
    ['FOOD_AND_DRINK', 'FOOD_AND_DRINK_COFFEE', 'spending'],
    ['GENERAL_MERCHANDISE', 'GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE', 'spending'],
    ['RENT_AND_UTILITIES', 'RENT_AND_UTILITIES_INTERNET_AND_CABLE', 'spending'],
    ['GENERAL_SERVICES', 'GENERAL_SERVICES_AUTOMOTIVE', 'spending'],
    ['GOVERNMENT_AND_NON_PROFIT', 'GOVERNMENT_AND_NON_PROFIT_DONATIONS', 'spending'],
    ['BANK_FEES', 'BANK_FEES_OVERDRAFT_FEES', 'spending'],
    ['SOMETHING_NEW', 'SOMETHING_NEW_ALTOGETHER', 'spending'],
    [null, null, 'spending'],
    ['RENT_AND_UTILITIES', 'RENT_AND_UTILITIES_RENT', 'fixed-bill'],
    ['LOAN_PAYMENTS', 'LOAN_PAYMENTS_MORTGAGE_PAYMENT', 'fixed-bill'],
    ['LOAN_PAYMENTS', 'LOAN_PAYMENTS_CAR_PAYMENT', 'fixed-bill'],
    ['LOAN_PAYMENTS', null, 'fixed-bill'],
    ['GENERAL_SERVICES', 'GENERAL_SERVICES_INSURANCE', 'fixed-bill'],
    ['GOVERNMENT_AND_NON_PROFIT', 'GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT', 'fixed-bill'],
    ['TRANSFER_OUT', 'TRANSFER_OUT_SAVINGS', 'transfer'],
    ['TRANSFER_IN', 'TRANSFER_IN_ACCOUNT_TRANSFER', 'transfer'],
    ['INCOME', 'INCOME_WAGES', 'transfer'],
    ['LOAN_PAYMENTS', 'LOAN_PAYMENTS_CREDIT_CARD_PAYMENT', 'card-payment'],
  ])('with money out of %s / %s is %s [PD-4]', (primary, detailed, kind) => {
    expect(kindOf(1250, primary, detailed)).toBe(kind);
  });

  test.each<Row>([
    ['INCOME', 'INCOME_WAGES', 'income'],
    ['INCOME', 'INCOME_INTEREST_EARNED', 'income'],
    ['TRANSFER_IN', 'TRANSFER_IN_SAVINGS', 'transfer'],
    ['TRANSFER_OUT', 'TRANSFER_OUT_SAVINGS', 'transfer'],
    ['LOAN_PAYMENTS', 'LOAN_PAYMENTS_CAR_PAYMENT', 'transfer'],
    ['LOAN_PAYMENTS', 'LOAN_PAYMENTS_CREDIT_CARD_PAYMENT', 'card-payment'],
    ['GENERAL_MERCHANDISE', 'GENERAL_MERCHANDISE_SUPERSTORES', 'refund'],
    ['GENERAL_SERVICES', 'GENERAL_SERVICES_INSURANCE', 'refund'],
    [null, null, 'refund'],
  ])('with money in of %s / %s is %s [PD-4]', (primary, detailed, kind) => {
    expect(kindOf(-1250, primary, detailed)).toBe(kind);
  });

  test('is never an expense for money in and never income or a refund for money out [PD-4]', () => {
    const primary = fc.constantFrom('INCOME', 'TRANSFER_IN', 'LOAN_PAYMENTS', 'FOOD_AND_DRINK', 'X', null);
    const detailed = fc.constantFrom(
      'RENT_AND_UTILITIES_RENT',
      'LOAN_PAYMENTS_CREDIT_CARD_PAYMENT',
      'INCOME_WAGES',
      null,
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), primary, detailed, (cents, of, within) => {
        expect(['spending', 'fixed-bill']).not.toContain(kindOf(-cents, of, within));
        expect(['income', 'refund']).not.toContain(kindOf(cents, of, within));
      }),
    );
  });
});

test.each([
  [false, ['spending']],
  [true, ['spending', 'fixed-bill']],
])(
  'only spending is counted, and fixed bills when the setting (%s) says so [PD-4] [PD-5]',
  (setting, kinds) => {
    expect(countedKinds(setting)).toEqual(kinds);
  },
);

describe('the category of an expense from a bank', () => {
  test.each([
    ['FOOD_AND_DRINK', 'FOOD_AND_DRINK_GROCERIES', 'Groceries'],
    ['FOOD_AND_DRINK', 'FOOD_AND_DRINK_COFFEE', 'Dining'],
    ['TRANSPORTATION', 'TRANSPORTATION_GAS', 'Transportation'],
    ['LOAN_PAYMENTS', 'LOAN_PAYMENTS_CAR_PAYMENT', 'Transportation'],
    ['ENTERTAINMENT', 'ENTERTAINMENT_TV_AND_MOVIES', 'Entertainment'],
    ['RENT_AND_UTILITIES', 'RENT_AND_UTILITIES_RENT', 'Housing'],
    ['LOAN_PAYMENTS', 'LOAN_PAYMENTS_MORTGAGE_PAYMENT', 'Housing'],
    ['RENT_AND_UTILITIES', 'RENT_AND_UTILITIES_WATER', 'Utilities'],
    ['MEDICAL', 'MEDICAL_DENTAL_CARE', 'Healthcare'],
    ['GENERAL_SERVICES', 'GENERAL_SERVICES_EDUCATION', 'Education'],
    ['GENERAL_MERCHANDISE', 'GENERAL_MERCHANDISE_SUPERSTORES', 'Shopping'],
    ['PERSONAL_CARE', 'PERSONAL_CARE_HAIR_AND_BEAUTY', 'Personal Care'],
    ['TRAVEL', 'TRAVEL_FLIGHTS', 'Travel'],
    ['BANK_FEES', 'BANK_FEES_ATM_FEES', 'Other'],
    [null, null, 'Other'],
  ])('of %s / %s is %s', (categoryPrimary, categoryDetailed, category) => {
    expect(expenseCategoryOfBankRow({ categoryPrimary, categoryDetailed })).toBe(category);
  });

  test('is one of the twelve for any text a bank sends, also one that names a part of JavaScript', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString'));
    fc.assert(
      fc.property(text, text, (categoryPrimary, categoryDetailed) => {
        expect(EXPENSE_CATEGORIES).toContain(expenseCategoryOfBankRow({ categoryPrimary, categoryDetailed }));
      }),
    );
  });
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
  ])('tells %j from %j', (one, other) => {
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
