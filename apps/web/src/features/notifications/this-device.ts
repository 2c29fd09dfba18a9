import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../shared/http/call.ts';
import {
  currentSubscription,
  pushSupport,
  subscribeBrowser,
  unsubscribeBrowser,
  type PushSupport,
} from '../../shared/push/browser-push.ts';
import { rememberPushOwner } from '../../shared/push/push-owner.ts';
import { subscriptionId } from '../../shared/push/subscription-id.ts';
import { inboxQuery, type Inbox } from './notifications-queries.ts';

/** Whether this device shows notifications, and if not, whether it could. */
export type DeviceState = 'on' | 'off' | Exclude<PushSupport, 'possible'>;

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
export function useDeviceState({ devices }: Inbox): DeviceState | undefined {
  const { data, isError, refetch } = useQuery(browserQuery);
  // Whoever comes back may have changed the browser's settings, beside the page or in a window of their own.
  useEffect(() => {
    const lookAgain = () => void refetch();
    window.addEventListener('focus', lookAgain);
    return () => window.removeEventListener('focus', lookAgain);
  }, [refetch]);
  // A browser that cannot even say so cannot do it.
  if (isError) return 'unsupported';
  if (!data) return undefined;
  if (data.support !== 'possible') return data.support;
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

async function turnOn(pushKey: string, userId: string): Promise<boolean> {
  // First of all: browsers ask only while they remember the press.
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { endpoint, keys } = keysOf(await subscribeBrowser(pushKey));
  try {
    await call('subscribeToPush', { body: { endpoint, keys } });
  } catch (error) {
    // The switch says off: nothing is left that says on.
    await unsubscribeBrowser();
    throw error;
  }
  rememberPushOwner(userId);
  return true;
}

async function turnOff(): Promise<boolean> {
  const subscription = await currentSubscription();
  await unsubscribeBrowser();
  // The push service knows it no more; a server that is not reached now learns it from there.
  if (subscription) {
    const id = await subscriptionId(subscription.endpoint);
    await call('unsubscribeFromPush', { params: { id } }).catch((error: unknown) =>
      console.warn('The server was not told', error),
    );
  }
  return true;
}

function keysOf(subscription: PushSubscription): {
  endpoint: string;
  keys: { p256dh: string; auth: string };
} {
  const { endpoint, keys } = subscription.toJSON();
  if (endpoint === undefined || keys?.p256dh === undefined || keys.auth === undefined)
    throw new Error('The browser did not say where to send to.');
  return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
}
