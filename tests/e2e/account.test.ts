import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { PASSWORD } from './support/constants.ts';
import { expect, test } from './support/test.ts';
import { answer, hold, recordCalls } from './support/network.ts';
import { finishOnboarding, signUp } from './support/test-user.ts';
import { toasts } from './support/toasts.ts';

test('saving sends name and budget and shows on the dashboard at once [ACC-2] [API-8] [API-2]', async ({
  ana: { page, call },
}) => {
  await page.goto('/my-account');
  const budget = page.getByLabel('Weekly Budget');
  await expect(budget).toHaveValue('125');
  await expect(budget).toHaveAttribute('type', 'number');
  await expect(budget).toHaveAttribute('min', '0');
  await expect(budget).toHaveAttribute('step', '1');
  await expect(budget).toHaveAccessibleDescription('Your target spending limit per week');
  const { bodiesOf } = recordCalls(page);
  await page.getByLabel('Name', { exact: true }).fill('  Ana Maria ');
  await budget.fill('90');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toasts(page)).toContainText('Settings Saved');
  expect(bodiesOf('PUT /api/users')).toEqual([{ fullName: 'Ana Maria', weeklyBudget: 90 }]);
  expect(bodiesOf('PUT /api/settings')).toEqual([{ monthlyIncome: 360, monthlySavingsGoal: 0 }]);
  expect(await call('GET', '/api/settings')).toMatchObject({ monthlyIncome: 360, monthlySavingsGoal: 0 });
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Good afternoon, Ana Maria');
  await expect(page.getByText('$90.00 left', { exact: true })).toBeVisible();
});

test('the next user of the same browser sees nothing of the previous one [AU-6] [ACC-4]', async ({
  ana: { page, call },
  origin,
}) => {
  const gift = { name: 'Secret gift', amount: 20, date: '2026-06-04', category: 'Shopping' };
  await call('POST', '/api/expenses', gift);
  await page.goto('/expenses');
  await expect(page.getByText(gift.name)).toBeVisible();
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome to Oinkly' })).toBeVisible();

  await finishOnboarding(await signUp(page.request, origin));
  await page.goto('/expenses');
  await expect(page.getByText('No expenses yet.', { exact: false })).toBeVisible();
  await expect(page.getByText(gift.name)).toHaveCount(0);
  await page.goto('/');
  await expect(page.getByText('No transactions found')).toBeVisible();
});

test('a call refused while the user signs out does not sign them in again [ACC-4]', async ({
  ana: { page },
  consoleErrors,
}) => {
  consoleErrors.expectStatus(401);
  const banks = await hold(page, 'GET', '/api/plaid/accounts');
  await answer(page, 'GET', '/a-second-later', { text: '' });
  await page.route('**/api/logout', async (route) => {
    const loggedOut = await route.fetch({ maxRedirects: 0 });
    const isLater = page.waitForRequest('**/a-second-later');
    banks.release();
    // By now the page would have left for the login.
    await isLater;
    await route.fulfill({ response: loggedOut });
  });
  await page.addInitScript(() => {
    const load = window.fetch.bind(window);
    window.fetch = async (...request) => {
      const response = await load(...request);
      if (response.status === 401) setTimeout(() => void load('/a-second-later'), 1_000);
      return response;
    };
  });
  await page.goto('/my-account');
  await expect.poll(banks.count).toBe(1);
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome to Oinkly' })).toBeVisible();
});

