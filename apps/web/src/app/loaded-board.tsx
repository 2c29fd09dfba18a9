import type { User } from '@oinkly/contract/account';
import { pastSelfSpentCents } from '@oinkly/domain/past-self';
import type { WeekSummary } from '@oinkly/domain/week-summaries';
import type { useLeaderboard } from '../features/leaderboard/leaderboard-query.ts';
import { LeaderboardFailure, LeaderboardSection } from '../features/leaderboard/leaderboard-section.tsx';

/** The board once it is loaded, or its failure. The same on the dashboard and the Friends page. */
export function LoadedBoard({
  board,
  user,
  weeks,
  week,
  invitesBelow,
}: {
  board: ReturnType<typeof useLeaderboard>;
  user: User;
  /** Of the map's year. */
  weeks: readonly WeekSummary[];
  /** This week; undefined while its budget cannot be loaded. */
  week: WeekSummary | undefined;
  invitesBelow?: boolean;
}) {
  if (!board.data) {
    return (
      <LeaderboardFailure message="We couldn’t load the leaderboard." onRetry={() => void board.refetch()} />
    );
  }
  return (
    <LeaderboardSection
      entries={board.data.leaderboard}
      kept={board.data.kept}
      unreachable={board.data.unreachable}
      user={user}
      goalCents={week?.budgetCents ?? null}
      spentThisWeekCents={week?.spentCents ?? 0}
      pastSelfCents={pastSelfSpentCents(weeks)}
      {...(invitesBelow && { invitesBelow })}
    />
  );
}
