import type { RouteResponse } from '@oinkly/contract/endpoints';
import { PRODUCT_NAME } from '@oinkly/contract/product';
import { routes } from '@oinkly/contract/routes';
import { NO_OWNER } from '../src/shared/push/push-owner.ts';
import { subscriptionBody } from '../src/shared/push/subscription-body.ts';
import { subscriptionId } from '../src/shared/push/subscription-id.ts';

interface PushMessage {
  id: number;
  title: string;
  body: string;
  path: string;
  /** The Monday of the week that a button promises (PD-106). */
  weekToPromise?: string;
}

interface ShownData extends Pick<PushMessage, 'id' | 'path' | 'weekToPromise'> {
  /** Whose message it is. Another user may get this browser's notifications later. */
  owner?: string;
}

const TURN_OFF = 'turn-off';
const PROMISE = 'promise';
const HOME = '/';
const LIST = '/notifications';

type Subscription = Pick<PushSubscription, 'endpoint' | 'toJSON' | 'unsubscribe'>;

/** The parts of `ServiceWorkerGlobalScope` used here, so that tests need no browser. */
export interface PushScope {
  registration: {
    showNotification(title: string, options: ShownOptions): Promise<void>;
    pushManager: {
      getSubscription(): Promise<Subscription | null>;
      subscribe(options: PushSubscriptionOptionsInit): Promise<Subscription>;
    };
  };
  clients: {
    matchAll(options: {
      type: 'window';
      includeUncontrolled: true;
    }): Promise<readonly { url: string; focus(): Promise<unknown> }[]>;
    openWindow(path: string): Promise<unknown>;
  };
  location: { origin: string };
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** The user whose notifications this browser shows, or `NO_OWNER`; null without a subscription. */
  owner(): Promise<string | null>;
  disown(): Promise<void>;
  offersButtons: boolean;
}

interface ShownOptions {
  body: string;
  tag: string;
  data: ShownData;
  actions: { action: string; title: string }[];
}

interface Pressed {
  action: string;
  notification: { close(): void; title: string; data: unknown };
}

/** Some browsers name neither subscription. */
interface Changed {
  oldSubscription?: Subscription | null;
  newSubscription?: Subscription | null;
}

/**
 * Shows a message once, even if sent twice. Without buttons it opens the list, where notifications can be
 * turned off.
 */
export async function showMessage(scope: PushScope, text: string | undefined): Promise<void> {
  const { id, title, body, path, weekToPromise } = readMessage(text);
  const owner = weekToPromise === undefined ? null : await scope.owner();
  await show(scope, title, body, {
    id,
    path: scope.offersButtons ? path : LIST,
    ...(weekToPromise !== undefined && { weekToPromise }),
    ...(owner !== null && { owner }),
  });
}

/** Replaces the notification that shows the same message. */
async function show(
  { registration, offersButtons }: PushScope,
  title: string,
  body: string,
  data: ShownData,
): Promise<void> {
  const promise = data.weekToPromise === undefined ? [] : [{ action: PROMISE, title: 'I’m in' }];
  await registration.showNotification(title, {
    body,
    tag: `notification-${data.id}`,
    data,
    actions: offersButtons ? [...promise, { action: TURN_OFF, title: 'Turn off' }] : [],
  });
}

export async function followNotification(scope: PushScope, pressed: Pressed): Promise<void> {
  const { action, notification } = pressed;
  const data = dataOf(notification.data);
  if (action === PROMISE && (await promiseWeek(scope, data))) {
    // Not closed before: a replaced notification makes no sound.
    await Promise.all([
      show(scope, notification.title, 'You’re in.', { id: data.id, path: data.path }),
      markRead(scope, data),
    ]);
    return;
  }
  notification.close();
  if (action === TURN_OFF) return turnOff(scope);
  // Home says what is offered.
  if (action === PROMISE) return openPage(scope, HOME);
  await Promise.all([openPage(scope, data.path), markRead(scope, data)]);
}

async function markRead(scope: PushScope, { id }: ShownData): Promise<void> {
  if (id > 0) await callServer(scope, 'readNotifications', { ids: [id] });
}

