import { kindOfBankRow, type PaymentType } from '@oinkly/domain/classification';
import type { ExpenseCategory } from '@oinkly/domain/expense-categories';
import type { MoneyKind } from '@oinkly/domain/money-kinds';
import { expect, test } from 'vitest';
import { bankCategoryOf } from './plaid-categories.ts';

type Row = [
  primary: string,
  detailed: string,
  paymentType: PaymentType,
  expenseCategory: ExpenseCategory,
  moneyOut: MoneyKind,
  moneyIn: MoneyKind,
];

test.each<Row>([
  ['FOOD_AND_DRINK', 'FOOD_AND_DRINK_GROCERIES', 'purchase', 'Groceries', 'spending', 'refund'],
  ['FOOD_AND_DRINK', 'FOOD_AND_DRINK_COFFEE', 'purchase', 'Dining', 'spending', 'refund'],
  ['TRANSPORTATION', 'TRANSPORTATION_GAS', 'purchase', 'Transportation', 'spending', 'refund'],
  ['ENTERTAINMENT', 'ENTERTAINMENT_TV_AND_MOVIES', 'purchase', 'Entertainment', 'spending', 'refund'],
  ['RENT_AND_UTILITIES', 'RENT_AND_UTILITIES_RENT', 'fixed-bill', 'Housing', 'fixed-bill', 'refund'],
  ['RENT_AND_UTILITIES', 'RENT_AND_UTILITIES_WATER', 'purchase', 'Utilities', 'spending', 'refund'],
  ['HOME_IMPROVEMENT', 'HOME_IMPROVEMENT_FURNITURE', 'purchase', 'Housing', 'spending', 'refund'],
  ['MEDICAL', 'MEDICAL_DENTAL_CARE', 'purchase', 'Healthcare', 'spending', 'refund'],
  ['GENERAL_MERCHANDISE', 'GENERAL_MERCHANDISE_SUPERSTORES', 'purchase', 'Shopping', 'spending', 'refund'],
  [
    'GENERAL_MERCHANDISE',
    'GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS',
    'purchase',
    'Education',
    'spending',
    'refund',
  ],
  ['PERSONAL_CARE', 'PERSONAL_CARE_HAIR_AND_BEAUTY', 'purchase', 'Personal Care', 'spending', 'refund'],
  ['TRAVEL', 'TRAVEL_FLIGHTS', 'purchase', 'Travel', 'spending', 'refund'],
  ['GENERAL_SERVICES', 'GENERAL_SERVICES_EDUCATION', 'purchase', 'Education', 'spending', 'refund'],
  ['GENERAL_SERVICES', 'GENERAL_SERVICES_AUTOMOTIVE', 'purchase', 'Transportation', 'spending', 'refund'],
  ['GENERAL_SERVICES', 'GENERAL_SERVICES_INSURANCE', 'fixed-bill', 'Other', 'fixed-bill', 'refund'],
  [
    'GOVERNMENT_AND_NON_PROFIT',
    'GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT',
    'fixed-bill',
    'Other',
    'fixed-bill',
    'refund',
  ],
  [
    'GOVERNMENT_AND_NON_PROFIT',
    'GOVERNMENT_AND_NON_PROFIT_DONATIONS',
    'purchase',
    'Other',
    'spending',
    'refund',
  ],
  ['BANK_FEES', 'BANK_FEES_OVERDRAFT_FEES', 'purchase', 'Other', 'spending', 'refund'],
  ['LOAN_PAYMENTS', 'LOAN_PAYMENTS_MORTGAGE_PAYMENT', 'loan-payment', 'Housing', 'fixed-bill', 'transfer'],
  ['LOAN_PAYMENTS', 'LOAN_PAYMENTS_CAR_PAYMENT', 'loan-payment', 'Transportation', 'fixed-bill', 'transfer'],
  [
    'LOAN_PAYMENTS',
    'LOAN_PAYMENTS_STUDENT_LOAN_PAYMENT',
    'loan-payment',
    'Education',
    'fixed-bill',
    'transfer',
  ],
  ['LOAN_PAYMENTS', 'LOAN_PAYMENTS_OTHER_PAYMENT', 'loan-payment', 'Other', 'fixed-bill', 'transfer'],
  [
    'LOAN_PAYMENTS',
    'LOAN_PAYMENTS_CREDIT_CARD_PAYMENT',
    'card-payment',
    'Other',
    'card-payment',
    'card-payment',
  ],
  ['TRANSFER_OUT', 'TRANSFER_OUT_SAVINGS', 'transfer', 'Other', 'transfer', 'transfer'],
  ['TRANSFER_IN', 'TRANSFER_IN_ACCOUNT_TRANSFER', 'transfer', 'Other', 'transfer', 'transfer'],
  ['INCOME', 'INCOME_WAGES', 'income', 'Other', 'transfer', 'income'],
  ['SOMETHING_NEW', 'SOMETHING_NEW_ALTOGETHER', 'purchase', 'Other', 'spending', 'refund'],
])('%s / %s is a %s in %s [PD-4]', (primary, detailed, paymentType, expenseCategory, moneyOut, moneyIn) => {
  const category = bankCategoryOf(primary, detailed);
  expect(category).toEqual({ paymentType, expenseCategory });
  expect(kindOfBankRow({ amountCents: 1250, category, name: 'ACME' })).toBe(moneyOut);
  expect(kindOfBankRow({ amountCents: -1250, category, name: 'ACME' })).toBe(moneyIn);
});

test('without a primary category the result is null, so the name decides [PD-4]', () => {
  expect(bankCategoryOf('', 'RENT_AND_UTILITIES_RENT')).toBeNull();
});

test.each(['__proto__', 'constructor', 'toString'])(
  'the text %s, which every JavaScript object has, is a purchase in Other [SEC-14]',
  (text) => {
    expect(bankCategoryOf(text, text)).toEqual({ paymentType: 'purchase', expenseCategory: 'Other' });
  },
);
