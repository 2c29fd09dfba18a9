import type { Expense } from '@oinkly/contract/endpoints';
import { dayOfExpenseDate, type Day } from '@oinkly/domain/days';
import { newestFirst } from '@oinkly/domain/expense-order';
import { weekEndOf } from '@oinkly/domain/weeks';

/** This week's purchases, and those with an unreadable date. */
export interface WeeksPurchases {
  /** Counted rows of the week, newest first (DB-14). */
  dated: Expense[];
  /** Rows with an unreadable date: shown, but part of no count and no total (DB-15). */
  undated: Expense[];
}

/** Picks the counted purchases of the week that starts at `weekStart`. */
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
