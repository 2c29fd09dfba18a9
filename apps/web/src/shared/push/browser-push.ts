import { call } from '../http/call.ts';
import { NO_OWNER, rememberPushOwner } from './push-owner.ts';
import { subscriptionBody } from './subscription-body.ts';
import { subscriptionId } from './subscription-id.ts';

/**
 * `insecure`: neither HTTPS nor localhost. `off-home-screen`: iPhones and iPads push only to home screen apps. `denied`: only the
 * browser's settings can undo it.
 */
export type PushSupport = 'possible' | 'insecure' | 'unsupported' | 'off-home-screen' | 'denied';

const READY_WITHIN_MS = 10_000;
/** Longest wait of a page that is being left. */
const LEAVING_PATIENCE_MS = 3_000;

export function pushSupport(): PushSupport {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return isOffHomeScreen() ? 'off-home-screen' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'possible';
}

/** Whether push needs the home screen. Only iPhones and iPads have `standalone`. */
function isOffHomeScreen(): boolean {
  return 'standalone' in navigator && navigator.standalone === false;
}

export async function currentSubscription(): Promise<PushSubscription | null> {
  if (pushSupport() !== 'possible' || Notification.permission !== 'granted') return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Subscribes this browser and ends any other subscription. Needs the user's permission. */
export async function subscribeBrowser(pushKey: string): Promise<PushSubscription> {
  await unsubscribeBrowser();
  const { pushManager } = await installedApp();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
}

/** Ends the browser's subscription and closes its notifications, which are not for the next user. */
export async function unsubscribeBrowser(): Promise<void> {
  // Without these, service workers have no subscription either.
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  await rememberPushOwner(null);
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
}

/** An unreachable server learns of it from the push service. */
export async function endPush(): Promise<void> {
  const subscription = await currentSubscription();
  const deletion = subscription && deleteFromServer(subscription.endpoint);
  await rememberPushOwner(NO_OWNER).catch((error: unknown) =>
    console.warn('That notifications are off was not noted', error),
  );
  await unsubscribeBrowser();
  await deletion;
}

/** The server may have forgotten the subscription: ending a session elsewhere forgets every device. */
export async function renewPush(): Promise<void> {
  const subscription = await currentSubscription();
  if (!subscription) return;
  const { devices } = await call('listNotifications');
  if (devices.includes(await subscriptionId(subscription.endpoint))) return;
  await call('subscribeToPush', { body: subscriptionBody(subscription) });
}

/** Waits a short time and ignores failures. */
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

/** The active service worker. Never resolves in a browser without one. */
async function installedApp(): Promise<ServiceWorkerRegistration> {
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
