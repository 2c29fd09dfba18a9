import { expect, test } from './support/test.ts';

const APP = /\/assets\/index-[^/]+\.js$/;

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
  const gate = Promise.withResolvers<undefined>();
  await page.route(APP, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Add expense' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  gate.resolve(undefined);
  await expect(page.getByRole('dialog', { name: 'Add an Expense' })).toBeVisible();
});

test('the scripts continue the page as it stands', async ({ ana: { page } }) => {
  await page.goto('/');
  const square = await page.getByRole('gridcell').first().elementHandle();
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
