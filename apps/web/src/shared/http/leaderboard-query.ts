import { routes } from '@oinkly/contract/routes';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** This week's board of the user and the user's friends. */
export const leaderboardQuery = queryOptions({
  queryKey: [routes.getLeaderboard.path],
  queryFn: () => call('getLeaderboard'),
});
