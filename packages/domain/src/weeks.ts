import { addDays, dayOfMonth, daysBetween, formatDay, weekdayIndex, yearOf, type Day } from './days.ts';

/** A week is named by its Monday (DB-20). */
export function weekStartOf(day: Day): Day {
  return addDays(day, -weekdayIndex(day));
}

export function weekEndOf(weekStart: Day): Day {
  return addDays(weekStart, 6);
}

/** Days left in `today`'s week, today excluded: Monday 6, Sunday 0 (PD-13). */
export function daysLeftInWeek(today: Day): number {
  return 6 - weekdayIndex(today);
}

/** `3 days left`; on Sunday `Last day` (PD-13). */
export function formatDaysLeft(daysLeft: number): string {
  if (daysLeft === 0) return 'Last day';
  return daysLeft === 1 ? '1 day left' : `${daysLeft} days left`;
}

/** The year of this week's Sunday, so that today is always on the map (PD-14). */
export function mapYear(today: Day): number {
  return yearOf(weekEndOf(weekStartOf(today)));
}

/**
 * The Mondays from the week of January 1 up to the one before next year's first: 52, or 53 in long years
 * (deviation D-2), so each week is on exactly one map.
 */
export function weeksOfMap(year: number): Day[] {
  const first = firstWeekOfMap(year);
  const count = daysBetween(first, firstWeekOfMap(year + 1)) / 7;
  return Array.from({ length: count }, (_, index) => addDays(first, index * 7));
}

/** The first and last day. */
export function weekRange(weekStart: Day): { from: Day; to: Day } {
  return { from: weekStart, to: weekEndOf(weekStart) };
}

/** The first and last Monday. */
export function mapRange(year: number): { from: Day; to: Day } {
  return { from: firstWeekOfMap(year), to: addDays(firstWeekOfMap(year + 1), -7) };
}

/** The Monday of the week with January 1. */
export function firstWeekOfMap(year: number): Day {
  return weekStartOf(`${String(year).padStart(4, '0')}-01-01`);
}

/** `Jun 1 - Jun 7` (DB-10). With `today`, a week that ends in another year adds it: `Jun 2 - Jun 8, 2025`. */
export function formatWeek(weekStart: Day, today?: Day): string {
  const fields = { month: 'short', day: 'numeric' } as const;
  const end = weekEndOf(weekStart);
  const span = `${formatDay(weekStart, fields)} - ${formatDay(end, fields)}`;
  return today === undefined || yearOf(end) === yearOf(today) ? span : `${span}, ${yearOf(end)}`;
}

/** `3 days left, until Sunday, June 8`; on that Sunday `Last day of the week, Sunday, June 8` (DB-4, PD-13). */
export function formatRestOfWeek(today: Day): string {
  const end = weekEndOf(weekStartOf(today));
  const endWords = formatDay(end, { weekday: 'long', month: 'long', day: 'numeric' });
  return today === end
    ? `Last day of the week, ${endWords}`
    : `${formatDaysLeft(daysLeftInWeek(today))}, until ${endWords}`;
}

/** The month that begins in this week, such as `Jun`, if it is one of every `step`; otherwise ''. */
export function monthBeginningIn(weekStart: Day, step = 1): string {
  const end = weekEndOf(weekStart);
  const monthIndex = Number(end.slice(5, 7)) - 1;
  return dayOfMonth(end) <= 7 && monthIndex % step === 0 ? formatDay(end, { month: 'short' }) : '';
}
