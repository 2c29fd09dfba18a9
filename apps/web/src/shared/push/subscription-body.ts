import type { RouteInput } from '@oinkly/contract/endpoints';

/** Throws without an endpoint. */
export function subscriptionBody(
  subscription: Pick<PushSubscription, 'toJSON'>,
): RouteInput<'subscribeToPush'>['body'] {
  const { endpoint, keys } = subscription.toJSON();
  if (endpoint === undefined || keys?.['p256dh'] === undefined || keys['auth'] === undefined)
    throw new Error('The browser did not say where to send to.');
  return { endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } };
}
