import { addDays, daysBetween, formatDay, weekdayIndex, yearOf, type Day } from './days.ts';

/** The Monday of the Monday-Sunday week that holds `day` (DB-20). A week is named by this day everywhere. */
export function weekStartOf(day: Day): Day {
  return addDays(day, -weekdayIndex(day));
}

/** The Sunday of the week that starts at `weekStart`. */
export function weekEndOf(weekStart: Day): Day {
  return addDays(weekStart, 6);
}

/** Days left in `today`'s week, today excluded: Monday 6, Sunday 0 (PD-13). */
export function daysLeftInWeek(today: Day): number {
  return 6 - weekdayIndex(today);
}

/** The year that the map shows: the year of the current week's Sunday, so that today is always on it (PD-14). */
export function mapYear(today: Day): number {
  return yearOf(weekEndOf(weekStartOf(today)));
}

/**
 * The Mondays of a year's map, oldest first: from the week that holds 1 January up to the one before next year's first.
 * 52 of them, or 53 where the year has so many (deviation D-2): no week is ever lost or on two maps.
 */
export function weeksOfMap(year: number): Day[] {
  const first = firstWeekOfMap(year);
  const count = daysBetween(first, firstWeekOfMap(year + 1)) / 7;
  return Array.from({ length: count }, (_, index) => addDays(first, index * 7));
}

/** The first and the last Monday of a year's map. */
export function mapRange(year: number): { from: Day; to: Day } {
  return { from: firstWeekOfMap(year), to: addDays(firstWeekOfMap(year + 1), -7) };
}

/** The first Monday of a year's map: the Monday-week that holds 1 January. */
export function firstWeekOfMap(year: number): Day {
  return weekStartOf(`${String(year).padStart(4, '0')}-01-01`);
}

/** A week's span in words: `Jun 1 - Jun 7` (DB-10); with `today`, a week that ends in another year says so: `Jun 2 - Jun 8, 2025`. */
export function formatWeek(weekStart: Day, today?: Day): string {
  const fields = { month: 'short', day: 'numeric' } as const;
  const end = weekEndOf(weekStart);
  const span = `${formatDay(weekStart, fields)} - ${formatDay(end, fields)}`;
  return today === undefined || yearOf(end) === yearOf(today) ? span : `${span}, ${yearOf(end)}`;
}

/** The week's last day in words: `Sunday, June 8` (DB-4). */
export function formatWeekEnd(weekStart: Day): string {
  return formatDay(weekEndOf(weekStart), { weekday: 'long', month: 'long', day: 'numeric' });
}
