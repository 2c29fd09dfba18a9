import type { User } from '@oinkly/contract/endpoints';
import { routes } from '@oinkly/contract/routes';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { loadOrSay, nullWhenSignedOut } from './query-client.ts';
import { forgetAnswers } from './remembered-answers.ts';

const FIVE_MINUTES_MS = 5 * 60_000;

/** Who is signed in; null when nobody is. */
export const currentUserQuery = queryOptions<User | null>({
  queryKey: [routes.getCurrentUser.path],
  queryFn: async () => {
    const user = await nullWhenSignedOut(loadOrSay('Failed to load user profile', call('getCurrentUser')));
    if (!user) await forgetAnswers();
    return user;
  },
  staleTime: FIVE_MINUTES_MS,
  refetchOnMount: false,
});

/** The current user's query. */
export function useCurrentUser() {
  return useQuery(currentUserQuery);
}
