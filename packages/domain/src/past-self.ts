import type { WeekSummary } from './week-summaries.ts';
import { trackedWeeks } from './week-verdicts.ts';

const WEEKS_LOOKED_BACK = 8;

/**
 * The median in cents of the last eight completed weeks (PD-25); null without a purchase in them. `weeks` is
 * sorted oldest first. Cost: n in the weeks.
 */
export function pastSelfSpentCents(weeks: readonly WeekSummary[]): number | null {
  const spent = trackedWeeks(weeks)
    .slice(-WEEKS_LOOKED_BACK)
    .map((week) => week.spentCents)
    .sort((a, b) => a - b);
  if (spent.length === 0) return null;
  const middle = Math.floor(spent.length / 2);
  const upper = spent[middle] ?? 0;
  return spent.length % 2 === 1 ? upper : Math.round(((spent[middle - 1] ?? 0) + upper) / 2);
}

export interface PastSelfStanding {
  rank: 1 | 2;
  rivalRank: 1 | 2;
  /** Its only markup is `<strong>`. */
  status: string;
}

/** In cents; the lower spending leads (PD-25). */
export function standingAgainstPastSelf(spentCents: number, pastSelfCents: number): PastSelfStanding {
  if (spentCents < pastSelfCents)
    return { rank: 1, rivalRank: 2, status: 'You’re <strong>1st</strong>, ahead of your past self.' };
  if (spentCents > pastSelfCents)
    return { rank: 2, rivalRank: 1, status: 'You’re <strong>2nd</strong>, behind your past self.' };
  return { rank: 1, rivalRank: 1, status: 'You share <strong>1st</strong> with your past self.' };
}
