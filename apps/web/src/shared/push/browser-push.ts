import { rememberPushOwner } from './push-owner.ts';

/**
 * What of notifications this browser can do here. `insecure`: it offers them on pages that are served over HTTPS or from the same machine;
 * `denied`: the person has said no, and only they can take that back, in the browser's settings.
 */
export type PushSupport = 'possible' | 'insecure' | 'unsupported' | 'denied';

/** How long the app may take to be kept on the device, which is what shows notifications. */
const READY_WITHIN_MS = 10_000;

/** What this browser can do now. */
export function pushSupport(): PushSupport {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'possible';
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

/** Ends the browser's subscription, and the push service forgets it: whoever sends to it is told that it is gone. */
export async function unsubscribeBrowser(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  rememberPushOwner(null);
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
