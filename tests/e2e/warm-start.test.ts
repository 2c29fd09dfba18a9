import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { existingAnswersCache } from './support/answers-cache.ts';

test.use({ serviceWorkers: 'allow' });

const CAKE = { name: 'Cake', amount: 9, date: '2026-06-02', category: 'Dining' };

const card = (page: Page) => page.getByRole('region', { name: 'This week' });

/** Opens the dashboard and waits until the service worker answers the next start. */
async function openAndKeep(page: Page): Promise<void> {
  await page.goto('/');
  await expect(card(page)).toContainText('$125');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

/** Delays every answer, which pages and service workers wait for, by three seconds. */
async function slowDown(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 };
  await devTools.send('Network.emulateNetworkConditions', { offline: false, latency: 3000, ...unlimited });
}

test('a slow dashboard starts from the last known numbers, marked until confirmed', async ({
  ana: { page, call },
}) => {
  await openAndKeep(page);
  await call('POST', '/api/expenses', CAKE);
  await slowDown(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(card(page)).toContainText('$125.00left this week · checking');
  await expect(card(page)).toContainText('$116.00left this week');
  await expect(card(page)).not.toContainText('checking');
});

test('a start from the last known numbers hides them once the session turns out to have ended', async ({
  ana: { page },
  consoleErrors,
}) => {
  consoleErrors.expectStatus(401);
  await openAndKeep(page);
  await page.request.get('/api/logout', { headers: { 'sec-fetch-site': 'same-origin' }, maxRedirects: 0 });
  await slowDown(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(card(page)).toContainText('checking');
  // One check, because the page is on its way to the login.
  const signedOut = page.getByRole('heading', { name: 'Signed out' });
  await expect(page.locator('body').filter({ has: signedOut, hasNot: card(page) })).toBeVisible();
});

test('after a login, no page starts from what was known before it [SEC-3]', async ({ ana: { page } }) => {
  await openAndKeep(page);
  const hasOldAnswer = () => page.evaluate(async () => (await caches.match('/old')) !== undefined);
  const cacheName = await existingAnswersCache(page);
  await page.evaluate(async (name) => (await caches.open(name)).put('/old', new Response('{}')), cacheName);
  expect(await hasOldAnswer()).toBe(true);
  await page.goto('/api/login');
  expect(await hasOldAnswer()).toBe(false);
});

test('answers of an older version on the device do not keep the dashboard from starting', async ({
  ana: { page },
}) => {
  await openAndKeep(page);
  const broken = await page.evaluate(
    async (name) => {
      const cache = await caches.open(name);
      const weeks = (await cache.keys()).filter(({ url }) => new URL(url).pathname === '/api/weeks');
      const headers = { date: new Date().toUTCString() };
      for (const key of weeks) await cache.put(key, new Response('{}', { headers }));
      return weeks.length;
    },
    await existingAnswersCache(page),
  );
  expect(broken).toBe(1);
  await slowDown(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(card(page)).toContainText('$125.00left this week');
  await expect(card(page)).not.toContainText('checking');
});
