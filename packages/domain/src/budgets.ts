import { addDays, type Day } from './days.ts';
import { weekEndOf, weekStartOf } from './weeks.ts';

/** The weekly budget shown while none is set (PD-10, section 9 of the specification): $1,000. */
export const UNSET_BUDGET_CENTS = 100_000;

/** What onboarding proposes as weekly budget (deviation D-1): $100. */
export const PROPOSED_BUDGET_CENTS = 10_000;

/** Weeks in a month, as the specification converts between the weekly budget and the monthly income. */
export const WEEKS_PER_MONTH = 4;

/** A change of the weekly budget: from this day on it was this much. At most one a day, the last of that day. */
export interface BudgetChange {
  day: Day;
  budgetCents: number;
}

/**
 * The budget in cents that a week is measured by (PD-11).
 *
 * The current week and later ones: the budget of now. A closed week: the smaller of the budgets at its start (before any change
 * made in it) and at its end, for ever. Weeks before the first change: what that first week ended with, and while that week
 * still runs, the budget of now. Without any change: `UNSET_BUDGET_CENTS`.
 *
 * `changes` is in order of day, oldest first.
 */
export function budgetOfWeek(changes: readonly BudgetChange[], weekStart: Day, today: Day): number {
  const first = changes[0];
  const now = changes.at(-1)?.budgetCents ?? UNSET_BUDGET_CENTS;
  if (!first || weekStart >= weekStartOf(today)) return now;

  const firstWeek = weekStartOf(first.day);
  if (weekStart <= firstWeek) return inForceAt(changes, weekEndOf(firstWeek)) ?? now;
  const atStart = inForceAt(changes, addDays(weekStart, -1)) ?? now;
  const atEnd = inForceAt(changes, weekEndOf(weekStart)) ?? now;
  return Math.min(atStart, atEnd);
}

/** The weekly budget behind a monthly income, both in whole dollars: a quarter, rounded. */
export function weeklyBudgetFromMonthlyIncome(monthlyIncomeDollars: number): number {
  return Math.round(monthlyIncomeDollars / WEEKS_PER_MONTH);
}

/** The budget in force at the end of `day`; undefined before the first change. */
function inForceAt(changes: readonly BudgetChange[], day: Day): number | undefined {
  return changes.findLast((change) => change.day <= day)?.budgetCents;
}
