import type { Expense } from '@oinkly/contract/endpoints';
import { dayOfExpenseDate, type Day } from '@oinkly/domain/days';
import { newestFirst } from '@oinkly/domain/expense-order';
import { weekEndOf } from '@oinkly/domain/weeks';

/** This week's purchases, and those with unreadable dates. */
export interface WeeksPurchases {
  /** Counted rows, newest first (DB-14). */
  dated: Expense[];
  /** Rows with an unreadable date: shown, but not counted (DB-15). */
  undated: Expense[];
}

/** Filters the counted purchases of the week that starts on `weekStart`. */
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
