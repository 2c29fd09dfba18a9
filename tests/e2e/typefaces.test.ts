import type { Page } from '@playwright/test';
import { recordShifts } from './support/layout-shifts.ts';
import { expect, test } from './support/test.ts';

/** Longer than browsers wait for fonts before they paint without them. */
const FONTS_DELAY_MS = 500;

/** Opens it as a first visit on a slow line does. Fails if a text is ever painted in another typeface, or moves. */
async function expectTypefaces(page: Page, path: string, heading: string | RegExp): Promise<void> {
  const files: string[] = [];
  page.on('request', (request) => request.url().endsWith('.woff2') && files.push(request.url()));
  await page.route('**/fonts-*.css', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, FONTS_DELAY_MS));
    await route.continue();
  });
  await page.addInitScript(() => {
    new PerformanceObserver(() => {
      const loaded = [...document.fonts].filter(({ status }) => status === 'loaded');
      Object.assign(window, { firstFaces: loaded.map(({ family }) => family.replaceAll('"', '')) });
    }).observe({ type: 'paint', buffered: true });
  });
  const shifts = await recordShifts(page);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect.poll(() => page.evaluate('window.firstFaces')).toContain('Source Serif');
  // Whatever arrives late has its chance to move something.
  await page.waitForLoadState('networkidle');
  expect(await shifts()).toEqual([]);
  expect(files).toEqual([]);
}

test('a first visit is set in the real typefaces from its first paint, and nothing moves [PD-96]', async ({
  page,
}) => {
  await expectTypefaces(page, '/', 'Welcome to Oinkly');
  expect(await page.evaluate('window.firstFaces')).toContain('Fraunces');
});

test('the page to create an account is set in them from its first paint [PD-96]', async ({ page }) => {
  await expectTypefaces(page, '/api/login?create=1', 'Create an account');
});

test('an invitation, a shared map and the dashboard are set in them from their first paint [PD-96]', async ({
  ana,
  browser,
  origin,
  spender,
}) => {
  const { code } = (await ana.call('GET', '/api/invite')) as { code: string };
  const { url } = (await ana.call('POST', '/api/map-share')) as { url: string };
  for (const [address, heading] of [
    [`/invite/${code}`, 'You’re invited'],
    [url, /Ana/],
  ] as const) {
    const stranger = await browser.newContext({ baseURL: origin });
    try {
      await expectTypefaces(await stranger.newPage(), address, heading);
    } finally {
      await stranger.close();
    }
  }
  await expectTypefaces(spender.page, '/', /./);
});
