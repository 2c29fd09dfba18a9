import { routes } from '@oinkly/contract/routes';
import { weekStartOf } from '@oinkly/domain/weeks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useToday } from '../../shared/hooks/use-today.ts';
import { call } from '../../shared/http/call.ts';

export const leaderboardQuery = queryOptions({
  queryKey: [routes.getLeaderboard.path],
  queryFn: () => call('getLeaderboard'),
});

/** Reloads when a new week starts while the page is open; with a `staleTime` of 0 also when the page opens. */
export function useLeaderboard(options: { staleTime?: (query: object) => number } = {}) {
  const board = useQuery({ ...leaderboardQuery, ...options });
  const { refetch } = board;
  const week = weekStartOf(useToday());
  const askedIn = useRef(week);
  useEffect(() => {
    if (askedIn.current === week) return;
    askedIn.current = week;
    void refetch();
  }, [week, refetch]);
  return board;
}
