import { call } from '../http/call.ts';
import { NOBODY, rememberPushOwner } from './push-owner.ts';
import { subscriptionBody } from './subscription-body.ts';
import { subscriptionId } from './subscription-id.ts';

/**
 * What of notifications this browser can do here. `insecure`: it offers them on pages that are served over HTTPS or from the same machine;
 * `off-home-screen`: an iPhone or iPad, which offers them only to an app that was opened from its home screen; `denied`: the person has said
 * no, and only they can take that back, in the browser's settings.
 */
export type PushSupport = 'possible' | 'insecure' | 'unsupported' | 'off-home-screen' | 'denied';

/** How long the app may take to be kept on the device, which is what shows notifications. */
const READY_WITHIN_MS = 10_000;
/** How long a page that is about to leave waits until notifications have ended. */
const LEAVING_PATIENCE_MS = 3_000;

/** What this browser can do now. */
export function pushSupport(): PushSupport {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return isOffHomeScreen() ? 'off-home-screen' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'possible';
}

/** Only the browsers of iPhones and iPads say whether the page was opened from the home screen. */
function isOffHomeScreen(): boolean {
  return 'standalone' in navigator && navigator.standalone === false;
}

/** The browser's subscription; null when there is none, or none that it may use. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  if (pushSupport() !== 'possible' || Notification.permission !== 'granted') return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Subscribes this browser for messages that are signed with this key. One that it has for another key or another person ends. Call it when
 * the person has allowed notifications.
 */
export async function subscribeBrowser(pushKey: string): Promise<PushSubscription> {
  await unsubscribeBrowser();
  const { pushManager } = await keptApp();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
}

/**
 * Ends the browser's subscription, and the push service forgets it: whoever sends to it is told that it is gone. What is still shown of it
 * goes too: it is not for who sits here next.
 */
export async function unsubscribeBrowser(): Promise<void> {
  // Where a browser shows none, its service workers have no place for them either.
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  await rememberPushOwner(null);
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
}

/**
 * Ends notifications on this device for who is signed in, in the browser as on the server. A server that is not reached, or knows another
 * one as signed in, learns it from the push service at the next message.
 */
export async function endPush(): Promise<void> {
  const subscription = await currentSubscription();
  const deletion = subscription && deleteFromServer(subscription.endpoint);
  await rememberPushOwner(NOBODY).catch((error: unknown) =>
    console.warn('That notifications are off was not noted', error),
  );
  await unsubscribeBrowser();
  await deletion;
}

/**
 * Has the server know this browser's subscription again when it does not: whoever ends a session somewhere has every device forgotten, and on
 * those where they are still signed in notifications go on.
 */
export async function keepPush(): Promise<void> {
  const subscription = await currentSubscription();
  if (!subscription) return;
  const { devices } = await call('listNotifications');
  if (devices.includes(await subscriptionId(subscription.endpoint))) return;
  await call('subscribeToPush', { body: subscriptionBody(subscription) });
}

/** Ends notifications for a page that is about to leave: it waits for that, but not for long, and no failure keeps it. */
export async function beforeLeaving(end: () => Promise<void>): Promise<void> {
  const isLate = new Promise<void>((resolve) => window.setTimeout(resolve, LEAVING_PATIENCE_MS));
  const isEnded = end().catch((error: unknown) =>
    console.warn('This browser did not end its subscription', error),
  );
  await Promise.race([isEnded, isLate]);
}

async function deleteFromServer(endpoint: string): Promise<void> {
  try {
    await call('unsubscribeFromPush', { params: { id: await subscriptionId(endpoint) } });
  } catch (error) {
    console.warn('The server did not delete this subscription', error);
  }
}

/** The service worker once it works. It never does where the browser does not keep the app. */
async function keptApp(): Promise<ServiceWorkerRegistration> {
  let timer: number | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = window.setTimeout(
      () => reject(new Error('This browser does not keep the app on this device.')),
      READY_WITHIN_MS,
    );
  });
  try {
    return await Promise.race([navigator.serviceWorker.ready, late]);
  } finally {
    window.clearTimeout(timer);
  }
}
