import type { Notification } from '@oinkly/contract/notifications';
import type { RouteResponse } from '@oinkly/contract/endpoints';
import { routes } from '@oinkly/contract/routes';
import type { DeviceKind } from '@oinkly/domain/notifications';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../shared/http/call.ts';
import { toastFailure } from '../../shared/ui/failure-toast.ts';
import { loadOrSay } from '../../shared/http/query-client.ts';
import { leaderboardQuery } from '../leaderboard/leaderboard-query.ts';
import { countAsRead, warnUnsaved } from './unread-query.ts';

export type Inbox = RouteResponse<'listNotifications'>;

/** The user's notifications and settings. Reloaded whenever the page opens, also from a notification. */
export const inboxQuery = queryOptions({
  queryKey: [routes.listNotifications.path],
  queryFn: () => loadOrSay('We couldn’t load your notifications.', call('listNotifications')),
  staleTime: 0,
  refetchOnWindowFocus: true,
});

export function useChoose(kind: DeviceKind) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isWanted: boolean) => call('chooseNotifications', { body: { [kind]: isWanted } }),
    // Only this kind: another choice's answer may be newer or arrive first.
    onSuccess: (wanted) =>
      queryClient.setQueryData<Inbox>(
        inboxQuery.queryKey,
        (inbox) => inbox && { ...inbox, wanted: { ...inbox.wanted, [kind]: wanted[kind] } },
      ),
    onError: (error) => toastFailure(error, { title: 'Save Failed' }),
  });
}

/** Stores the answer for the user, so that no other device asks again. `onWanted` runs after a stored yes. */
export function useAnswerOffer(onWanted: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isWanted: boolean) => call('chooseNotifications', { body: { result: isWanted } }),
    onSuccess: (_, isWanted) => {
      queryClient.setQueryData(
        leaderboardQuery.queryKey,
        (board) => board && { ...board, offersNote: false },
      );
      // A board requested earlier and still loading would bring the offer back.
      void queryClient.invalidateQueries({ queryKey: leaderboardQuery.queryKey });
      if (isWanted) onWanted();
    },
    onError: (error) => toastFailure(error, { title: 'Save Failed' }),
  });
}

/** The page shows them as new until it is left. A failure is only logged: they stay unread. */
export function useMarkRead(notifications: readonly Notification[]): void {
  const queryClient = useQueryClient();
  const unread = notifications.filter(({ read }) => !read);
  const unreadIds = unread.map(({ id }) => id).join();
  const friends = unread.filter(({ kind }) => kind === 'friend').length;
  useEffect(() => {
    if (unreadIds === '') return;
    const ids = unreadIds.split(',').map(Number);
    call('readNotifications', { body: { ids } }).then(
      () => countAsRead(queryClient, { all: ids.length, friends }),
      warnUnsaved,
    );
  }, [unreadIds, friends, queryClient]);
}