test.describe('deleting the account', () => {
  test("shows 'Deleting...', clears storage and session, shows /goodbye [DEL-1] [DEL-2] [API-9]", async ({
    ana: { page },
  }) => {
    await page.goto('/my-account');
    await page.getByText('Dark', { exact: true }).click();
    await page.evaluate(() => sessionStorage.setItem('left', 'behind'));
    expect(await page.evaluate(() => localStorage.length)).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Delete Account' }).click();
    const deletion = await hold(page, 'DELETE', '/api/user/account');
    await page.getByRole('dialog').getByRole('textbox').fill('delete');
    await page.getByRole('button', { name: 'Delete My Account' }).click();
    await expect(page.getByRole('button', { name: 'Deleting...' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeVisible();
    deletion.release();
    await expect(page).toHaveURL(/\/goodbye$/);
    await expect(page.getByRole('heading', { level: 1, name: /account was deleted/ })).toBeVisible();
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
    expect((await page.request.get('/api/auth/user')).status()).toBe(401);
  });
});

test.describe('logging in again', () => {
  const deleteDialog = (page: Page) =>
    page.getByRole('dialog', { name: 'Are you sure you want to delete your account?' });

  test('comes before the dialog, which is open when the browser is back [SEC-20] [DEL-1]', async ({
    ana: { page },
  }) => {
    await page.goto('/my-account');
    const lapsed = await answer(page, 'GET', '/api/auth/recent-login', { json: { recent: false } });
    // Ends the issuer's session, so that it asks again.
    await page.context().clearCookies({ path: /^\/idp/ });
    await page.getByRole('button', { name: 'Delete Account' }).click();
    await expect(page).toHaveURL(/\/idp\//);
    await lapsed();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(deleteDialog(page)).toBeVisible();
    await expect(page).toHaveURL(/\/my-account$/);
  });

  test('needs no login right after one, and everything is downloaded [SEC-20] [PD-30]', async ({
    ana: { page },
  }) => {
    await page.goto('/my-account/data');
    const lapsed = await answer(page, 'GET', '/api/auth/recent-login', { json: { recent: false } });
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Everything (JSON)' }).click();
    expect((await downloading).suggestedFilename()).toBe('oinkly-everything-2026-06-05.json');
    await expect(page.getByRole('heading', { level: 1, name: 'Your data' })).toBeVisible();
    await lapsed();
  });
});

test('a personal token works without a session until it is revoked [PD-78] [SEC-24]', async ({
  ana: { page },
  playwright,
  origin,
}) => {
  await page.goto('/my-account/security');
  const section = page.getByRole('region', { name: 'Personal tokens' });
  await section.getByRole('button', { name: 'Create a token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Phone');
  await dialog.getByLabel('Add expenses').check();
  await dialog.getByLabel('Read my week').check();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const token = await dialog.getByRole('textbox', { name: 'Your token' }).inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(section.getByRole('listitem')).toContainText('Add expenses, Read my week');

  const program = await playwright.request.newContext({
    baseURL: origin,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  const added = await program.post('/api/v1/expenses', {
    data: { merchant: 'Corner Cafe', amount: '$12.50' },
  });
  expect(added.status()).toBe(200);
  expect((await program.get('/api/v1/week')).status()).toBe(200);
  expect((await program.get('/api/expenses')).status()).toBe(401);
  await page.goto('/expenses');
  await expect(page.getByText('Corner Cafe')).toBeVisible();

  await page.goto('/my-account/security');
  await section.getByRole('button', { name: 'Revoke Phone' }).click();
  await dialog.getByRole('button', { name: 'Revoke token' }).click();
  // It closes with the answer, and hides the list until then.
  await expect(dialog).toBeHidden();
  await expect(section.getByRole('listitem')).toHaveCount(0);
  expect((await program.get('/api/v1/week')).status()).toBe(401);
  await program.dispose();
});

test('sessions elsewhere are ended, one by one and all [SEC-3]', async ({
  ana: { page, email },
  browser,
  origin,
  consoleErrors,
}) => {
  consoleErrors.expectStatus(401);
  const elsewhere = async () => {
    const context = await browser.newContext({ baseURL: origin });
    const other = await context.newPage();
    await other.goto('/api/login');
    await other.getByLabel('Email').fill(email);
    await other.getByLabel('Password').fill(PASSWORD);
    await other.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(other.getByText('left this week', { exact: true })).toBeVisible();
    return other;
  };
  const statusOn = async (other: Page) => (await other.request.get('/api/auth/user')).status();
  const [phone, laptop] = [await elsewhere(), await elsewhere()];

  await page.goto('/my-account/security');
  const section = page.getByRole('region', { name: 'Where you’re logged in' });
  await expect(section.getByRole('listitem')).toHaveCount(3);
  await expect(section.getByText('This browser')).toHaveCount(1);
  await section
    .getByRole('button', { name: /^Sign out on / })
    .first()
    .click();
  await expect(section.getByRole('listitem')).toHaveCount(2);
  expect([await statusOn(phone), await statusOn(laptop)].toSorted()).toEqual([200, 401]);

  await section.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('button', { name: 'Sign out on all devices' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome to Oinkly' })).toBeVisible();
  await expect(page.getByText('You’re signed out on all devices.')).toBeVisible();
  expect([await statusOn(phone), await statusOn(laptop), await statusOn(page)]).toEqual([401, 401, 401]);
  // The other device must log in again too.
  await laptop.goto('/api/login');
  await expect(laptop.getByLabel('Password')).toBeVisible();
  for (const other of [phone, laptop]) await other.context().close();
});

test('anyone can read the privacy notice: data, retention, viewers and cookies', async ({ page }) => {
  await page.goto('/privacy');
  await expect(page.getByRole('heading', { level: 1, name: 'What Oinkly keeps' })).toBeVisible();
  for (const name of ['What we keep', 'How long we keep it', 'Who sees what'])
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  await expect(page.getByText('One tells us for 180 days that you’ve logged in here before')).toBeVisible();
  await expect(
    page.getByText('A failed login shows its network and a code made from the email, which can’t be'),
  ).toBeVisible();
});

test('with reduced motion, a chosen theme colors the whole page at once', async ({ reader: { page } }) => {
  await page.goto('/my-account');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const colors = await page.evaluate(() => {
    const colorOf = (selector: string) =>
      getComputedStyle(document.querySelector(selector) ?? document.body).color;
    const before = colorOf('h1');
    document.documentElement.dataset['theme'] = 'dark';
    return { before, html: colorOf('html'), h1: colorOf('h1') };
  });
  expect(colors.html).not.toBe(colors.before);
  expect(colors.h1).toBe(colors.html);
});

test('a theme that was chosen stays after a reload', async ({ reader: { page } }) => {
  await page.goto('/my-account');
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await paper();
  await page.getByText('Dark', { exact: true }).click();
  await expect.poll(paper).not.toBe(light);
  const dark = await paper();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(await paper()).toBe(dark);
  await page.getByText('System', { exact: true }).click();
  await expect.poll(paper).toBe(light);
});

test('all expenses, and everything, can be downloaded as a file [PD-30]', async ({ ana: { page, call } }) => {
  await call('POST', '/api/expenses', { name: 'Cake', amount: 9, date: '2026-06-02', category: 'Dining' });
  await page.goto('/my-account/data');
  for (const [name, file, words] of [
    ['Expenses (CSV)', 'oinkly-expenses-2026-06-05.csv', '2026-06-02,Cake,9,USD,Dining'],
    ['Everything (JSON)', 'oinkly-everything-2026-06-05.json', '"name":"Cake"'],
  ] as const) {
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(file);
    expect(await readFile(await download.path(), 'utf8')).toContain(words);
  }
});
