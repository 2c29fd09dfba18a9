import type { User } from '@oinkly/contract/account';
import { routes } from '@oinkly/contract/routes';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { showAppBadge } from '../app-badge.ts';
import { call, callAs } from './call.ts';
import { loadOrSay, nullWhenSignedOut } from './query-client.ts';
import { pushOwner } from '../push/push-owner.ts';
import { lastUserId, rememberUser } from './last-user.ts';
import { deleteCachedAnswers } from './offline-cache.ts';

const FIVE_MINUTES_MS = 5 * 60_000;
export const currentUserQuery = queryOptions<User | null>({
  queryKey: [routes.getCurrentUser.path],
  queryFn: async () => {
    const user = await nullWhenSignedOut(loadOrSay('Failed to load user profile', call('getCurrentUser')));
    actAs(user);
    return user;
  },
  staleTime: FIVE_MINUTES_MS,
  refetchOnMount: false,
});

/** Deletes what other users left on this device, in the background: cached answers, the number on the icon and notifications. */
export function actAs(user: User | null): void {
  callAs(user?.id ?? null);
  if (user && user.id !== lastUserId()) void showAppBadge(0);
  rememberUser(user?.id ?? null);
  if (user) endOrKeepPush(user.id);
  void deleteCachedAnswers(user?.id);
}

/** Ends the previous user's notifications and continues this user's, in the background. */
function endOrKeepPush(userId: string): void {
  pushOwner()
    .then(async (owner) => {
      if (owner === null) return;
      const { renewPush, unsubscribeBrowser } = await import('../push/browser-push.ts');
      await (owner === userId ? renewPush() : unsubscribeBrowser());
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
