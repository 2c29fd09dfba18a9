import { budgetOfWeek, type BudgetChange } from './budgets.ts';
import { dayOfExpenseDate, type Day } from './days.ts';
import { costAfterRefunds } from './expense-cost.ts';
import { centsFromDollars } from './money.ts';
import { balanceOf } from './week-balance.ts';
import { weekEndOf, weekStartOf } from './weeks.ts';

/** In dollars, as on the wire. */
export interface CountableExpense {
  amount: number;
  refunded: number;
  date: string;
  counted: boolean;
}

/** A week of spending against its budget (specification, section 3). */
export interface WeekSummary {
  start: Day;
  end: Day;
  spentCents: number;
  budgetCents: number;
  purchases: number;
  /** Spending exceeds the budget; equal does not. */
  isOver: boolean;
  isFuture: boolean;
  isComplete: boolean;
}

export function costCents(expense: Pick<CountableExpense, 'amount' | 'refunded'>): number {
  return costAfterRefunds(centsFromDollars(expense.amount), centsFromDollars(expense.refunded));
}

/** A week's spending in cents and its number of counted purchases. */
export interface WeekTotal {
  spentCents: number;
  purchases: number;
}

/**
 * Returns the totals of weeks with counted expenses, by Monday. Skips rows with an unreadable date (DB-15).
 * Cost: n in the rows.
 */
export function totalsOfWeeks(expenses: Iterable<CountableExpense>): Map<Day, WeekTotal> {
  const totals = new Map<Day, WeekTotal>();
  for (const expense of expenses) {
    const day = dayOfExpenseDate(expense.date);
    if (!expense.counted || day === null) continue;
    const week = weekStartOf(day);
    const total = totals.get(week) ?? { spentCents: 0, purchases: 0 };
    total.spentCents += costCents(expense);
    total.purchases += 1;
    totals.set(week, total);
  }
  return totals;
}

/**
 * Returns a summary for each of `weekStarts`, in order. `totals` is by Monday; a missing week has no
 * purchases. Cost: n log n in the weeks and changes.
 */
export function summarizeTotals(
  weekStarts: readonly Day[],
  totals: ReadonlyMap<Day, WeekTotal>,
  budgets: readonly BudgetChange[],
  today: Day,
): WeekSummary[] {
  return weekStarts.map((start) => {
    const { spentCents, purchases } = totals.get(start) ?? { spentCents: 0, purchases: 0 };
    const budgetCents = budgetOfWeek(budgets, start, today);
    const end = weekEndOf(start);
    return {
      start,
      end,
      spentCents,
      budgetCents,
      purchases,
      isOver: balanceOf({ spentCents, budgetCents }).isOver,
      isFuture: start > today,
      isComplete: end < today,
    };
  });
}
