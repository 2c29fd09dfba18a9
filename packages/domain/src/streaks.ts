import type { Day } from './days.ts';
import type { WeekSummary } from './week-summaries.ts';
import { trackedWeeks } from './week-verdicts.ts';

/** In weeks. */
export interface Streak {
  /** Up to the newest closed week. */
  current: number;
  best: number;
}

/**
 * Returns how many closed weeks in a row stayed under budget (PD-88), from the week of `since` on, in which the user first set a budget
 * here (PD-89). `weeks` is sorted oldest first, without gaps. Cost: n in the weeks.
 */
export function streakOf(weeks: readonly WeekSummary[], since: Day): Streak {
  const streak: Streak = { current: 0, best: 0 };
  for (const week of trackedWeeks(weeks)) {
    if (week.end < since) continue;
    streak.current = week.isOver ? 0 : streak.current + 1;
    streak.best = Math.max(streak.best, streak.current);
  }
  return streak;
}

/** Null before the first closed week under budget. */
export function streakWords({ current, best }: Streak): string | null {
  if (best === 0) return null;
  if (current === 0) return `Best: ${inWeeks(best)}.`;
  return `${inWeeks(current)}. ${current === best ? 'That’s your best.' : `Best: ${best}.`}`;
}

function inWeeks(count: number): string {
  return count === 1 ? '1 week under budget' : `${count} weeks in a row under budget`;
}
