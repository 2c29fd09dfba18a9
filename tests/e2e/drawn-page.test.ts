import { DRAWN_MARK, FIRST_VIEW_ID } from '@oinkly/contract/first-view';
import type { Page } from '@playwright/test';
import { payRent } from './support/pay-rent.ts';
import { recordShifts } from './support/layout-shifts.ts';
import { recordCalls } from './support/network.ts';
import { expect, test } from './support/test.ts';

/** Holds the built file of that name until the returned function is called. */
async function holdFile(page: Page, name: string): Promise<() => void> {
  const gate = Promise.withResolvers<undefined>();
  await page.route(new RegExp(`/assets/${name}-[^/]+\\.js$`), async (route) => {
    await gate.promise;
    await route.continue();
  });
  return () => gate.resolve(undefined);
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the dashboard’s page shows the week, the year and the purchases', async ({ spender: { page } }) => {
    await page.goto('/');
    await expect(page.getByText('left this week', { exact: true })).toBeVisible();
    await expect(page.getByRole('grid', { name: 'Spending map of 2026' })).toBeVisible();
    await expect(page.getByTestId('spending-bar')).toHaveCSS('height', /^\d{2,3}(\.\d+)?px$/);
    await expect(page.getByRole('button', { name: 'Refresh list' })).toBeVisible();
  });

  test('the pages of expenses, a week and friends show what they have', async ({ spender: { page } }) => {
    await page.goto('/expenses');
    await expect(page.getByRole('region', { name: 'Jun 1 - Jun 7' })).toContainText('Total $');
    await page.goto('/expenses?week=2026-06-01');
    await expect(page.getByRole('link', { name: 'Show all weeks' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Jun 1 - Jun 7' })).toBeVisible();
    await page.goto('/weeks/2026-06-01');
    await expect(page.getByRole('region', { name: 'Total' })).toContainText('spent of $');
    await expect(page.getByRole('region', { name: 'Where it went' })).toBeVisible();
    await page.goto('/friends');
    await expect(page.getByRole('heading', { name: /past self/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Send an email' })).toHaveAttribute(
      'href',
      /invite%2F[\w-]+$/,
    );
  });

  test('a shared map shows its squares', async ({ ana: { page, call } }) => {
    const { url } = (await call('POST', '/api/map-share')) as { url: string };
    await page.goto(new URL(url).pathname);
    await expect(page.getByRole('grid', { name: 'Spending map of 2026' })).toBeVisible();
  });
});

test('a button that is pressed before the scripts have come works once they have', async ({
  ana: { page },
}) => {
  const release = await holdFile(page, 'index');
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Add expense' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(page.getByRole('dialog', { name: 'Add an Expense' })).toBeVisible();
});

for (const { file, says, again } of [
  { file: 'index', says: 'This page hasn’t loaded completely', again: 'Load it again' },
  { file: 'dashboard-screen', says: 'Check your connection and try again', again: 'Try again' },
])
  test(`a page whose file ${file} does not come says so, and loads again`, async ({
    ana: { page },
    consoleErrors,
  }) => {
    consoleErrors.expectNoAnswer();
    consoleErrors.expected.push(/Failed to fetch dynamically imported module/);
    const path = new RegExp(`/assets/${file}-[^/]+\\.js$`);
    await page.route(path, (route) => route.abort());
    await page.goto('/');
    await expect(page.getByText(says)).toBeVisible();
    await page.unroute(path);
    await page.getByRole('button', { name: again }).click();
    await page.getByRole('button', { name: 'Add expense' }).click();
    await expect(page.getByRole('dialog', { name: 'Add an Expense' })).toBeVisible();
  });

for (const file of ['dashboard-screen', 'bill-card'])
  test(`a drawn page stays and keeps a press until ${file} has come, however long it takes`, async ({
    ana,
    origin,
  }) => {
    const { page } = ana;
    await payRent(ana, origin);
    const release = await holdFile(page, file);
    await page.goto('/', { waitUntil: 'commit' });
    const question = page.getByRole('region', { name: 'Leave Hawthorne Residential out of your weeks?' });
    const drawn = await question.elementHandle();
    await page.getByRole('button', { name: 'Share my map' }).click();
    // The app has started.
    await expect(page.locator(`#${FIRST_VIEW_ID}`)).toHaveCount(0);
    await page.clock.runFor(5_000);
    await expect(question).toBeVisible();
    release();
    await expect(page.getByRole('dialog', { name: 'Share my map' })).toBeVisible();
    expect(await drawn.evaluate((element) => element.isConnected)).toBe(true);
  });

for (const path of ['/expenses', '/expenses?week=2026-06-01', '/weeks/2026-06-01', '/friends'])
  test(`the scripts continue the page at ${path} as it stands, without a call or a shift`, async ({
    spender: { page },
  }) => {
    const shifts = await recordShifts(page);
    const { calls } = recordCalls(page);
    const release = await holdFile(page, 'index');
    await page.goto(path, { waitUntil: 'commit' });
    const heading = await page.getByRole('heading', { level: 1 }).elementHandle();
    release();
    await expect(page.locator(`[${DRAWN_MARK}]`)).toHaveCount(0);
    await page.evaluate(() => document.fonts.ready);
    expect(await heading.evaluate((element) => element.isConnected)).toBe(true);
    expect(await shifts()).toEqual([]);
    expect(calls.filter((made) => made.startsWith('GET '))).toEqual([]);
  });

test('the scripts continue a list where its reader has scrolled', async ({ spender: { page } }) => {
  await page.setViewportSize({ width: 390, height: 400 });
  const release = await holdFile(page, 'index');
  await page.goto('/expenses', { waitUntil: 'commit' });
  await expect(page.getByRole('listitem').last()).toBeAttached();
  const place = await page.evaluate(() => {
    window.scrollTo(0, 4000);
    return window.scrollY;
  });
  release();
  await expect(page.locator(`[${DRAWN_MARK}]`)).toHaveCount(0);
  // The rows far above it have gone.
  await expect(page.getByRole('listitem').first()).not.toHaveAttribute('data-index', '1');
  const isRowAtCenter = () => page.evaluate(() => document.elementFromPoint(195, 200)?.closest('li') != null);
  await expect.poll(isRowAtCenter).toBe(true);
  expect(await page.evaluate(() => window.scrollY)).toBe(place);
});

test('the scripts continue the page as it stands', async ({ ana: { page } }) => {
  const release = await holdFile(page, 'index');
  await page.goto('/', { waitUntil: 'commit' });
  const square = await page.getByRole('gridcell').first().elementHandle();
  release();
  await expect(page.locator(`[${DRAWN_MARK}]`)).toHaveCount(0);
  await expect(page.getByText('Checking for new transactions...')).toHaveCount(0);
  expect(await square.evaluate((element) => element.isConnected)).toBe(true);
});

test('a page that differs from what the scripts draw is an error, and corrected', async ({
  ana: { page },
  consoleErrors,
}) => {
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('>It makes dollars and sense.<', '>It makes none.<');
    await route.fulfill({ response, body });
  });
  const reported = page.waitForEvent('pageerror');
  consoleErrors.expected.push(/Minified React error #418/);
  await page.goto('/');
  expect((await reported).message).toContain('Minified React error #418');
  await expect(page.getByText('It makes dollars and sense.')).toBeVisible();
});
