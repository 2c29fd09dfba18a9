import type { Request } from '@playwright/test';
import { omitFirstView, watchRequests } from './support/network.ts';
import { expect, test } from './support/test.ts';
import { recordShifts } from './support/layout-shifts.ts';

const KB = 1000;
const SCRIPT = /\.js$/;
const STYLE = /\/style-[\w-]+\.css$/;
const FONTS = /\/fonts-[\w-]+\.css$|\.woff2$/;

/** Transferred body bytes of requests with such a path. */
async function bytesOf(requests: readonly Request[], path: RegExp): Promise<number> {
  const sizes = await Promise.all(
    requests
      .filter((request) => path.test(new URL(request.url()).pathname))
      .map(async (request) => (await request.sizes()).responseBodySize),
  );
  expect(sizes.length).toBeGreaterThan(0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

test('the welcome page takes at most 9 requests, 3 kB script, 15 kB style and 45 kB fonts, all cached forever', async ({
  page,
  origin,
}) => {
  const { requests, answered } = watchRequests(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome to Oinkly' })).toBeVisible();
  await answered();
  expect(requests.filter((request) => new URL(request.url()).origin !== origin)).toEqual([]);
  expect(requests.map((request) => request.url()).length).toBeLessThanOrEqual(9);
  expect(await bytesOf(requests, SCRIPT)).toBeLessThanOrEqual(3 * KB);
  expect(await bytesOf(requests, STYLE)).toBeLessThanOrEqual(15 * KB);
  expect(await bytesOf(requests, FONTS)).toBeLessThanOrEqual(45 * KB);

  const files = requests.filter((request) => new URL(request.url()).pathname.startsWith('/assets/'));
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) {
    const headers = (await (await file.response())?.allHeaders()) ?? {};
    expect(file.url()).toMatch(/-[\w-]{8}\.\w+$/);
    expect(headers['cache-control'], file.url()).toMatch(/max-age=31536000.*immutable/);
    if (/\.(js|css)$/.test(file.url())) expect(headers['content-encoding'], file.url()).toBe('br');
  }
  const document = await (await requests[0]?.response())?.allHeaders();
  expect(document?.['cache-control']).toBe('no-store');
});

test('a page without data loads the theme first, and its user once, before its scripts', async ({
  spender: { page },
}) => {
  const { requests, answered } = watchRequests(page);
  await page.goto('/my-account');
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible();
  await answered();
  const paths = requests.map((request) => new URL(request.url()).pathname);
  expect(paths.slice(0, 2)).toEqual(['/my-account', expect.stringContaining('start-page')]);
  expect(paths.filter((path) => path === '/api/auth/user')).toHaveLength(1);
  const script = paths.findIndex((path) => path.includes('my-account-screen'));
  expect(paths.indexOf('/api/auth/user')).toBeLessThan(script);
});

test('the dashboard: at most 12 requests until it is idle, none elsewhere, 140 kB of script', async ({
  spender: { page },
  origin,
}) => {
  const { requests, answered } = watchRequests(page);
  const imported = page.waitForResponse('**/api/auto-import-transactions');
  await page.goto('/');
  await expect(page.getByText('left this week', { exact: true })).toBeVisible();
  await imported;
  await answered();
  await expect(page.getByText('Checking for new transactions...')).toHaveCount(0);
  expect(requests.filter((request) => new URL(request.url()).origin !== origin)).toEqual([]);
  expect(requests.map((request) => `${request.method()} ${request.url()}`).length).toBeLessThanOrEqual(12);
  expect(await bytesOf(requests, SCRIPT)).toBeLessThanOrEqual(140 * KB);
  expect(await bytesOf(requests, STYLE)).toBeLessThanOrEqual(15 * KB);
  expect(await bytesOf(requests, FONTS)).toBeLessThanOrEqual(45 * KB);
});

test('a missing file is a 404, never the page', async ({ request }) => {
  const missing = await request.get('/assets/index-00000000.js');
  expect(missing.status()).toBe(404);
  expect(await missing.text()).not.toContain('<html');
});

for (const width of [320, 390, 1280]) {
  test(
    `nothing moves while the dashboard loads at ${width}px`,
    { tag: width === 390 ? [] : '@long' },
    async ({ spender: { page } }) => {
      await page.setViewportSize({ width, height: 844 });
      const shifts = await recordShifts(page);
      // Slow enough to show the skeletons.
      await omitFirstView(page);
      await page.route('**/api/weeks?*', async (route) => {
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
        await route.fallback();
      });
      const { answered } = watchRequests(page);
      await page.goto('/');
      await expect(page.getByRole('grid')).toBeVisible();
      await answered();
      await expect(page.getByText('Checking for new transactions...')).toHaveCount(0);
      expect(await shifts()).toEqual([]);
    },
  );
}
