import type { Expense } from '@oinkly/contract/expenses';
import { dayOfExpenseDate, type Day } from '@oinkly/domain/days';
import { newestFirst } from '@oinkly/domain/expense-order';
import { costCents } from '@oinkly/domain/week-summaries';
import { weekStartOf } from '@oinkly/domain/weeks';

/** `weekStart` is null for unreadable dates. */
export interface WeekGroup {
  weekStart: Day | null;
  expenses: Expense[];
  /** Rows without a day are in no total (DB-15). */
  totalCents: number;
}

/** Groups by week, newest first, with unreadable dates last. */
export function groupByWeek(expenses: readonly Expense[]): WeekGroup[] {
  const groups = new Map<Day | null, Expense[]>();
  // Many expenses share few dates, and parsing dates dominates.
  const weeks = new Map<string, Day | null>();
  for (const expense of expenses) {
    const known = weeks.get(expense.date);
    const week = known === undefined ? weekOf(expense.date) : known;
    weeks.set(expense.date, week);
    const rows = groups.get(week) ?? [];
    rows.push(expense);
    groups.set(week, rows);
  }
  return [...groups]
    .sort(([a], [b]) => (b ?? '').localeCompare(a ?? ''))
    .map(([weekStart, rows]) => ({
      weekStart,
      expenses: rows.sort(newestFirst),
      totalCents:
        weekStart === null
          ? 0
          : rows.filter(({ counted }) => counted).reduce((sum, row) => sum + costCents(row), 0),
    }));
}

function weekOf(date: string): Day | null {
  const day = dayOfExpenseDate(date);
  return day === null ? null : weekStartOf(day);
}
