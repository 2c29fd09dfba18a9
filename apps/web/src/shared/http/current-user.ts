import type { User } from '@oinkly/contract/endpoints';
import { routes } from '@oinkly/contract/routes';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, callAs } from './call.ts';
import { loadOrSay, nullWhenSignedOut } from './query-client.ts';
import { pushOwner } from '../push/push-owner.ts';
import { deleteCachedAnswers } from './offline-cache.ts';

const FIVE_MINUTES_MS = 5 * 60_000;
/** Names the user whose answers are cached. */
const LAST_USER_KEY = 'oinkly.user';

export const currentUserQuery = queryOptions<User | null>({
  queryKey: [routes.getCurrentUser.path],
  queryFn: async () => {
    const user = await nullWhenSignedOut(loadOrSay('Failed to load user profile', call('getCurrentUser')));
    await actAs(user);
    return user;
  },
  staleTime: FIVE_MINUTES_MS,
  refetchOnMount: false,
});

/** Whether a user was signed in when this browser last asked. Makes no call. */
export function wasSignedIn(): boolean {
  return window.localStorage.getItem(LAST_USER_KEY) !== null;
}

/** Deletes the previous user's cached answers. */
export async function actAs(user: User | null): Promise<void> {
  callAs(user?.id ?? null);
  if (user) endOrKeepPush(user.id);
  if (user && user.id === window.localStorage.getItem(LAST_USER_KEY)) return;
  await deleteCachedAnswers(user ? routes.getCurrentUser.path : undefined);
  if (user) window.localStorage.setItem(LAST_USER_KEY, user.id);
  else window.localStorage.removeItem(LAST_USER_KEY);
}

/** Ends the previous user's notifications and continues this user's, in the background. */
function endOrKeepPush(userId: string): void {
  pushOwner()
    .then(async (owner) => {
      if (owner === null) return;
      const { keepPush, unsubscribeBrowser } = await import('../push/browser-push.ts');
      await (owner === userId ? keepPush() : unsubscribeBrowser());
    })
    .catch((error: unknown) => console.warn('The notifications of this browser could not be updated', error));
}

export function useCurrentUser() {
  return useQuery(currentUserQuery);
}

/** The user's setting; false until the user is known. Asks nothing: every signed-in page has asked. */
export function useCountFixedBills(): boolean {
  return useQuery({ ...currentUserQuery, enabled: false }).data?.countFixedBills ?? false;
}
