import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followNotification, renewSubscription, showMessage, type PushScope } from './push-messages.ts';

const ORIGIN = 'https://oinkly.example';
const MESSAGE = { id: 7, title: 'Bo accepted your invitation', body: 'Hello.', path: '/friends' };
const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/x';
/** SHA-256 of the endpoint, base64url, computed with openssl. */
const ENDPOINT_ID = 'JVNF4L7-8zEuC5cesNvMLBX993q1-S3FKPWCJEN1NyY';

const RENEWED = 'https://fcm.googleapis.com/fcm/send/renewed';

function aSubscription(endpoint: string) {
  return {
    endpoint,
    toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: vi.fn(async () => true),
  };
}

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

function aScope({
  windows = [],
  subscribed = true,
  owner = 'ana',
  offersButtons = true,
}: { offersButtons?: boolean; windows?: string[]; subscribed?: boolean; owner?: string | null } = {}) {
  const focused: string[] = [];
  const unsubscribe = vi.fn(async () => true);
  const scope = {
    registration: {
      showNotification: vi.fn<PushScope['registration']['showNotification']>(async () => undefined),
      pushManager: {
        getSubscription: async () => (subscribed ? { ...aSubscription(ENDPOINT), unsubscribe } : null),
        subscribe: vi.fn<PushScope['registration']['pushManager']['subscribe']>(async () => ({
          ...aSubscription(RENEWED),
          unsubscribe,
        })),
      },
    },
    clients: {
      matchAll: async () => windows.map((url) => ({ url, focus: async () => focused.push(url) })),
      openWindow: vi.fn(async () => null),
    },
    location: { origin: ORIGIN },
    fetch: vi.fn<PushScope['fetch']>(async () => new Response('{}')),
    owner: async () => owner,
    disown: vi.fn(async () => undefined),
    offersButtons,
  } satisfies PushScope;
  return { scope, focused, unsubscribe };
}

function pressed(action: string, data: unknown = { id: 7, path: '/friends' }) {
  return { action, notification: { close: vi.fn(), title: 'Your week', data } };
}

test('a message is shown once, with a button that turns notifications off', async () => {
  const { scope } = aScope();
  await showMessage(scope, JSON.stringify(MESSAGE));
  expect(scope.registration.showNotification).toHaveBeenCalledExactlyOnceWith(MESSAGE.title, {
    body: 'Hello.',
    tag: 'notification-7',
    data: { id: 7, path: '/friends' },
    actions: [{ action: 'turn-off', title: 'Turn off' }],
  });
});

test('without buttons, a pressed notification leads to where they are turned off', async () => {
  const { scope } = aScope({ offersButtons: false });
  await showMessage(scope, JSON.stringify(MESSAGE));
  const [, options] = scope.registration.showNotification.mock.calls[0] ?? [];
  expect(options).toEqual({
    body: 'Hello.',
    tag: 'notification-7',
    data: { id: 7, path: '/notifications' },
    actions: [],
  });
});

test.each([undefined, '', 'hello', 'null', '{"id":"7"}', '[]'])(
  'an unreadable message, %j, still shows a text of ours',
  async (text) => {
    const { scope } = aScope();
    await showMessage(scope, text);
    expect(scope.registration.showNotification).toHaveBeenCalledExactlyOnceWith(
      'Oinkly',
      expect.objectContaining({
        body: 'You have a new notification.',
        data: { id: 0, path: '/notifications' },
      }),
    );
  },
);

test('a pressed notification leads to the window that has its page, and is read', async () => {
  const { scope, focused } = aScope({ windows: [`${ORIGIN}/`, `${ORIGIN}/friends`] });
  const press = pressed('');
  await followNotification(scope, press);
  expect(press.notification.close).toHaveBeenCalled();
  expect(focused).toEqual([`${ORIGIN}/friends`]);
  expect(scope.clients.openWindow).not.toHaveBeenCalled();
  expect(scope.fetch).toHaveBeenCalledExactlyOnceWith(
    '/api/notifications/read',
    expect.objectContaining({ method: 'POST', body: '{"ids":[7]}' }),
  );
});

