import { addDays, type Day } from './days.ts';
import { weekStartOf } from './weeks.ts';

/** This week included. */
export const INSIGHT_WEEKS = 52;

export const PERIOD_WEEKS = 4;

/** The first and the last Monday of the weeks that insights cover. */
export function insightRange(today: Day): { from: Day; to: Day } {
  const to = weekStartOf(today);
  return { from: addDays(to, -7 * (INSIGHT_WEEKS - 1)), to };
}
