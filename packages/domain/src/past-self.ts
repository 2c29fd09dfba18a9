import { NO_ONE_UNDER, OVER_STATUS } from './leaderboard-status.ts';
import type { Prize } from './ranking.ts';
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
  /** Only for who is within the budget (D-13). */
  prize: Prize | null;
  rivalPrize: Prize | null;
  /** Its only markup is `<strong>`. */
  status: string;
}

/** Compares in cents; the lower spending leads (PD-25). */
export function standingAgainstPastSelf(
  spentCents: number,
  pastSelfCents: number,
  budgetCents: number,
): PastSelfStanding {
  const rank = spentCents <= pastSelfCents ? 1 : 2;
  const rivalRank = pastSelfCents <= spentCents ? 1 : 2;
  const prizeOf = (place: 1 | 2, cents: number): Prize | null => {
    if (cents > budgetCents) return null;
    return place === 1 ? 'trophy' : 'star';
  };
  const [prize, rivalPrize] = [prizeOf(rank, spentCents), prizeOf(rivalRank, pastSelfCents)];
  const statusOf = () => {
    if (!prize && !rivalPrize) return NO_ONE_UNDER;
    if (rank === 2) return 'You’re <strong>2nd</strong>, behind your past self.';
    if (!prize) return OVER_STATUS;
    return rivalRank === 1
      ? 'You share <strong>1st</strong> with your past self.'
      : 'You’re <strong>1st</strong>, ahead of your past self.';
  };
  return { rank, rivalRank, prize, rivalPrize, status: statusOf() };
}
