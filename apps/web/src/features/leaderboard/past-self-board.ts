import type { LeaderboardEntry } from '@oinkly/contract/endpoints';

/** A row of the board as it is drawn: an entry of the response, or the past self. */
export type BoardRow = Pick<
  LeaderboardEntry,
  'rank' | 'name' | 'userId' | 'isCurrentUser' | 'positionChange'
>;

/**
 * The board of somebody without friends: the user against the past self (PD-25). Who spent less leads; equal spending shares
 * the rank. Sums in cents.
 */
export function boardAgainstPastSelf(
  user: BoardRow,
  spentThisWeekCents: number,
  pastSelfCents: number,
): BoardRow[] {
  const isAhead = spentThisWeekCents < pastSelfCents;
  const isEqual = spentThisWeekCents === pastSelfCents;
  const self: BoardRow = { ...user, rank: isAhead || isEqual ? 1 : 2 };
  const rival: BoardRow = {
    rank: isAhead ? 2 : 1,
    name: 'Your past self',
    userId: 'past-self',
    isCurrentUser: false,
    positionChange: 0,
  };
  return self.rank <= rival.rank ? [self, rival] : [rival, self];
}
