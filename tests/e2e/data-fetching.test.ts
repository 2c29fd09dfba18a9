import { painted, recordShifts } from './support/layout-shifts.ts';
import { expect, test } from './support/test.ts';
import { hold, recordCalls, watchRequests } from './support/network.ts';

test('focus, time and returning to a screen reload nothing [AU-3]', async ({ reader: { page } }) => {
  const { answered } = watchRequests(page);
  const imported = page.waitForResponse('**/api/auto-import-transactions');
  await page.goto('/');
  await expect(page.getByText('left this week', { exact: true })).toBeVisible();
  await imported;
  await expect(page.getByText('Checking for new transactions...')).toHaveCount(0);
  // By the clock, a call would be given up while the machine is still at it.
  await answered();
  const { calls } = recordCalls(page);
  await page.evaluate(() => {
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('online'));
  });
  await page.clock.runFor(10 * 60_000);
  expect(calls).toEqual([]);
  await page.getByRole('link', { name: 'Expenses', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Expenses' })).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByText('left this week', { exact: true })).toBeVisible();
  // The initial import reloads only its own lists, not user and settings.
  expect(calls.filter((call) => /auth\/user|settings/.test(call))).toEqual([]);
});

test('two waiting calls do not delay a third: the card appears before the board', async ({
  reader: { page },
}) => {
  const board = await hold(page, 'GET', '/api/leaderboard');
  const running = await hold(page, 'POST', '/api/auto-import-transactions');
  await page.goto('/');
  await expect(page.getByText('left this week', { exact: true })).toBeVisible();
  await expect(page.getByRole('grid')).toHaveCount(0);
  board.release();
  await expect(page.getByRole('grid')).toBeVisible();
  running.release();
});

test('a page shows its heading before its scripts have loaded, and nothing moves', async ({
  reader: { page },
}) => {
  const { answered } = watchRequests(page);
  const shifts = await recordShifts(page);
  let scripts = Promise.withResolvers<undefined>();
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    await scripts.promise;
    return route.fallback();
  });
  for (const path of ['/expenses', '/friends']) {
    scripts = Promise.withResolvers<undefined>();
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    scripts.resolve(undefined);
    await expect(page.getByRole('navigation')).toBeVisible();
    await answered();
    await painted(page);
    expect(await shifts(), path).toEqual([]);
  }
});
