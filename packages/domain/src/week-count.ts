import type { WeekSummary } from './week-summaries.ts';
import { trackedWeeks } from './week-verdicts.ts';

/** How many of the closed weeks were within budget. The running week is in neither number (PD-88). */
export interface WeekCount {
  under: number;
  closed: number;
}

/**
 * Counts all closed weeks since the first expense, or the last `most` of them. Headlines, pictures, alternative texts and the API call it, so
 * that they agree (PD-87). Cost: n in the weeks.
 */
export function countWeeks(weeks: readonly WeekSummary[], most = Infinity): WeekCount {
  const closed = trackedWeeks(weeks).slice(-most);
  return { under: closed.filter(({ isOver }) => !isOver).length, closed: closed.length };
}

/** `30 of 47 weeks under budget` */
export function weekCountWords({ under, closed }: WeekCount): string {
  return `${under} of ${closed} ${closed === 1 ? 'week' : 'weeks'} under budget`;
}
