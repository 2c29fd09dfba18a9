import { DRAWN_MARK, FIRST_VIEW_ID } from '@oinkly/contract/first-view';
import type { Page } from '@playwright/test';
import { payRent } from './support/pay-rent.ts';
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
