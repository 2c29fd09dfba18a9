import { EXPENSE_CATEGORIES, type ExpenseCategory } from '@oinkly/domain/expense-categories';

export function expenseCategoryOf(row: { category: string }): ExpenseCategory {
  return EXPENSE_CATEGORIES.find((category) => category === row.category) ?? 'Other';
}
