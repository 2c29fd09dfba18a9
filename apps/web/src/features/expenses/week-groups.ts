import type { Expense } from '@oinkly/contract/endpoints';
import { dayOfExpenseDate, type Day } from '@oinkly/domain/days';
import { costCents } from '@oinkly/domain/week-summaries';
import { weekStartOf } from '@oinkly/domain/weeks';

/** The expenses of one week; `weekStart` is null for those whose date nobody can read. */
export interface WeekGroup {
  weekStart: Day | null;
  expenses: Expense[];
  /** What the counted rows cost together. Rows without a day are part of no total (DB-15). */
  totalCents: number;
}

/** Groups expenses by week, newest week first, newest date first inside it, ties by the higher id; unreadable dates last. */
export function groupByWeek(expenses: readonly Expense[]): WeekGroup[] {
  const groups = new Map<Day | null, Expense[]>();
  // Many expenses share few dates, and reading a date is most of the work.
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
      expenses: rows.sort((a, b) => compareDays(b.date, a.date) || b.id - a.id),
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

function compareDays(a: string, b: string): number {
  const [dayA, dayB] = [a.slice(0, 10), b.slice(0, 10)];
  return dayA === dayB ? 0 : dayA < dayB ? -1 : 1;
}
