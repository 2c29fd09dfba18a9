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

/** Whether this device shows notifications, and if not, whether it could; `not-sent`: the server cannot send any. */
export type DeviceState = 'on' | 'off' | 'not-sent' | Exclude<PushSupport, 'possible'>;

/** The browser's side. */
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

/** How it stands with this device; undefined while that is not known. A subscription that the server does not know shows nothing. */
export function useDeviceState({ devices, pushKey }: Inbox): DeviceState | undefined {
  const { data, isError, refetch } = useQuery(browserQuery);
  // The browser's settings may have changed while the page was hidden.
  useEffect(() => {
    const lookAgain = () => void refetch();
    window.addEventListener('focus', lookAgain);
    return () => window.removeEventListener('focus', lookAgain);
  }, [refetch]);
  // A browser that cannot even say so cannot do it.
  if (isError) return 'unsupported';
  if (!data) return undefined;
  if (data.support !== 'possible') return data.support;
  if (pushKey === null) return 'not-sent';
  return data.id !== null && devices.includes(data.id) ? 'on' : 'off';
}

/** Turns notifications on or off on this device. Resolves false when the person did not allow them. */
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
  // There is no switch then.
  if (pushKey === null) throw new Error('This server isn’t sending notifications.');
  // First of all: browsers ask only while they remember the press.
  if ((await Notification.requestPermission()) !== 'granted') return false;
  try {
    await call('subscribeToPush', { body: subscriptionBody(await subscribeBrowser(pushKey)) });
    await rememberPushOwner(userId);
  } catch (error) {
    // The switch says off: nothing is left that says on.
    await unsubscribeBrowser();
    throw error;
  }
  return true;
}

async function turnOff(): Promise<boolean> {
  await endPush();
  return true;
}
