import type { Expense } from '@oinkly/contract/expenses';
import { dayOfExpenseDate, type Day } from '@oinkly/domain/days';
import { newestFirst } from '@oinkly/domain/expense-order';
import { weekEndOf } from '@oinkly/domain/weeks';

export interface WeeksPurchases {
  /** Counted rows, newest first (DB-14). */
  dated: Expense[];
  /** Rows with an unreadable date: shown, but not counted (DB-15). */
  undated: Expense[];
}

export function purchasesOfWeek(expenses: readonly Expense[], weekStart: Day): WeeksPurchases {
  const end = weekEndOf(weekStart);
  const counted = expenses.filter((expense) => expense.counted);
  const dayOf = (expense: Expense) => dayOfExpenseDate(expense.date);
  const dated = counted
    .filter((expense) => {
      const day = dayOf(expense);
      return day !== null && day >= weekStart && day <= end;
    })
    .sort(newestFirst);
  return { dated, undated: counted.filter((expense) => dayOf(expense) === null) };
}
