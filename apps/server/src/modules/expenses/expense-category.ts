import { EXPENSE_CATEGORIES, type ExpenseCategory } from '@oinkly/domain/expense-categories';

/** The category of a row, as the wire knows it. */
export function expenseCategoryOf(row: { category: string }): ExpenseCategory {
  return EXPENSE_CATEGORIES.find((category) => category === row.category) ?? 'Other';
}
