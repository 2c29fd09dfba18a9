import type { User } from '@oinkly/contract/account';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../shared/http/call.ts';
import { currentUserQuery } from '../../shared/http/current-user.ts';

/** Marks those who joined as seen on the page that shows the friends. A failure is only logged: they stay unread. */
export function useMarkFriendsRead(): void {
  const queryClient = useQueryClient();
  const friends = useUnreadFriends();
  useEffect(() => {
    if (friends === 0) return;
    call('readNotifications', { body: { kind: 'friend' } }).then(
      () => countAsRead(queryClient, { all: friends, friends }),
      warnUnsaved,
    );
  }, [friends, queryClient]);
}

/** How many friends joined since the user looked. */
function useUnreadFriends(): number {
  return useQuery({ ...currentUserQuery, enabled: false }).data?.unreadFriends ?? 0;
}

export function countAsRead(queryClient: QueryClient, read: { all: number; friends: number }): void {
  queryClient.setQueryData<User | null>(
    currentUserQuery.queryKey,
    (user) =>
      user && {
        ...user,
        unreadNotifications: Math.max(0, user.unreadNotifications - read.all),
        unreadFriends: Math.max(0, user.unreadFriends - read.friends),
      },
  );
}

export function warnUnsaved(error: unknown): void {
  console.warn('That notifications were read was not saved', error);
}
