import type { Page } from '@playwright/test';
import { startSceneServer, type SceneServer } from '../screens/scene-server.ts';
import { scenes } from '../screens/scenes.ts';
import { loadAxe, SCHEMES, violationsOf } from './support/axe.ts';
import { IS_FULL } from './support/constants.ts';
import { watchRequests } from './support/network.ts';
import { expect, test as base } from './support/test.ts';

/** One of each kind of surface; `npm run test:long` inspects all scenes, and these at every width. */
const IN_EVERY_RUN = new Set([
  'welcome',
  'provider-log-in-refused',
  'provider-account',
  'onboarding-5-long-name',
  'dashboard-long-everything',
  'dashboard-bank-needs-login',
  'dashboard-week-over',
  'friends-manage',
  'invite',
  'notifications',
  'my-account',
  'my-account-data',
  'my-account-security',
  'my-account-revoke-token',
  'accounts',
  'week',
  'insights',
  'rules-new',
  'expenses-refunds-and-long',
  'expenses-same-purchase',
  'expenses-edit',
  'import-choose',
  'import-preview-corrected',
  'add-expense-all-fields',
  'add-expense-lines',
  'add-expense-refused',
  'share-map-wide-with-link',
  'share-circle-wide-with-link',
  'shared-circle-long-names',
  'shared-map-long-name',
  'not-found',
]);
const WIDTHS = [390, 320, 1280];

/** Scenes need a server that sends mail. */
const test = base.extend<object, { server: SceneServer }>({
  server: [
    async ({ browserName: _browserName }, use) => {
      const server = await startSceneServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  origin: [async ({ server }, use) => use(server.origin), { scope: 'worker' }],
});
// Each worker has a server of its own.
test.describe.configure({ mode: IS_FULL ? 'parallel' : 'default' });

/** Fails on sideways scrolling at any width or on a broken rule in either theme. */
async function inspect(page: Page, ruleWidths: readonly number[]): Promise<void> {
  await loadAxe(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    expect(await sidewaysPx(page), `${width}px, sideways`).toBeLessThanOrEqual(0);
    if (!ruleWidths.includes(width)) continue;
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await untilStill(page);
      expect(await violationsOf(page, colorScheme), `${width}px, ${colorScheme}`).toEqual([]);
    }
  }
}

/**
 * Ends animations and color transitions, which have no valid contrast. Does not wait, because a busy browser may draw no frame for long.
 */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(() => {
    const running = () => document.getAnimations().filter(({ playState }) => playState === 'running');
    // Inherited colors start to change later.
    for (let animations = running(); animations.length > 0; animations = running()) {
      for (const animation of animations) animation.finish();
    }
  });
}

async function sidewaysPx(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

for (const { name, who, show } of scenes) {
  const isInEveryRun = IN_EVERY_RUN.has(name);
  test(
    `the scene ${name} has no broken rule and fits`,
    { tag: isInEveryRun ? [] : '@long' },
    async ({ page, server, consoleErrors }) => {
      // Scenes show failures too; the tests of each part check the console.
      consoleErrors.expected.push(/./);
      await page.context().addCookies(await server.cookiesOf(who));
      await show(page, server.mails);
      await inspect(page, IS_FULL && isInEveryRun ? WIDTHS : [390]);
    },
  );
}

base('every scene of each run exists', () => {
  const names = new Set(scenes.map(({ name }) => name));
  expect([...IN_EVERY_RUN].filter((name) => !names.has(name))).toEqual([]);
});

base(
  'every target of the dashboard is at least 44px high or wide enough to hit',
  async ({ spender: { page } }) => {
    await page.goto('/');
    await expect(page.getByRole('grid')).toBeVisible();
    const small = await page.locator('a:visible, button:visible, summary:visible').evaluateAll((targets) =>
      targets
        .filter((target) => target.closest('[role=grid]') === null)
        .map((target) => ({ text: target.textContent, box: target.getBoundingClientRect() }))
        .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
        .map(({ text, box }) => `${text}: ${Math.round(box.width)}×${Math.round(box.height)}`),
    );
    expect(small).toEqual([]);
  },
);

base('nothing keeps moving for users who ask for less motion [PD-114]', async ({ spender: { page } }) => {
  const movingMs = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .map(({ effect }) => Number(effect?.getComputedTiming().activeDuration ?? 0))
        .filter((durationMs) => durationMs > 10),
    );
  for (const path of ['/', '/expenses', '/my-account']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await movingMs(), path).toEqual([]);
  }
});

base('text at twice its size fits without scrolling sideways', async ({ spender: { page } }) => {
  await page.setViewportSize({ width: 640, height: 900 });
  const { answered } = watchRequests(page);
  for (const path of ['/', '/my-account', '/expenses', '/accounts']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await answered();
    expect(await sidewaysPx(page), path).toBeLessThanOrEqual(0);
  }
});