test('the page opens in its own window, without taking over another', async () => {
  const { scope, focused } = aScope({ windows: [`${ORIGIN}/expenses?q=cake`] });
  await followNotification(scope, pressed(''));
  expect(focused).toEqual([]);
  expect(scope.clients.openWindow).toHaveBeenCalledExactlyOnceWith('/friends');
});

test('an unknown notification leads to the list', async () => {
  const { scope } = aScope();
  await followNotification(scope, pressed('', null));
  expect(scope.clients.openWindow).toHaveBeenCalledExactlyOnceWith('/notifications');
  expect(scope.fetch).not.toHaveBeenCalled();
});

test('the page opens even if it cannot be marked as read', async () => {
  const { scope } = aScope();
  scope.fetch.mockRejectedValue(new TypeError('no network'));
  await followNotification(scope, pressed(''));
  expect(scope.clients.openWindow).toHaveBeenCalled();
});

const RECAP = { id: 7, path: '/', weekToPromise: '2026-06-08' };
const SHOWN_RECAP = { ...RECAP, owner: 'ana' };

test('on Monday, a second button promises the week for the user of the notification [PD-106]', async () => {
  const { scope } = aScope();
  await showMessage(scope, JSON.stringify({ ...MESSAGE, ...RECAP }));
  const [, options] = scope.registration.showNotification.mock.calls[0] ?? [];
  expect(options).toMatchObject({
    data: SHOWN_RECAP,
    actions: [
      { action: 'promise', title: 'I’m in' },
      { action: 'turn-off', title: 'Turn off' },
    ],
  });
  await followNotification(scope, pressed('promise', SHOWN_RECAP));
  expect(scope.fetch).toHaveBeenCalledWith('/api/promise', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-User': 'ana' },
    body: JSON.stringify({ weekStart: RECAP.weekToPromise }),
  });
  expect(scope.clients.openWindow).not.toHaveBeenCalled();
});

test('a promise that is taken replaces the recap, without its button, and marks it as read [PD-106]', async () => {
  const { scope } = aScope();
  const press = pressed('promise', SHOWN_RECAP);
  await followNotification(scope, press);
  // Closing it first would make the browser alert again.
  expect(press.notification.close).not.toHaveBeenCalled();
  expect(scope.registration.showNotification).toHaveBeenCalledExactlyOnceWith('Your week', {
    body: 'You’re in.',
    tag: 'notification-7',
    data: { id: 7, path: '/' },
    actions: [{ action: 'turn-off', title: 'Turn off' }],
  });
  expect(scope.fetch.mock.calls.map(([path]) => path)).toEqual(['/api/promise', '/api/notifications/read']);
  expect(scope.fetch).toHaveBeenLastCalledWith(
    '/api/notifications/read',
    expect.objectContaining({ method: 'POST', body: '{"ids":[7]}' }),
  );
});

test.each([
  ['another user has them now', SHOWN_RECAP, 'bo'],
  ['they were turned off', SHOWN_RECAP, ''],
  ['it does not say whose it is', RECAP, 'ana'],
])('a recap promises nothing for the wrong user: %s [PD-106] [SEC-1]', async (_title, data, owner) => {
  const { scope } = aScope({ owner });
  const press = pressed('promise', data);
  await followNotification(scope, press);
  expect(scope.fetch).not.toHaveBeenCalled();
  expect(scope.registration.showNotification).not.toHaveBeenCalled();
  expect(press.notification.close).toHaveBeenCalledOnce();
  expect(scope.clients.openWindow).toHaveBeenCalledExactlyOnceWith('/');
});

test.each([
  ['the week is over', async () => new Response('{}', { status: 409 })],
  ['there is no network', () => Promise.reject(new TypeError('no network'))],
])('a promise that is not taken opens Home: %s [PD-106]', async (_title, fetch) => {
  const { scope } = aScope();
  scope.fetch.mockImplementation(fetch);
  const press = pressed('promise', SHOWN_RECAP);
  await followNotification(scope, press);
  expect(press.notification.close).toHaveBeenCalledOnce();
  expect(scope.registration.showNotification).not.toHaveBeenCalled();
  expect(scope.clients.openWindow).toHaveBeenCalledExactlyOnceWith('/');
});

