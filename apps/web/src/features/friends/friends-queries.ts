import { routes } from '@oinkly/contract/routes';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../shared/http/api-error.ts';
import { call } from '../../shared/http/call.ts';
import { currentUserQuery } from '../../shared/http/current-user.ts';
import { toastFailure } from '../../shared/ui/failure-toast.ts';
import { leaderboardQuery } from '../leaderboard/leaderboard-query.ts';
import { loadOrSay, staleUnlessWithPage } from '../../shared/http/query-client.ts';
import { toast } from '../../shared/ui/toast-store.ts';
import { forgetInvite } from './remember-invite.ts';

/** The user's friends. Reloaded whenever the page opens, because others accept invitations at any time. */
export const friendsQuery = queryOptions({
  queryKey: [routes.listFriends.path],
  queryFn: () => loadOrSay('We couldn’t load your friends.', call('listFriends')),
  staleTime: staleUnlessWithPage,
});

/** The user's pacts and proposals. Reloaded whenever the page opens, because friends answer at any time. */
export const pactsQuery = queryOptions({
  queryKey: [routes.listPacts.path],
  queryFn: () => loadOrSay('We couldn’t load your pacts.', call('listPacts')),
  staleTime: staleUnlessWithPage,
});

/** For a part that shows once its queries have answered or failed. To load them again would take the part away and bring it back, forever. */
export const LOADED_BY_SCREEN = { retryOnMount: false };

/** What friends were last sent about the user. Reloaded whenever the page opens, because friends open theirs at any time. */
export const seenQuery = queryOptions({
  queryKey: [routes.listSeen.path],
  queryFn: () => loadOrSay('We couldn’t load what friends see.', call('listSeen')),
  staleTime: 0,
});

/** Makes or ends a pact with a friend. */
export function usePact(change: 'makePact' | 'endPact') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => call(change, { params: { id: userId } }),
    onError: (error) => toastFailure(error),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: pactsQuery.queryKey });
      // The friend may have left.
      void queryClient.invalidateQueries({ queryKey: friendsQuery.queryKey });
    },
  });
}

/**
 * The code of the user's invitation. Reloaded whenever the page opens, because another tab may have replaced
 * it.
 */
export const inviteQuery = queryOptions({
  queryKey: [routes.getInvite.path],
  queryFn: () => loadOrSay('We couldn’t load your invitation.', call('getInvite')),
  staleTime: staleUnlessWithPage,
});

/** An invitation as its viewer sees it, reloaded on each view. */
export function invitationQuery(code: string) {
  return queryOptions({
    queryKey: [routes.getInvitation.path, code],
    queryFn: () => call('getInvitation', { params: { code } }),
    staleTime: 0,
  });
}

export function isVoid(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'INVITE_NOT_FOUND';
}

export function useAcceptInvitation(code: string, onDone: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('acceptInvitation', { params: { code } }),
    onSuccess: async () => {
      onDone();
      await Promise.all(
        [friendsQuery.queryKey, leaderboardQuery.queryKey, currentUserQuery.queryKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
    },
    onError: (error) => toastFailure(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: invitationQuery(code).queryKey }),
  });
}

/**
 * Accepts the remembered invitation once onboarding is done, and returns the page to show next: the invitation's own if it could not be
 * accepted, because that page says why.
 */
export function useAcceptAfterOnboarding(): (code: string, inviterName: string | null) => Promise<string> {
  const queryClient = useQueryClient();
  return async (code, inviterName) => {
    forgetInvite();
    try {
      await call('acceptInvitation', { params: { code } });
    } catch (error) {
      console.warn('The invitation was not accepted', error);
      void queryClient.invalidateQueries({ queryKey: invitationQuery(code).queryKey });
      return `/invite/${code}`;
    }
    toastFriends(inviterName);
    return '/';
  };
}

/** The name is null if it could not be loaded. */
export function toastFriends(inviterName: string | null): void {
  toast({
    title: 'You’re friends now',
    description: inviterName === null ? 'You share a board.' : `${inviterName} is on your board.`,
  });
}

export type CircleChange = 'endFriendship' | 'blockFriend' | 'unblock';

export function useChangeCircle(change: CircleChange, words: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => call(change, { params: { id: userId } }),
    onSuccess: () => toast({ title: words }),
    onError: (error) => toastFailure(error),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: friendsQuery.queryKey });
      // Removing a friend revokes the link that they used.
      void queryClient.invalidateQueries({ queryKey: inviteQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: leaderboardQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: pactsQuery.queryKey });
    },
  });
}

export function useReplaceInvite(onDone: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('replaceInvite'),
    onSuccess: (invite) => {
      queryClient.setQueryData(inviteQuery.queryKey, invite);
      toast({ title: 'New link', description: 'The old link no longer works.' });
      onDone();
    },
    onError: (error) => toastFailure(error),
  });
}

/** A failure is only logged: the next invitation stores it again. */
export function useRememberInvited(): () => void {
  const queryClient = useQueryClient();
  return () => {
    call('updateUser', { body: { friendsAdded: true } }).then(
      (user) => queryClient.setQueryData(currentUserQuery.queryKey, user),
      (error: unknown) => console.warn('That friends were invited was not saved', error),
    );
  };
}
