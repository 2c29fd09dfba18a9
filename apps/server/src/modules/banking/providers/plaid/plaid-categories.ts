import type { ExpenseCategory } from '@oinkly/domain/expense-categories';
import type { BankCategory, PaymentType } from '@oinkly/domain/classification';

/* Plaid's personal finance taxonomy. Unknown detailed categories use the primary one; unknown primary ones are purchases in 'Other'. */

interface Row {
  paymentType?: PaymentType;
  expenseCategory?: ExpenseCategory;
}

const BY_PRIMARY = new Map<string, Row>([
  ['INCOME', { paymentType: 'income' }],
  ['TRANSFER_IN', { paymentType: 'transfer' }],
  ['TRANSFER_OUT', { paymentType: 'transfer' }],
  ['LOAN_PAYMENTS', { paymentType: 'loan-payment' }],
  ['FOOD_AND_DRINK', { expenseCategory: 'Dining' }],
  ['TRANSPORTATION', { expenseCategory: 'Transportation' }],
  ['ENTERTAINMENT', { expenseCategory: 'Entertainment' }],
  ['RENT_AND_UTILITIES', { expenseCategory: 'Utilities' }],
  ['HOME_IMPROVEMENT', { expenseCategory: 'Housing' }],
  ['MEDICAL', { expenseCategory: 'Healthcare' }],
  ['GENERAL_MERCHANDISE', { expenseCategory: 'Shopping' }],
  ['PERSONAL_CARE', { expenseCategory: 'Personal Care' }],
  ['TRAVEL', { expenseCategory: 'Travel' }],
]);

/** Exceptions to the primary category. */
const BY_DETAILED = new Map<string, Row>([
  ['FOOD_AND_DRINK_GROCERIES', { expenseCategory: 'Groceries' }],
  ['RENT_AND_UTILITIES_RENT', { paymentType: 'fixed-bill', expenseCategory: 'Housing' }],
  ['LOAN_PAYMENTS_MORTGAGE_PAYMENT', { expenseCategory: 'Housing' }],
  ['LOAN_PAYMENTS_STUDENT_LOAN_PAYMENT', { expenseCategory: 'Education' }],
  ['LOAN_PAYMENTS_CAR_PAYMENT', { expenseCategory: 'Transportation' }],
  ['LOAN_PAYMENTS_CREDIT_CARD_PAYMENT', { paymentType: 'card-payment' }],
  ['GENERAL_SERVICES_INSURANCE', { paymentType: 'fixed-bill' }],
  ['GENERAL_SERVICES_EDUCATION', { expenseCategory: 'Education' }],
  ['GENERAL_SERVICES_AUTOMOTIVE', { expenseCategory: 'Transportation' }],
  ['GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS', { expenseCategory: 'Education' }],
  ['GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT', { paymentType: 'fixed-bill' }],
]);

export function bankCategoryOf(primary: string, detailed: string): BankCategory | null {
  if (primary === '') return null;
  return {
    paymentType: 'purchase',
    expenseCategory: 'Other',
    ...BY_PRIMARY.get(primary),
    ...BY_DETAILED.get(detailed),
  };
}