test("'Turn off' ends the subscription here and at the server, and opens nothing", async () => {
  const { scope, unsubscribe } = aScope();
  const press = pressed('turn-off');
  await followNotification(scope, press);
  expect(press.notification.close).toHaveBeenCalled();
  expect(unsubscribe).toHaveBeenCalledOnce();
  expect(scope.fetch).toHaveBeenCalledExactlyOnceWith(
    `/api/push/subscriptions/${ENDPOINT_ID}`,
    expect.objectContaining({ method: 'DELETE' }),
  );
  expect(scope.clients.openWindow).not.toHaveBeenCalled();
});

test.each([
  ['the session is over', async () => new Response('{}', { status: 401 })],
  ['there is no network', () => Promise.reject(new TypeError('no network'))],
])("'Turn off' ends the subscription also when %s", async (_title, fetch) => {
  const { scope, unsubscribe } = aScope();
  scope.fetch.mockImplementation(fetch);
  await followNotification(scope, pressed('turn-off'));
  expect(unsubscribe).toHaveBeenCalledOnce();
});

test("'Turn off' reaches the server even without the push service, and stays off here", async () => {
  const { scope, unsubscribe } = aScope();
  unsubscribe.mockRejectedValue(new Error('no push service'));
  await followNotification(scope, pressed('turn-off'));
  expect(scope.fetch).toHaveBeenCalledOnce();
  expect(scope.disown).toHaveBeenCalledOnce();
});

test("'Turn off' where it is off already does nothing", async () => {
  const { scope } = aScope({ subscribed: false });
  await followNotification(scope, pressed('turn-off'));
  expect(scope.fetch).not.toHaveBeenCalled();
});

test('a renewed subscription belongs to its owner and replaces the old one', async () => {
  const { scope } = aScope();
  await renewSubscription(scope, {
    oldSubscription: aSubscription(ENDPOINT),
    newSubscription: aSubscription(RENEWED),
  });
  expect(scope.fetch.mock.calls).toEqual([
    [
      '/api/push/subscriptions',
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-User': 'ana' },
        body: JSON.stringify({ endpoint: RENEWED, keys: { p256dh: 'p', auth: 'a' } }),
      },
    ],
    [`/api/push/subscriptions/${ENDPOINT_ID}`, expect.objectContaining({ method: 'DELETE' })],
  ]);
  expect(scope.registration.pushManager.subscribe).not.toHaveBeenCalled();
});

test("after an expiry without a replacement it subscribes again with the server's key", async () => {
  const { scope } = aScope({ subscribed: false });
  scope.fetch.mockImplementation(async () => new Response(JSON.stringify({ pushKey: 'BKey' })));
  await renewSubscription(scope, {});
  expect(scope.registration.pushManager.subscribe).toHaveBeenCalledExactlyOnceWith({
    userVisibleOnly: true,
    applicationServerKey: 'BKey',
  });
  expect(scope.fetch.mock.calls.map(([path, { headers }]) => [path, headers])).toEqual(
    ['/api/notifications', '/api/push/subscriptions'].map((path) => [
      path,
      { 'Content-Type': 'application/json', 'X-User': 'ana' },
    ]),
  );
});

test('a new subscription that the server refuses for another user ends [SEC-1]', async () => {
  const { scope } = aScope();
  scope.fetch.mockImplementation(async () => new Response('{}', { status: 409 }));
  const newSubscription = aSubscription(RENEWED);
  await renewSubscription(scope, { newSubscription });
  expect(newSubscription.unsubscribe).toHaveBeenCalledOnce();
});

test('without an owner or a server nothing is renewed and nothing fails', async () => {
  const ownerless = aScope({ owner: null });
  await renewSubscription(ownerless.scope, { newSubscription: aSubscription(RENEWED) });
  expect(ownerless.scope.fetch).not.toHaveBeenCalled();
  const { scope } = aScope();
  scope.fetch.mockRejectedValue(new TypeError('no network'));
  await renewSubscription(scope, {});
  expect(scope.registration.pushManager.subscribe).not.toHaveBeenCalled();
});
