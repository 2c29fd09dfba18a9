import type { RouteResponse } from '@oinkly/contract/endpoints';
import {
  startPushService,
  type SubscribedBrowser,
  type TestPushService,
} from '@oinkly/server/test-support/push-service';
import type { Page, Worker } from '@playwright/test';
import { answer } from './support/network.ts';
import { startFixedTimeServer } from './support/fixed-time-server.ts';
import { signUp } from './support/test-user.ts';
import { test as base, expect, type PageUser } from './support/test.ts';

/** Tests with a local push service. */
const test = base.extend<object, { pushService: TestPushService }>({
  pushService: [
    async ({ browserName: _browserName }, use) => {
      const service = await startPushService();
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],

  origin: [
    async ({ pushService }, use) => {
      const server = await startFixedTimeServer({ pushOrigins: [pushService.origin] });
      await use(server.origin);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});
test.use({ serviceWorkers: 'allow' });
// Each worker has a server of its own.
test.describe.configure({ mode: 'default' });

type Inbox = RouteResponse<'listNotifications'>;

const inboxOf = async (call: PageUser['call']) => (await call('GET', '/api/notifications')) as Inbox;
const deviceSwitch = (page: Page) => page.getByRole('switch', { name: 'Notify me on this device' });
const spend = (call: PageUser['call'], amount: number) =>
  call('POST', '/api/expenses', { name: 'Lunch', amount, date: '2026-06-04', category: 'Dining' });

/** Subscribes at the tests' push service, because a real one needs a vendor's. Survives reloads until it ends. */
async function subscribeAt(page: Page, browser: SubscribedBrowser): Promise<void> {
  await page.addInitScript(({ endpoint, keys }) => {
    const KEY = 'test.subscription';
    const subscription = {
      endpoint,
      toJSON: () => ({ endpoint, expirationTime: null, keys }),
      unsubscribe: async () => {
        localStorage.removeItem(KEY);
        return true;
      },
    };
    PushManager.prototype.getSubscription = async () =>
      localStorage.getItem(KEY) === null ? null : (subscription as unknown as PushSubscription);
    PushManager.prototype.subscribe = async (options) => {
      const key = options?.applicationServerKey;
      localStorage.setItem(KEY, typeof key === 'string' ? key : '');
      return subscription as unknown as PushSubscription;
    };
  }, browser);
}

async function decide(page: Page, origin: string, setting: 'granted' | 'denied'): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  await session.send('Browser.setPermission', {
    permission: { name: 'notifications' },
    setting,
    origin,
    ...(targetInfo.browserContextId !== undefined && { browserContextId: targetInfo.browserContextId }),
  });
}

/** Turns on notifications in a new user's browser. */
async function showHere(
  { page, call }: Pick<PageUser, 'page' | 'call'>,
  origin: string,
  browser: SubscribedBrowser,
): Promise<void> {
  await subscribeAt(page, browser);
  await decide(page, origin, 'granted');
  await page.goto('/notifications');
  await deviceSwitch(page).click();
  await expect(deviceSwitch(page)).toBeChecked();
  await expect.poll(async () => (await inboxOf(call)).devices.length).toBe(1);
  // The whole change is done.
  await expect(deviceSwitch(page)).toBeEnabled();
}

/** The page's active service worker. */
async function workerOf(page: Page): Promise<Worker> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const [worker] = page.context().serviceWorkers();
  return worker ?? page.context().waitForEvent('serviceworker');
}

/** Hands a push message to the service worker, like the browser. */
async function deliver(page: Page, origin: string, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({
      title,
      body,
      tag,
      data: data as unknown,
    }));
  });

test('a device that is on shows what the server sends; the notification turns it off', async ({
  ana: { page, call },
  origin,
  pushService,
}) => {
  const browser = pushService.subscribe();
  await subscribeAt(page, browser);
  await decide(page, origin, 'granted');
  await page.goto('/my-account');
  // The page moves when the banks have loaded.
  await expect(page.getByText(/No bank connected yet/)).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Notifications/ })
    .click();
  await expect(page.getByText(/No notifications yet/)).toBeVisible();
  await deviceSwitch(page).click();
  await expect(deviceSwitch(page)).toBeChecked();
  await expect(page.getByText('Choose at least one notification above')).toBeVisible();
  await page.getByRole('switch', { name: 'My budget' }).click();
  await expect(page.getByText('Choose at least one notification above')).toHaveCount(0);
  const { pushKey, devices, wanted } = await inboxOf(call);
  expect(wanted).toEqual({ budget: true, bank: false, result: false, friend: false });
  expect(devices).toHaveLength(1);
  // Subscribed with this installation's key.
  expect(await page.evaluate(() => localStorage.getItem('test.subscription'))).toBe(pushKey);
  await page.reload();
  await expect(deviceSwitch(page)).toBeChecked();

  await spend(call, 110);
  await expect.poll(() => pushService.messages.length).toBe(1);
  const [message] = pushService.messages;
  expect(message).toMatchObject({ endpoint: browser.endpoint, senderKey: pushKey });
  await deliver(page, origin, message?.text ?? '');
  const id = (await inboxOf(call)).notifications[0]?.id;
  await expect
    .poll(() => shown(page))
    .toEqual([
      {
        title: 'You have spent 80% of this week’s budget',
        body: 'Make the rest last until Sunday.',
        tag: `notification-${id}`,
        data: { id, path: '/' },
      },
    ]);

  const worker = await workerOf(page);
  const isEnded = await worker.evaluate(async (endpoint) => {
    // The service worker has its own globals without the page's subscription.
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      dispatchEvent(event: Event): void;
    };
    let ended = false;
    PushManager.prototype.getSubscription = async () =>
      ({
        endpoint,
        unsubscribe: async () => {
          ended = true;
          return true;
        },
      }) as unknown as PushSubscription;
    const [notification] = await scope.registration.getNotifications();
    // No user can press it here, and a synthetic event has no lifetime, so wait for its work.
    const press = Object.assign(new Event('notificationclick'), { action: 'turn-off', notification });
    await new Promise<void>((resolve, reject) => {
      Object.assign(press, { waitUntil: (work: Promise<void>) => void work.then(resolve, reject) });
      scope.dispatchEvent(press);
    });
    return ended;
  }, browser.endpoint);
  expect(isEnded).toBe(true);
  expect(await shown(page)).toEqual([]);
  expect((await inboxOf(call)).devices).toEqual([]);
  // The page still has its subscription, as with an unreachable push service: it is ended, not renewed.
  await page.reload();
  await expect(deviceSwitch(page)).not.toBeChecked();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('test.subscription'))).toBeNull();
  expect((await inboxOf(call)).devices).toEqual([]);
});

