import { addDays, dayOfExpenseDate, type Day } from './days.ts';
import type { ExpenseCategory } from './expense-categories.ts';
import { costCents, type CountableExpense } from './week-summaries.ts';

/** In cents; `soFarCents` is since Monday, up to the day's end. */
export interface SpentOnDay {
  day: Day;
  spentCents: number;
  soFarCents: number;
}

/** Sums all seven days, Monday first. Only counted rows count. Cost: n in the rows. */
export function spentByDay(expenses: readonly CountableExpense[], weekStart: Day): SpentOnDay[] {
  const byDay = new Map<Day, number>();
  for (const expense of expenses) {
    const day = dayOfExpenseDate(expense.date);
    if (expense.counted && day !== null) byDay.set(day, (byDay.get(day) ?? 0) + costCents(expense));
  }
  let soFarCents = 0;
  return Array.from({ length: 7 }, (_, index) => {
    const day = addDays(weekStart, index);
    const spentCents = byDay.get(day) ?? 0;
    soFarCents += spentCents;
    return { day, spentCents, soFarCents };
  });
}

/** In cents, and as a share of all, 0 to 1. */
export interface SpentInCategory {
  category: ExpenseCategory;
  spentCents: number;
  share: number;
}

/**
 * Returns the categories of counted rows, largest first. A category that only got refunds is left out.
 * Cost: n in the rows.
 */
export function spentByCategory(
  expenses: readonly (CountableExpense & { category: ExpenseCategory })[],
): SpentInCategory[] {
  const byCategory = new Map<ExpenseCategory, number>();
  for (const expense of expenses) {
    if (!expense.counted) continue;
    byCategory.set(expense.category, (byCategory.get(expense.category) ?? 0) + costCents(expense));
  }
  const spent = [...byCategory].filter(([, spentCents]) => spentCents > 0);
  const totalCents = spent.reduce((sum, [, spentCents]) => sum + spentCents, 0);
  return spent
    .map(([category, spentCents]) => ({ category, spentCents, share: spentCents / totalCents }))
    .sort((a, b) => b.spentCents - a.spentCents || a.category.localeCompare(b.category));
}
