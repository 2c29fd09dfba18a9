import type { User } from '@oinkly/contract/account';
import type { RouteResponse } from '@oinkly/contract/endpoints';
import { FEWEST_IN_CIRCLE } from '@oinkly/domain/shared-circle';
import { mapYear, weekStartOf } from '@oinkly/domain/weeks';
import { useQuery } from '@tanstack/react-query';
import { FriendsHeading } from '../../features/friends/friends-heading.tsx';
import { FriendsPage } from '../../features/friends/friends-page.tsx';
import { friendsQuery, inviteQuery, pactsQuery } from '../../features/friends/friends-queries.ts';
import { Pacts } from '../../features/friends/pacts.tsx';
import { ManageFriends } from '../../features/friends/manage-friends.tsx';
import { RestingLink } from '../../features/sharing/resting-link.tsx';
import { ShareCircle } from '../../features/sharing/share-circle.tsx';
import { leaderboardQuery, useLeaderboard } from '../../features/leaderboard/leaderboard-query.ts';
import { LeaderboardSkeleton } from '../../features/leaderboard/leaderboard-section.tsx';
import { useMarkFriendsRead } from '../../features/notifications/unread-query.ts';
import { useToday } from '../../shared/hooks/use-today.ts';
import { isConfirmed } from '../../shared/http/confirmed.ts';
import type { Loader } from '../../shared/http/loader.ts';
import { staleUnlessWithPage } from '../../shared/http/query-client.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { LoadedBoard } from '../loaded-board.tsx';
import { loadWeeks, useWeeks } from '../use-weeks.ts';

export const loader: Loader = (queryClient, { today }) => [
  ...loadWeeks(queryClient, mapYear(today), weekStartOf(today)),
  queryClient.query(leaderboardQuery),
  queryClient.query(friendsQuery),
  queryClient.query(pactsQuery),
  queryClient.query(inviteQuery),
];

/** The board, the invitation below it, and the rest behind a button (PD-92). */
export default function FriendsScreen({ user }: { user: User }) {
  const today = useToday();
  const { weeks, week, error } = useWeeks(mapYear(today), weekStartOf(today), today);
  // Friends join at any time.
  const board = useLeaderboard({ staleTime: staleUnlessWithPage });
  const circle = useQuery(friendsQuery);
  const pacts = useQuery(pactsQuery);
  const hasCircle = hasSharedCircle(user, board.data, circle.data);
  // Loads at the same time, though it shows later.
  useQuery(inviteQuery);
  useMarkFriendsRead();
  // A friend may have left since then, so names of the last start are not readable until the server answers.
  const isOld = [board, circle, pacts].some(({ data, dataUpdatedAt }) => data && !isConfirmed(dataUpdatedAt));
  const isWeekSettled = week !== undefined || error !== null;
  // All appear together, so that none moves another.
  const isLoaded = isWeekSettled && !board.isPending && !circle.isPending && !pacts.isPending;
  return (
    <>
      <div className="relative pr-11">
        <FriendsHeading />
        <ManageFriends user={user} className="absolute -top-1 -right-2.5">
          {hasCircle === false && <RestingLink />}
        </ManageFriends>
      </div>
      {isLoaded ? (
        <>
          <div aria-busy={isOld} inert={isOld} className={isOld ? 'blur-unconfirmed' : ''}>
            <LoadedBoard board={board} user={user} weeks={weeks} week={week} invitesBelow />
            {hasCircle && <ShareCircle user={user} />}
            <Pacts />
          </div>
          <FriendsPage user={user} />
        </>
      ) : (
        <div>
          <LeaderboardSkeleton />
          <Skeleton className="mt-9 h-56 w-full rounded-medium" />
        </div>
      )}
    </>
  );
}

/** Null while it isn't known. The viewer is on the board too. A friend who left it is in no shared circle. */
function hasSharedCircle(
  user: User,
  board: RouteResponse<'getLeaderboard'> | undefined,
  circle: RouteResponse<'listFriends'> | undefined,
): boolean | null {
  if (!user.onBoard) return false;
  return board && circle ? board.leaderboard.length + circle.guests.length >= FEWEST_IN_CIRCLE : null;
}