test('a device that cannot be turned on says so and keeps no subscription', async ({
  ana: { page, call },
  consoleErrors,
  origin,
  pushService,
}) => {
  consoleErrors.expectStatus(400);
  await subscribeAt(page, pushService.subscribe());
  await decide(page, origin, 'granted');
  await page.goto('/notifications');
  await answer(page, 'POST', '/api/push/subscriptions', {
    status: 400,
    json: {
      message: 'Your browser’s push service isn’t supported.',
      error_code: 'PUSH_SERVICE_UNKNOWN',
    },
  });
  await deviceSwitch(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'push service isn’t supported' })).toBeVisible();
  await expect(deviceSwitch(page)).not.toBeChecked();
  expect(await page.evaluate(() => localStorage.getItem('test.subscription'))).toBeNull();
  expect((await inboxOf(call)).devices).toEqual([]);
});

test('signing out makes the server forget this device', async ({
  ana: { page, call },
  origin,
  pushService,
}) => {
  await showHere({ page, call }, origin, pushService.subscribe());
  // Each start looks whether the server knows the device, and else adds it.
  const looked = page.waitForResponse((response) => response.url().endsWith('/api/notifications'));
  await page.goto('/my-account');
  await looked;
  const answered = page.waitForResponse(
    (response) =>
      response.request().method() === 'DELETE' && response.url().includes('/api/push/subscriptions/'),
  );
  await page.getByRole('link', { name: 'Sign Out' }).click();
  expect((await answered).status()).toBe(200);
  await expect(page.getByRole('heading', { name: 'Welcome to Oinkly' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('test.subscription'))).toBeNull();
});

test('ending other sessions forgets all devices; one still logged in returns when opened [SEC-3]', async ({
  ana: { page, call },
  origin,
  pushService,
}) => {
  await showHere({ page, call }, origin, pushService.subscribe());
  const devices = async () => (await inboxOf(call)).devices.length;
  await call('DELETE', '/api/sessions');
  expect(await devices()).toBe(0);
  await page.goto('/');
  await expect.poll(devices).toBe(1);
});

test('a renewed subscription stays the same user’s device and refuses other users', async ({
  ana: { page, call },
  origin,
  pushService,
}) => {
  const [first, renewed] = [pushService.subscribe(), pushService.subscribe()];
  await showHere({ page, call }, origin, first);
  const [before] = (await inboxOf(call)).devices;
  const worker = await workerOf(page);
  const renew = (browser: SubscribedBrowser) =>
    worker.evaluate(
      async ([old, { endpoint, keys }]) => {
        let isEnded = false;
        const unsubscribe = async () => (isEnded = true);
        const renewal = Object.assign(new Event('pushsubscriptionchange'), {
          oldSubscription: { endpoint: old.endpoint },
          newSubscription: { endpoint, unsubscribe, toJSON: () => ({ endpoint, keys }) },
        });
        await new Promise<void>((resolve, reject) => {
          Object.assign(renewal, { waitUntil: (work: Promise<void>) => void work.then(resolve, reject) });
          (globalThis as unknown as EventTarget).dispatchEvent(renewal);
        });
        return isEnded;
      },
      [first, browser] as const,
    );
  expect(await renew(renewed)).toBe(false);
  const { devices } = await inboxOf(call);
  expect(devices).toHaveLength(1);
  expect(devices).not.toContain(before);
  await call('PUT', '/api/notifications/kinds', { budget: true });
  await spend(call, 110);
  await expect
    .poll(() => pushService.messages.some(({ endpoint }) => endpoint === renewed.endpoint))
    .toBe(true);

  // Another user logs in on the same browser, in another tab.
  await page.context().clearCookies();
  const bo = await signUp(page.context().request, origin);
  expect(await renew(pushService.subscribe())).toBe(true);
  expect((await inboxOf(bo.call)).devices).toEqual([]);
});
