import { addDays, type Day } from './days.ts';
import { weekEndOf, weekStartOf } from './weeks.ts';

/** The weekly budget shown while none is set: $1,000 (PD-10; specification, section 9). */
export const UNSET_BUDGET_CENTS = 100_000;

/** The weekly budget that onboarding proposes (deviation D-1): $100. */
export const PROPOSED_BUDGET_CENTS = 10_000;

/** The specification converts between weekly budget and monthly income with 4 weeks a month. */
export const WEEKS_PER_MONTH = 4;

/** The weekly budget in force from a day on: the last change of that day. */
export interface BudgetChange {
  day: Day;
  budgetCents: number;
}

/**
 * Returns the budget in cents that a week is measured by (PD-11). `changes` is sorted by day, oldest first.
 * - This week and later: today's budget.
 * - A closed week, permanently: the smaller of the budgets before it began and at its end.
 * - Weeks before the first change: the budget at the end of that change's week; today's while that week still runs.
 *
 * Cost: log n in the changes.
 */
export function budgetOfWeek(changes: readonly BudgetChange[], weekStart: Day, today: Day): number {
  const first = changes[0];
  const now = changes.at(-1)?.budgetCents ?? UNSET_BUDGET_CENTS;
  // Most users have set one budget, which then holds for every week.
  if (!first || changes.length === 1 || weekStart >= weekStartOf(today)) return now;

  const firstWeek = weekStartOf(first.day);
  if (weekStart <= firstWeek) return inForceAt(changes, weekEndOf(firstWeek)) ?? now;
  const atStart = inForceAt(changes, addDays(weekStart, -1)) ?? now;
  const atEnd = inForceAt(changes, weekEndOf(weekStart)) ?? now;
  return Math.min(atStart, atEnd);
}

/** The weekly budget for a monthly income, both in whole dollars: a quarter, rounded. */
export function weeklyBudgetFromMonthlyIncome(monthlyIncomeDollars: number): number {
  return Math.round(monthlyIncomeDollars / WEEKS_PER_MONTH);
}

/** The budget in force at the end of `day`; undefined before the first change. */
function inForceAt(changes: readonly BudgetChange[], day: Day): number | undefined {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((changes[middle]?.day ?? '') <= day) low = middle + 1;
    else high = middle;
  }
  return changes[low - 1]?.budgetCents;
}
