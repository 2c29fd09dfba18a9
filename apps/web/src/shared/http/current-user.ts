import type { User } from '@oinkly/contract/endpoints';
import { routes } from '@oinkly/contract/routes';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, callAs } from './call.ts';
import { loadOrSay, nullWhenSignedOut } from './query-client.ts';
import { pushOwner } from '../push/push-owner.ts';
import { deleteCachedAnswers } from './offline-cache.ts';

const FIVE_MINUTES_MS = 5 * 60_000;
/** Of whom the remembered answers are. */
const LAST_USER_KEY = 'oinkly.user';

/** The signed-in user; null when signed out. */
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

/** Whether someone was signed in here when this browser last asked. Asks nothing. */
export function wasSignedIn(): boolean {
  return window.localStorage.getItem(LAST_USER_KEY) !== null;
}

/** Makes all calls from now on for this user and forgets what was kept of another one. */
export async function actAs(user: User | null): Promise<void> {
  callAs(user?.id ?? null);
  if (user) sortOutPush(user.id);
  if (user && user.id === window.localStorage.getItem(LAST_USER_KEY)) return;
  await deleteCachedAnswers(user ? routes.getCurrentUser.path : undefined);
  if (user) window.localStorage.setItem(LAST_USER_KEY, user.id);
  else window.localStorage.removeItem(LAST_USER_KEY);
}

/**
 * Ends the notifications of whoever was here before, and has one's own go on. Nobody waits for it: until it is done, they are shown as they
 * were.
 */
function sortOutPush(userId: string): void {
  pushOwner()
    .then(async (owner) => {
      if (owner === null) return;
      const { keepPush, unsubscribeBrowser } = await import('../push/browser-push.ts');
      await (owner === userId ? keepPush() : unsubscribeBrowser());
    })
    .catch((error: unknown) => console.warn('Notifications of this browser were not sorted out', error));
}

/** The current user's query. */
export function useCurrentUser() {
  return useQuery(currentUserQuery);
}
