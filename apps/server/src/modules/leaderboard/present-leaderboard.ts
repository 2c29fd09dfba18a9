import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { Day } from '@oinkly/domain/days';
import { dollarsFromCents } from '@oinkly/domain/money';
import type { readLeaderboard } from './leaderboard.service.ts';
import type { WeeklyResultRow } from './weekly-results.queries.ts';

/** Shows only the viewer's sums (PD-23). */
export function presentLeaderboard({
  entries,
  lastWeek,
  ...board
}: Awaited<ReturnType<typeof readLeaderboard>>): RouteResponse<'getLeaderboard'> {
  if (!lastWeek) return { leaderboard: entries, ...board, lastWeek: null };
  const { budgetCents, spentCents, isCorrected, wasSeen, isDismissed, ...result } = lastWeek;
  return {
    leaderboard: entries,
    ...board,
    lastWeek: {
      ...result,
      budget: dollarsFromCents(budgetCents),
      spent: dollarsFromCents(spentCents),
      corrected: isCorrected,
      seenBefore: wasSeen,
      dismissed: isDismissed,
    },
  };
}

/** Sums in dollars. */
export function presentResult(row: WeeklyResultRow): {
  weekStart: Day;
  budget: number;
  spent: number;
  correctedAt: string | null;
} {
  return {
    weekStart: row.weekStart,
    budget: dollarsFromCents(row.budgetCents),
    spent: dollarsFromCents(row.spentCents),
    correctedAt: row.correctedAt?.toISOString() ?? null,
  };
}
