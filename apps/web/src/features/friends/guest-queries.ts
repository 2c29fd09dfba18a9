import { routes } from '@oinkly/contract/routes';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { ApiError } from '../../shared/http/api-error.ts';
import { call } from '../../shared/http/call.ts';
import { toastFailure } from '../../shared/ui/failure-toast.ts';
import { toast } from '../../shared/ui/toast-store.ts';
import { leaderboardQuery } from '../leaderboard/leaderboard-query.ts';
import { friendsQuery, inviteQuery, pactsQuery, toastFriends } from './friends-queries.ts';
import { forgetGuestSecret, guestSecret } from './guest-secret.ts';
import { forgetGuest } from './pending-guest.ts';

export function guestPageQuery(token: string) {
  return queryOptions({
    queryKey: [routes.getGuestPage.path, token],
    queryFn: () => call('getGuestPage', { params: { token } }),
    staleTime: 0,
  });
}

export function isGuestVoid(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'GUEST_NOT_FOUND';
}

/** Joins and opens the guest's own page. */
export function useJoinAsGuest(code: string) {
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: (name: string) =>
      call('joinAsGuest', { params: { code }, body: { name, secret: guestSecret(code) } }),
    onSuccess: ({ token }) => {
      forgetGuestSecret(code);
      navigate(`/guest/${token}`, { replace: true });
    },
    onError: (error) => toastFailure(error),
  });
}

export function useTapWeek(token: string) {
  const queryClient = useQueryClient();
  return useMutation({
    // One at a time, so that the last answer is stored last.
    scope: { id: 'tap-week' },
    mutationFn: ({ week, kept }: { week: string; kept: boolean }) =>
      call('tapWeek', { params: { token, week }, body: { kept } }),
    onError: (error) => toastFailure(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: guestPageQuery(token).queryKey }),
  });
}

/** Opens the new link in place of the old one. */
export function useReplaceGuestLink(token: string) {
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: () => call('replaceGuestLink', { params: { token }, body: { secret: guestSecret(token) } }),
    onSuccess: (link) => {
      forgetGuestSecret(token);
      navigate(`/guest/${link.token}`, { replace: true });
      toast({ title: 'New link', description: 'The old one no longer works. Save this page instead.' });
    },
    onError: (error) => toastFailure(error),
  });
}

export function useLeaveAsGuest(token: string) {
  return useMutation({
    mutationFn: () => call('leaveAsGuest', { params: { token } }),
    onError: (error) => toastFailure(error),
  });
}

/** Turns the guest into a friend with an account (PD-104). */
export function useBecomeFriend(token: string, inviterName: string) {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: () => {
      forgetGuest();
      return call('becomeFriend', { params: { token } });
    },
    onSuccess: () => {
      toastFriends(inviterName);
      navigate('/', { replace: true });
      for (const { queryKey } of [friendsQuery, leaderboardQuery, pactsQuery])
        void queryClient.invalidateQueries({ queryKey });
    },
    onError: (error) => toastFailure(error),
  });
}

/** Removes one of the user's guests. */
export function useRemoveGuest() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('removeGuest', { params: { id } }),
    onSuccess: () => toast({ title: 'Guest removed' }),
    onError: (error) => toastFailure(error),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: friendsQuery.queryKey });
      // Removing a guest revokes the link that they used.
      void queryClient.invalidateQueries({ queryKey: inviteQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: leaderboardQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: pactsQuery.queryKey });
    },
  });
}