/** Renews a subscription. Without a session of the push owner, the server refuses it and notifications end. */
export async function renewSubscription(
  scope: PushScope,
  { oldSubscription, newSubscription }: Changed,
): Promise<void> {
  const owner = await scope.owner();
  if (owner === null || owner === NO_OWNER) return;
  const headers = { 'Content-Type': 'application/json', 'X-User': owner };
  try {
    const subscription = newSubscription ?? (await subscribeAgain(scope, headers));
    const { method, path } = routes.subscribeToPush;
    const body = JSON.stringify(subscriptionBody(subscription));
    const { ok, status } = await scope.fetch(path, { method, headers, body });
    if (!ok) {
      await subscription.unsubscribe();
      console.warn(`The server did not take the new subscription: ${status}`);
    } else if (oldSubscription) {
      await callServer(
        scope,
        'unsubscribeFromPush',
        undefined,
        await subscriptionId(oldSubscription.endpoint),
      );
    }
  } catch (error) {
    console.warn('The subscription could not be renewed.', error);
  }
}

/** The server sends the key only to the subscription's user. */
async function subscribeAgain(scope: PushScope, headers: Record<string, string>): Promise<Subscription> {
  const { method, path } = routes.listNotifications;
  const answer = await scope.fetch(path, { method, headers });
  if (!answer.ok) throw new Error(`The server did not say its key: ${answer.status}`);
  // The server's tests check every answer against this type's schema.
  const { pushKey } = (await answer.json()) as RouteResponse<'listNotifications'>;
  if (pushKey === null) throw new Error('This server isn’t sending notifications right now.');
  return scope.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
}

/**
 * Works without a session: the push service then rejects further messages. Telling the server helps if that
 * service is unreachable.
 */
async function turnOff(scope: PushScope): Promise<void> {
  const subscription = await scope.registration.pushManager.getSubscription();
  if (!subscription) return;
  const id = await subscriptionId(subscription.endpoint);
  const endings = await Promise.allSettled([
    subscription.unsubscribe(),
    // If the browser fails to end it now, the next opened page does.
    scope.disown(),
    callServer(scope, 'unsubscribeFromPush', undefined, id),
  ]);
  for (const ending of endings) {
    if (ending.status === 'rejected')
      console.warn('Notifications did not end as they should.', ending.reason);
  }
}

/** Promises the week for the notification's user. Returns whether the server took it. */
async function promiseWeek(
  scope: PushScope,
  { weekToPromise: weekStart, owner }: ShownData,
): Promise<boolean> {
  const current = await scope.owner();
  if (weekStart === undefined || current === null || current === NO_OWNER || current !== owner) return false;
  const headers = { 'Content-Type': 'application/json', 'X-User': owner };
  const { method, path } = routes.promiseWeek;
  try {
    const answer = await scope.fetch(path, { method, headers, body: JSON.stringify({ weekStart }) });
    if (answer.ok) return true;
    console.warn(`The server did not take the promise: ${answer.status}`);
  } catch (error) {
    console.warn('The server did not get the promise.', error);
  }
  return false;
}

/** Leaves windows with other pages alone. */
async function openPage({ clients, location }: PushScope, path: string): Promise<void> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find(({ url }) => url === new URL(path, location.origin).href);
  await (there ? there.focus() : clients.openWindow(path));
}

/** Calls the server and only logs a failure: the session may have expired or the network be down. */
async function callServer(
  scope: PushScope,
  name: 'readNotifications' | 'unsubscribeFromPush',
  body?: object,
  id = '',
): Promise<void> {
  const { method, path } = routes[name];
  const headers = { 'Content-Type': 'application/json' };
  try {
    await scope.fetch(path.replace(':id', id), {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
  } catch (error) {
    console.warn('The server did not get a call', error);
  }
}

/** Reads a message, or returns a general text: without a notification from us, the browser shows its own. */
function readMessage(text: string | undefined): PushMessage {
  const generic = { id: 0, title: PRODUCT_NAME, body: 'You have a new notification.', path: LIST };
  try {
    const message: unknown = JSON.parse(text ?? '');
    return isMessage(message) ? message : generic;
  } catch {
    return generic;
  }
}

function isMessage(value: unknown): value is PushMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { id, title, body, path, weekToPromise } = value as Partial<Record<keyof PushMessage, unknown>>;
  return (
    typeof id === 'number' &&
    typeof title === 'string' &&
    typeof body === 'string' &&
    typeof path === 'string' &&
    (weekToPromise === undefined || typeof weekToPromise === 'string')
  );
}

/** Reads a notification's data, which an earlier version of the app may have written. */
function dataOf(data: unknown): ShownData {
  const { id, path, weekToPromise, owner } = (data ?? {}) as Partial<Record<keyof ShownData, unknown>>;
  return {
    id: typeof id === 'number' ? id : 0,
    path: typeof path === 'string' ? path : LIST,
    ...(typeof weekToPromise === 'string' && { weekToPromise }),
    ...(typeof owner === 'string' && { owner }),
  };
}
