import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { existingAnswersCache } from './support/answers-cache.ts';

test.use({ serviceWorkers: 'allow' });

const CAKE = { name: 'Cake', amount: 9, date: '2026-06-02', category: 'Dining' };

const card = (page: Page) => page.getByRole('region', { name: 'This week' });

/** Opens the dashboard and waits until the service worker answers the next start. */
async function openAndKeep(page: Page, left = '$125'): Promise<void> {
  await page.goto('/');
  await expect(card(page)).toContainText(left);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

/**
 * Returns the spinners and skeletons that pages have shown since they began or since `forget`, but for the banner of the import, which covers no
 * number (IM-1).
 */
async function watchWaiting(
  page: Page,
): Promise<{ seen: () => Promise<unknown>; forget: () => Promise<void> }> {
  await page.addInitScript(() => {
    const waiting = '.animate-spin, .animate-breathe:not(svg), [role="progressbar"]';
    const seen = new Set<string>();
    Object.assign(window, { seen });
    new MutationObserver(() => {
      for (const element of document.querySelectorAll(waiting))
        if (element.parentElement?.textContent !== 'Checking for new transactions...')
          seen.add(`${element.closest('[aria-label]')?.ariaLabel ?? ''}: ${element.outerHTML}`);
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  return {
    seen: () => page.evaluate('[...seen]'),
    forget: () => page.evaluate('seen.clear()'),
  };
}

/** Visits the screens by their links, ending on the dashboard. */
async function lookAround(page: Page): Promise<void> {
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
  const main = page.getByRole('main');
  await tab('Expenses');
  await expect(main.getByText('Cake')).toBeVisible();
  await tab('Friends');
  await expect(main.getByRole('button', { name: 'Copy the invite message' })).toBeVisible();
  await tab('Account');
  await expect(main.getByText('No bank connected yet.')).toBeVisible();
  await tab('Home');
  await expect(card(page)).toContainText('$116.00left this week');
  await page.getByRole('gridcell').and(page.locator('[data-now]')).getByRole('link').click();
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('$9.00');
  await expect(main.getByText('Cake')).toBeVisible();
  await tab('Home');
  await expect(card(page)).toContainText('$116.00left this week');
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

for (const { path, shows } of [
  { path: '/expenses', shows: 'Cake' },
  { path: '/friends', shows: 'Invite friends' },
  { path: '/weeks/2026-06-01', shows: 'spent of $125.00' },
])
  test(`a slow start at ${path} shows what the device knows, without spinner or skeleton`, async ({
    ana: { page, call },
  }) => {
    await call('POST', '/api/expenses', CAKE);
    const waiting = await watchWaiting(page);
    await openAndKeep(page, '$116');
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main).toContainText(shows);
    await expect(main.locator('[aria-busy="true"]')).toHaveCount(0);
    await slowDown(page);
    const answered = page.waitForResponse('**/api/auth/user');
    await page.reload({ waitUntil: 'commit' });
    await expect(main).toContainText(shows);
    if (path !== '/friends') await expect(main).toContainText('checking');
    await answered;
    await expect(main).not.toContainText('checking');
    expect(await waiting.seen()).toEqual([]);
  });

test('a slow week that the device does not know waits for its page', async ({ ana: { page } }) => {
  await openAndKeep(page);
  await page.goto('/weeks/2026-06-01');
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('spent of $125.00');
  await slowDown(page);
  await page.goto('/weeks/2026-05-25', { waitUntil: 'commit' });
  // What the server drew came with the page: the shell has none.
  expect(await page.evaluate(() => document.getElementById('root')?.innerHTML)).toContain('May 25');
});

test('a slow start from the last known numbers shows no spinner and no skeleton', async ({
  ana: { page },
}) => {
  const waiting = await watchWaiting(page);
  await openAndKeep(page);
  await slowDown(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(card(page)).toContainText('checking');
  await expect(card(page)).not.toContainText('checking');
  expect(await waiting.seen()).toEqual([]);
});

test('a page that has shown its screens shows them again without spinner or skeleton', async ({
  ana: { page, call },
}) => {
  await call('POST', '/api/expenses', CAKE);
  const waiting = await watchWaiting(page);
  await page.goto('/');
  await lookAround(page);
  await slowDown(page);
  await waiting.forget();
  await lookAround(page);
  expect(await waiting.seen()).toEqual([]);
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
