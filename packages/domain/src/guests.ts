import { addDays, type Day } from './days.ts';
import type { WeekMark } from './kept-weeks.ts';
import { weekStartOf } from './weeks.ts';

/** The most guests that a person can have (PD-103). */
export const MAX_GUESTS = 10;
/** A guest without a tap for so long is removed (PD-103). */
export const GUEST_LIFETIME_DAYS = 60;

/** Last week can be tapped until Wednesday (PD-103). */
const DAYS_TO_TAP = 3;

/**
 * Returns the Monday of the week that a guest can tap today; null from Thursday on, and before the guest's first week has ended.
 */
export function weekToTap(firstWeek: Day, today: Day): Day | null {
  const thisWeek = weekStartOf(today);
  const lastWeek = addDays(thisWeek, -7);
  return lastWeek >= firstWeek && today < addDays(thisWeek, DAYS_TO_TAP) ? lastWeek : null;
}

/**
 * Returns which of their weeks a guest kept, without the one that can still be tapped, if any can. A week without a tap is not kept. Cost: n in the
 * weeks since the first one.
 */
export function guestWeeks(
  firstWeek: Day,
  taps: ReadonlyMap<Day, boolean>,
  today: Day,
  { canStillTap } = { canStillTap: true },
): ReadonlyMap<Day, boolean> {
  const thisWeek = weekStartOf(today);
  const open = canStillTap ? weekToTap(firstWeek, today) : null;
  const weeks = new Map<Day, boolean>();
  for (let week = firstWeek; week < thisWeek; week = addDays(week, 7)) {
    const isKept = taps.get(week);
    if (isKept !== undefined || week !== open) weeks.set(week, isKept ?? false);
  }
  return weeks;
}

/** Returns a guest's mark for each of these weeks. Cost: n in the weeks. */
export function guestMarks(
  weekStarts: readonly Day[],
  firstWeek: Day,
  weeks: ReadonlyMap<Day, boolean>,
): WeekMark[] {
  return weekStarts.map((week) => {
    if (week < firstWeek) return 'before';
    const isKept = weeks.get(week);
    if (isKept === undefined) return 'open';
    return isKept ? 'kept' : 'missed';
  });
}
