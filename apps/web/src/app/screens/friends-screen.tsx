import type { User } from '@oinkly/contract/account';
import { mapYear, weekStartOf } from '@oinkly/domain/weeks';
import { useQuery } from '@tanstack/react-query';
import { FriendsHeading } from '../../features/friends/friends-heading.tsx';
import { FriendsPage } from '../../features/friends/friends-page.tsx';
import { friendsQuery, inviteQuery, pactsQuery } from '../../features/friends/friends-queries.ts';
import { Pacts } from '../../features/friends/pacts.tsx';
import { ManageFriends } from '../../features/friends/manage-friends.tsx';
import { useLeaderboard } from '../../features/leaderboard/leaderboard-query.ts';
import { LeaderboardSkeleton } from '../../features/leaderboard/leaderboard-section.tsx';
import { useMarkFriendsRead } from '../../features/notifications/unread-query.ts';
import { useToday } from '../../shared/hooks/use-today.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { LoadedBoard } from '../loaded-board.tsx';
import { useWeeks } from '../use-weeks.ts';

/** The board, the invitation below it, and the rest behind a button (PD-92). */
export default function FriendsScreen({ user }: { user: User }) {
  const today = useToday();
  const { weeks, week, error } = useWeeks(mapYear(today), weekStartOf(today), today);
  // Friends join at any time.
  const board = useLeaderboard({ staleTime: 0 });
  const circle = useQuery(friendsQuery);
  const pacts = useQuery(pactsQuery);
  // Loads at the same time, though it shows later.
  useQuery(inviteQuery);
  useMarkFriendsRead();
  const isWeekSettled = week !== undefined || error !== null;
  // All appear together, so that none moves another.
  const isLoaded = isWeekSettled && !board.isPending && !circle.isPending && !pacts.isPending;
  return (
    <>
      <div className="relative pr-11">
        <FriendsHeading />
        <ManageFriends user={user} className="absolute -top-1 -right-2.5" />
      </div>
      {isLoaded ? (
        <>
          <LoadedBoard board={board} user={user} weeks={weeks} week={week} invitesBelow />
          <Pacts />
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
