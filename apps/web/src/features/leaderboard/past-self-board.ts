import type { LeaderboardEntry } from '@oinkly/contract/endpoints';
import type { PastSelfStanding } from '@oinkly/domain/past-self';

export type BoardRow = Pick<
  LeaderboardEntry,
  'rank' | 'name' | 'userId' | 'isCurrentUser' | 'positionChange'
>;

export function boardAgainstPastSelf(
  user: BoardRow,
  { rank, rivalRank }: Pick<PastSelfStanding, 'rank' | 'rivalRank'>,
): BoardRow[] {
  const self: BoardRow = { ...user, rank };
  const rival: BoardRow = {
    rank: rivalRank,
    name: 'Your past self',
    userId: 'past-self',
    isCurrentUser: false,
    positionChange: 0,
  };
  return rank <= rivalRank ? [self, rival] : [rival, self];
}
