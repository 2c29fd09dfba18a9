import type { RouteResponse } from '@oinkly/contract/endpoints';
import { PRODUCT_NAME } from '@oinkly/contract/product';
import { routes } from '@oinkly/contract/routes';
import { NOBODY } from '../src/shared/push/push-owner.ts';
import { subscriptionBody } from '../src/shared/push/subscription-body.ts';
import { subscriptionId } from '../src/shared/push/subscription-id.ts';

/** What the server sends: a notification in words, and the page of the app that it leads to. */
interface PushMessage {
  id: number;
  title: string;
  body: string;
  path: string;
}

/** What a shown notification carries. */
type ShownData = Pick<PushMessage, 'id' | 'path'>;

/** The button of a notification that ends notifications on this device. */
const TURN_OFF = 'turn-off';
/** The page that lists notifications. */
const LIST = '/notifications';

type Subscription = Pick<PushSubscription, 'endpoint' | 'toJSON' | 'unsubscribe'>;

/** Of the parts that these handlers need: so they can be tried without a browser. */
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
  /** The id of the user for whom this browser shows notifications, or `NOBODY`; null without a subscription. */
  owner(): Promise<string | null>;
  /** Stores that notifications are off from now on. */
  disown(): Promise<void>;
  /** Whether the browser shows buttons on notifications. */
  offersButtons: boolean;
}

interface ShownOptions {
  body: string;
  tag: string;
  data: ShownData;
  actions: { action: string; title: string }[];
}

/** What a browser hands over when a notification is pressed. */
interface Pressed {
  action: string;
  notification: { close(): void; data: unknown };
}

/** What a browser says when it has ended a subscription or put another in its place; some say neither which nor by what. */
interface Changed {
  oldSubscription?: Subscription | null;
  newSubscription?: Subscription | null;
}

/**
 * Shows a message. Sent twice, it is shown once. Where it can have no button that turns notifications off, it leads to the list of them,
 * which has the switch, and a link to the page that it is about.
 */
export async function showMessage(
  { registration, offersButtons }: PushScope,
  text: string | undefined,
): Promise<void> {
  const { id, title, body, path } = readMessage(text);
  await registration.showNotification(title, {
    body,
    tag: `notification-${id}`,
    data: { id, path: offersButtons ? path : LIST },
    actions: offersButtons ? [{ action: TURN_OFF, title: 'Turn off' }] : [],
  });
}

/** Does what a pressed notification asks for: leads to its page, or ends notifications on this device. */
export async function followNotification(scope: PushScope, pressed: Pressed): Promise<void> {
  pressed.notification.close();
  if (pressed.action === TURN_OFF) return turnOff(scope);
  const { id, path } = dataOf(pressed.notification.data);
  await Promise.all([openPage(scope, path), id > 0 && callServer(scope, 'readNotifications', { ids: [id] })]);
}

/**
 * Tells the server of the subscription that the browser has put in the place of an earlier one, so that it goes on showing notifications.
 * The server takes it only from the session of the one for whom this browser shows them; otherwise it ends.
 */
export async function renewSubscription(
  scope: PushScope,
  { oldSubscription, newSubscription }: Changed,
): Promise<void> {
  const owner = await scope.owner();
  if (owner === null || owner === NOBODY) return;
  const headers = { 'Content-Type': 'application/json', 'X-User': owner };
  try {
    const subscription = newSubscription ?? (await subscribeAnew(scope, headers));
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

/** Subscribes with the installation's key, which the server sends to the user for whom this browser shows notifications. */
async function subscribeAnew(scope: PushScope, headers: Record<string, string>): Promise<Subscription> {
  const { method, path } = routes.listNotifications;
  const answer = await scope.fetch(path, { method, headers });
  if (!answer.ok) throw new Error(`The server did not say its key: ${answer.status}`);
  // The server's tests hold every answer against the schema this type comes from.
  const { pushKey } = (await answer.json()) as RouteResponse<'listNotifications'>;
  if (pushKey === null) throw new Error('This server isn’t sending notifications right now.');
  return scope.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
}

/**
 * Ends the browser's subscription, which needs nobody to be signed in: the push service knows it no more and says so to whoever sends next.
 * Telling the server as well keeps its list of devices true, and helps where the push service cannot be reached.
 */
async function turnOff(scope: PushScope): Promise<void> {
  const subscription = await scope.registration.pushManager.getSubscription();
  if (!subscription) return;
  const id = await subscriptionId(subscription.endpoint);
  const endings = await Promise.allSettled([
    subscription.unsubscribe(),
    // Where the browser does not end it now, the page that is opened next does.
    scope.disown(),
    callServer(scope, 'unsubscribeFromPush', undefined, id),
  ]);
  for (const ending of endings) {
    if (ending.status === 'rejected')
      console.warn('Notifications did not end as they should.', ending.reason);
  }
}

/** Shows the page in the window that has it, else in a new one. Work in other windows is not interrupted. */
async function openPage({ clients, location }: PushScope, path: string): Promise<void> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find(({ url }) => url === new URL(path, location.origin).href);
  await (there ? there.focus() : clients.openWindow(path));
}

/** Makes a call whose failure is only logged: the session may have ended, or the network be down. */
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

/** A browser shows something of its own for a message that shows nothing: better words that lead to the list. */
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
  const { id, title, body, path } = value as Partial<Record<keyof PushMessage, unknown>>;
  return (
    typeof id === 'number' &&
    typeof title === 'string' &&
    typeof body === 'string' &&
    typeof path === 'string'
  );
}

/** What was put into a notification when it was shown; one of an earlier version of the app may hold something else. */
function dataOf(data: unknown): ShownData {
  const { id, path } = (data ?? {}) as Partial<Record<keyof ShownData, unknown>>;
  return { id: typeof id === 'number' ? id : 0, path: typeof path === 'string' ? path : LIST };
}
