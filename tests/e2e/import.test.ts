import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { runUntilVisible, stopClock } from './support/clock.ts';
import { answer, hold, recordCalls, type Reply } from './support/network.ts';

const IMPORT = '/api/auto-import-transactions';
const CHECKING = 'Checking for new transactions...';

const banner = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: /\S/ });
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh list' });
const refreshing = (page: Page) => page.getByRole('button', { name: 'Refreshing...' });

/** Opens the dashboard, lets the first import end and the list that is loaded again after it, and stops the clock. */
async function openAndStop(page: Page): Promise<void> {
  const { requests } = recordCalls(page);
  const lists = () => requests.filter((request) => new URL(request.url()).pathname === '/api/expenses');
  await page.goto('/');
  await expect(refresh(page)).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await expect.poll(() => lists().length).toBe(1);
  await (await lists()[0]?.response())?.finished();
  await stopClock(page);
}

test('on load an import runs under a banner; its end clears it and loads expenses and leaderboard again [IM-1] [API-7]', async ({
  reader: { page },
}) => {
  const running = await hold(page, 'POST', IMPORT);
  const { calls, requests } = recordCalls(page);
  await page.goto('/');
  await expect(banner(page)).toHaveText(CHECKING);
  await expect(refresh(page)).toBeVisible();
  expect(running.count()).toBe(1);
  expect(calls).toEqual([`POST ${IMPORT}`]);
  running.release();
  await expect(banner(page)).toHaveCount(0);
  await expect.poll(() => calls.filter((call) => call === 'GET /api/leaderboard')).toHaveLength(1);
  await expect.poll(() => calls.filter((call) => call.startsWith('GET /api/expenses'))).toHaveLength(1);
  const sent = requests.find((request) => request.url().endsWith(IMPORT));
  expect(sent?.postData()).toBeNull();
});

test('what the first import brought is on the page without a reload [IM-1]', async ({ ana }) => {
  const { page, linkBank } = ana;
  const running = await hold(page, 'POST', IMPORT);
  await page.goto('/');
  await expect(page.getByText('No transactions found')).toBeVisible();
  await linkBank(30);
  running.release();
  await expect(page.getByRole('heading', { name: /^\d+ purchases?\b/ })).toBeVisible();
  await expect(page.getByText('No transactions found')).toHaveCount(0);
});

for (const [what, reply] of [
  ['an error', { status: 503, json: { message: 'Down' } }],
  ['no answer', { noAnswer: true }],
] as const satisfies [string, Reply][]) {
  test(`a first import that ends with ${what} clears the banner and leaves the rest alone [IM-1]`, async ({
    reader: { page },
    consoleErrors,
  }) => {
    consoleErrors.expectStatus(503);
    consoleErrors.expectNoAnswer();
    await answer(page, 'POST', IMPORT, reply);
    const running = await hold(page, 'POST', IMPORT);
    await page.goto('/');
    await expect(banner(page)).toHaveText(CHECKING);
    running.release();
    await expect(banner(page)).toHaveCount(0);
    await expect(page.getByText('left this week', { exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(0);
  });
}

test("while a refresh runs its link is grey and reads 'Refreshing...', and a second click does nothing [IM-2]", async ({
  reader: { page },
}) => {
  await page.goto('/');
  await expect(refresh(page)).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  const running = await hold(page, 'POST', IMPORT);
  await refresh(page).click();
  await expect(banner(page)).toHaveText(CHECKING);
  await expect(refreshing(page)).toBeVisible();
  const grey = await page
    .getByText('New purchases usually appear')
    .evaluate((element) => getComputedStyle(element).color);
  await expect(refreshing(page)).toHaveCSS('color', grey);
  await refreshing(page).click({ force: true });
  await refreshing(page).press('Enter');
  running.release();
  await expect(banner(page)).not.toHaveText(CHECKING);
  expect(running.count()).toBe(1);
});

for (const [imported, message] of [
  [0, 'No new transactions found. Recent purchases (within 1-4 hours) may not appear yet.'],
  [1, 'Found 1 new transaction!'],
  [2, 'Found 2 new transactions!'],
  [41, 'Found 41 new transactions!'],
] as const) {
  test(`${imported} new: '${message}', for 3 seconds, and both lists are loaded again [IM-3] [IM-4]`, async ({
    reader: { page },
  }) => {
    await openAndStop(page);
    await answer(page, 'POST', IMPORT, { json: { success: true, imported } });
    const { calls } = recordCalls(page);
    await refresh(page).click();
    await expect(banner(page)).toHaveText(message);
    await expect.poll(() => calls.filter((call) => call === 'GET /api/leaderboard')).toHaveLength(1);
    await expect.poll(() => calls.filter((call) => call.startsWith('GET /api/expenses'))).toHaveLength(1);
    await page.clock.runFor(2900);
    await expect(banner(page)).toHaveText(message);
    await expect(refreshing(page)).toBeVisible();
    await refreshing(page).click({ force: true });
    await page.clock.runFor(100);
    await expect(banner(page)).toHaveCount(0);
    await expect(refresh(page)).toBeVisible();
    expect(calls.filter((call) => call === `POST ${IMPORT}`)).toHaveLength(1);
    await refresh(page).click();
    await expect(banner(page)).toHaveText(message);
    expect(calls.filter((call) => call === `POST ${IMPORT}`)).toHaveLength(2);
  });
}

for (const [what, reply, message] of [
  ['an error in JSON', { status: 500, json: { message: 'Down' } }, 'Failed to refresh transactions'],
  ['an error that is not JSON', { status: 502, text: '<h1>Gateway</h1>' }, 'Failed to refresh transactions'],
  ['no answer', { noAnswer: true }, 'Error refreshing transactions'],
] as const satisfies [string, Reply, string][]) {
  test(`a refresh that ends with ${what} says '${message}' for 3 seconds [IM-5]`, async ({
    reader: { page },
    consoleErrors,
  }) => {
    consoleErrors.expectStatus(500);
    consoleErrors.expectStatus(502);
    consoleErrors.expectNoAnswer();
    await openAndStop(page);
    await answer(page, 'POST', IMPORT, reply);
    await refresh(page).click();
    await expect(banner(page)).toHaveText(message);
    await page.clock.runFor(2900);
    await expect(banner(page)).toHaveText(message);
    await page.clock.runFor(100);
    await expect(banner(page)).toHaveCount(0);
    await expect(refresh(page)).toBeVisible();
  });
}

test('a refresh by hand while the first import runs keeps its own words [IM-1] [IM-2] [IM-3]', async ({
  reader: { page },
}) => {
  const first = await hold(page, 'POST', IMPORT);
  await page.goto('/');
  await expect(refresh(page)).toBeVisible();
  await expect(banner(page)).toHaveText(CHECKING);
  await stopClock(page);
  await answer(page, 'POST', IMPORT, { json: { success: true, imported: 2 } });
  await refresh(page).click();
  await expect(banner(page)).toHaveText('Found 2 new transactions!');
  const response = page.waitForResponse(`**${IMPORT}`);
  first.release();
  await response;
  await page.clock.runFor(2900);
  await expect(banner(page)).toHaveText('Found 2 new transactions!');
});

test('the list says how fresh it is [DB-17]', async ({ reader: { page } }) => {
  await openAndStop(page);
  await expect(page.getByText('Updated just now')).toBeVisible();
  await page.clock.fastForward(3 * 60_000);
  await runUntilVisible(page, page.getByText('Updated 3 min ago'));
});
