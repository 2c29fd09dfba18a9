import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../shared/http/call.ts';
import {
  currentSubscription,
  endPush,
  pushSupport,
  subscribeBrowser,
  unsubscribeBrowser,
  type PushSupport,
} from '../../shared/push/browser-push.ts';
import { rememberPushOwner } from '../../shared/push/push-owner.ts';
import { subscriptionBody } from '../../shared/push/subscription-body.ts';
import { subscriptionId } from '../../shared/push/subscription-id.ts';
import { inboxQuery, type Inbox } from './notifications-queries.ts';

/** `not-sent`: the server cannot send any. */
export type DeviceState = 'on' | 'off' | 'not-sent' | Exclude<PushSupport, 'possible'>;

const browserQuery = queryOptions({
  queryKey: ['push-of-this-browser'],
  queryFn: async () => {
    const subscription = await currentSubscription();
    return {
      support: pushSupport(),
      id: subscription && (await subscriptionId(subscription.endpoint)),
    };
  },
  staleTime: 0,
});

/** Undefined while loading. A subscription unknown to the server shows nothing. */
export function useDeviceState({ devices, pushKey }: Inbox): DeviceState | undefined {
  const { data, isError, refetch } = useQuery(browserQuery);
  // The browser's settings may change while the page is hidden.
  useEffect(() => {
    const lookAgain = () => void refetch();
    window.addEventListener('focus', lookAgain);
    return () => window.removeEventListener('focus', lookAgain);
  }, [refetch]);
  // A browser that fails here supports no notifications.
  if (isError) return 'unsupported';
  if (!data) return undefined;
  if (data.support !== 'possible') return data.support;
  if (pushKey === null) return 'not-sent';
  return data.id !== null && devices.includes(data.id) ? 'on' : 'off';
}

/** Resolves false if the user did not allow notifications. */
export function useSwitchDevice({ pushKey }: Inbox, userId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isOn: boolean) => (isOn ? turnOn(pushKey, userId) : turnOff()),
    onSettled: () =>
      Promise.all(
        [browserQuery.queryKey, inboxQuery.queryKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

async function turnOn(pushKey: string | null, userId: string): Promise<boolean> {
  // The switch is hidden in this case.
  if (pushKey === null) throw new Error('This server isn’t sending notifications.');
  // First, because browsers ask only shortly after a click.
  if ((await Notification.requestPermission()) !== 'granted') return false;
  try {
    await call('subscribeToPush', { body: subscriptionBody(await subscribeBrowser(pushKey)) });
    await rememberPushOwner(userId);
  } catch (error) {
    // The switch shows off, so no subscription may remain.
    await unsubscribeBrowser();
    throw error;
  }
  return true;
}

async function turnOff(): Promise<boolean> {
  await endPush();
  return true;
}
