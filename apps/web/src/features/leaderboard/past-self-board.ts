import type { LeaderboardEntry } from '@oinkly/contract/leaderboard';
import type { PastSelfStanding } from '@oinkly/domain/past-self';

export type BoardRow = Pick<
  LeaderboardEntry,
  'rank' | 'name' | 'userId' | 'isCurrentUser' | 'positionChange' | 'prize' | 'joinsWith'
> & {
  /** Says who it is, below the name. */
  about?: string;
};

export function boardAgainstPastSelf(
  user: BoardRow,
  { rank, rivalRank, prize, rivalPrize }: Omit<PastSelfStanding, 'status'>,
): BoardRow[] {
  const self: BoardRow = { ...user, rank, prize, joinsWith: null };
  const rival: BoardRow = {
    rank: rivalRank,
    name: 'Your past self',
    about: 'your usual week',
    userId: 'past-self',
    isCurrentUser: false,
    positionChange: 0,
    prize: rivalPrize,
    joinsWith: null,
  };
  return rank <= rivalRank ? [self, rival] : [rival, self];
}
