import type { User } from '@oinkly/contract/endpoints';
import { routes } from '@oinkly/contract/routes';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { loadOrSay, nullWhenSignedOut } from './query-client.ts';

const FIVE_MINUTES_MS = 5 * 60_000;

/** Who is signed in; null when nobody is. */
export const currentUserQuery = queryOptions<User | null>({
  queryKey: [routes.getCurrentUser.path],
  queryFn: () => nullWhenSignedOut(loadOrSay('Failed to load user profile', call('getCurrentUser'))),
  staleTime: FIVE_MINUTES_MS,
  refetchOnMount: false,
});

/** The current user's query. */
export function useCurrentUser() {
  return useQuery(currentUserQuery);
}
