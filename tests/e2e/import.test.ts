import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { stopClock } from './support/clock.ts';
import { answer, hold, recordCalls } from './support/network.ts';

const IMPORT = '/api/auto-import-transactions';
const CHECKING = 'Checking for new transactions...';

const banner = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: /\S/ });
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh list' });

test('an import on load shows a banner; its end reloads expenses and leaderboard [IM-1] [API-7]', async ({
  reader: { page },
}) => {
  const running = await hold(page, 'POST', IMPORT);
  const { calls, requests } = recordCalls(page);
  await page.goto('/');
  await expect(banner(page)).toHaveText(CHECKING);
  await expect(refresh(page)).toBeVisible();
  await expect.poll(running.count).toBe(1);
  expect(calls).toEqual([`POST ${IMPORT}`]);
  running.release();
  await expect(banner(page)).toHaveCount(0);
  await expect.poll(() => calls.filter((call) => call === 'GET /api/leaderboard')).toHaveLength(1);
  await expect.poll(() => calls.filter((call) => call.startsWith('GET /api/expenses'))).toHaveLength(1);
  const sent = requests.find((request) => request.url().endsWith(IMPORT));
  expect(sent?.postData()).toBeNull();
});

test('the first import’s expenses appear without a reload [IM-1]', async ({ ana }) => {
  const { page, linkBank } = ana;
  const running = await hold(page, 'POST', IMPORT);
  await page.goto('/');
  await expect(page.getByText('No transactions found')).toBeVisible();
  await linkBank(30);
  running.release();
  await expect(page.getByRole('heading', { name: /^\d+ purchases?\b/ })).toBeVisible();
  await expect(page.getByText('No transactions found')).toHaveCount(0);
});

test('a refresh by hand while the first import runs keeps its own words [IM-1] [IM-2] [IM-3]', async ({
  reader: { page },
}) => {
  const first = await hold(page, 'POST', IMPORT);
  await page.goto('/');
  await expect(refresh(page)).toBeVisible();
  await expect(banner(page)).toHaveText(CHECKING);
  await expect.poll(first.count).toBe(1);
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
