import type { Page } from '@playwright/test';
import { BANK_CREDENTIALS } from './support/constants.ts';
import { chooseBank, logIn, openProvidersPages, shareAccounts, widget } from './support/link-widget.ts';
import { recordCalls } from './support/network.ts';
import { expect, test } from './support/test.ts';
import { toasts } from './support/toasts.ts';

const connect = (page: Page) => page.getByRole('button', { name: 'Connect Bank Account' });
const card = (page: Page, bank: string) => page.getByRole('listitem').filter({ hasText: bank }).first();

test('the widget connects a bank and its import shows progress [BC-4] [BC-5] [BC-1] [CA-1]', async ({
  ana: { page },
}) => {
  await page.goto('/my-account');
  await connect(page).click();
  await chooseBank(widget(page), 'First Platypus Bank');
  await logIn(widget(page));
  await shareAccounts(widget(page));
  await expect(page.getByRole('button', { name: 'Connected!' })).toBeVisible();
  await expect(toasts(page)).toContainText('Bank Connected!');
  await expect(connect(page)).toBeVisible();
  const bank = card(page, 'First Platypus Bank');
  await expect(bank.getByText(/^Last synced/)).toBeVisible({ timeout: 30_000 });
  await expect(bank.getByText(/\d transactions$/).first()).toBeVisible();
  await expect(page).toHaveURL(/\/my-account$/);
});

test('closing the widget shows no error and returns the focus [BC-7]', async ({ ana: { page } }) => {
  await page.goto('/accounts');
  await connect(page).click();
  await widget(page).getByRole('button', { name: 'Leave' }).click();
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(connect(page)).toBeVisible();
  await expect(connect(page)).toBeFocused();
  await expect(toasts(page).getByRole('listitem')).toHaveCount(0);

  // So does leaving before a bank's own pages, after a moment.
  await connect(page).click();
  await chooseBank(widget(page), 'Platypus OAuth Bank');
  // Each page has a Leave button, but only leaving from this one reports "requires OAuth".
  await expect(widget(page).getByRole('button', { name: 'Continue to Platypus OAuth Bank' })).toBeVisible();
  await widget(page).getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('button', { name: 'Connecting...' })).toBeVisible();
  await page.clock.fastForward(3000);
  await expect(connect(page)).toBeVisible();
});

test('a bank that is down shows in and after the widget, with a retry [BC-8] [BC-9] [BC-2]', async ({
  ana: { page },
}) => {
  await page.goto('/accounts');
  await connect(page).click();
  await chooseBank(widget(page), 'Tartan Bank');
  await logIn(widget(page), { password: 'error_INSTITUTION_DOWN' });
  await expect(widget(page).getByRole('alert')).toBeVisible();
  await widget(page).getByRole('button', { name: 'Leave' }).click();
  await expect(toasts(page)).toContainText('Bank Temporarily Unavailable');
  const issue = page.getByRole('alert').filter({ hasText: 'Connection Issue' });
  await expect(issue).toContainText('Your bank is experiencing issues. Please try again in a few minutes.');
  await expect(issue).toContainText('This is a temporary issue. You can try again.');
  await page.getByRole('button', { name: 'Retry Connection' }).click();
  await chooseBank(widget(page), 'Tartan Bank');
  await logIn(widget(page));
  await shareAccounts(widget(page));
  await expect(toasts(page)).toContainText('Bank Connected!');
  await expect(issue).toHaveCount(0);
});

test('an OAuth bank leads away and back, and the widget continues [OA-1] [OA-2] [BC-7]', async ({
  ana: { page },
}) => {
  await openBankInOwnWindow(page, 'Allow');
  await expect(page).toHaveURL(/\/oauth-redirect/);
  await shareAccounts(widget(page));
  await expect(page.getByText('Redirecting you back to your account...')).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL(/\/oauth-redirect$/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Platypus OAuth Bank');
  await page.clock.fastForward(2000);
  await expect(page).toHaveURL(/\/my-account$/);
  await expect(page.getByText('Platypus OAuth Bank')).toBeVisible();
});

test('a refusal at the bank is shown, and leads back to the account [OA-3] [BC-8]', async ({
  ana: { page },
}) => {
  await openBankInOwnWindow(page, 'Do not allow');
  await expect(page).toHaveURL(/\/oauth-redirect/);
  await expect(widget(page).getByText('Not connected')).toBeVisible();
  await widget(page).getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'The bank was not allowed to share anything. Try again and agree.',
  );
  await page.clock.fastForward(3000);
  await expect(page).toHaveURL(/\/my-account$/);
});

test('repairing an ended login keeps the connection and its rows [CA-2] [BC-4]', async ({
  ana: { page, call, linkBank },
  origin,
  consoleErrors,
}) => {
  consoleErrors.expectStatus(409);
  await linkBank(30);
  const [connection] = (await call('GET', '/api/plaid/connections')) as { item_id: string }[];
  const before = await call('GET', '/api/expenses?counted=all');
  await page.request.post(`${origin}/plaid-emulator/control/item/set_error`, {
    data: { ...credentials(), item_id: connection?.item_id, error_code: 'ITEM_LOGIN_REQUIRED' },
  });
  await page.goto('/accounts');
  await page.getByRole('button', { name: 'Sync First Platypus Bank' }).click();
  await expect(card(page, 'First Platypus Bank').getByText('Error')).toBeVisible();
  const { calls } = recordCalls(page);
  await page.getByRole('button', { name: 'Reconnect First Platypus Bank' }).click();
  await widget(page).getByRole('button', { name: 'Continue' }).click();
  await logIn(widget(page));
  await widget(page).getByRole('button', { name: 'Finish' }).click();
  await expect(card(page, 'First Platypus Bank').getByText('Connected')).toBeVisible();
  await expect(card(page, 'First Platypus Bank').getByText('First Platypus Bank')).toBeFocused();
  expect(calls).not.toContain('POST /api/plaid/exchange-token');
  expect(await call('GET', '/api/plaid/connections')).toMatchObject([{ item_id: connection?.item_id }]);
  expect(await call('GET', '/api/expenses?counted=all')).toEqual(before);
});

test('a bank is linked once, and disconnected with everything that it brought [CA-1] [CA-4] [PD-8]', async ({
  ana: { page, call, linkBank },
}) => {
  await linkBank(30);
  const before = await call('GET', '/api/plaid/connections');
  await page.goto('/accounts');
  await connect(page).click();
  await chooseBank(widget(page), 'First Platypus Bank');
  await logIn(widget(page));
  await shareAccounts(widget(page));
  await expect(toasts(page)).toContainText('Bank Connected!');
  expect(await call('GET', '/api/plaid/connections')).toMatchObject(
    (before as { item_id: string }[]).map(({ item_id }) => ({ item_id })),
  );
  expect(await call('GET', '/api/plaid/connections')).toHaveLength(1);

  const mine = { name: 'Farmers market', amount: 12, date: '2026-06-04', category: 'Groceries' };
  await call('POST', '/api/expenses', mine);
  await page.getByRole('button', { name: 'Disconnect First Platypus Bank' }).click();
  await page.getByRole('radio', { name: /^Erase its purchases/ }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(toasts(page)).toContainText('Account Disconnected');
  expect(await call('GET', '/api/expenses?counted=all')).toMatchObject([{ name: mine.name }]);
});

test('without the widget, the provider’s own page takes its place [BC-10] [PD-42]', async ({
  ana: { page },
  consoleErrors,
}) => {
  consoleErrors.expectNoAnswer();
  await page.goto('/accounts');
  await openProvidersPages(page);
  await chooseBank(page, 'First Platypus Bank');
  await logIn(page);
  await shareAccounts(page);
  await expect(page.getByText('Redirecting you back to your account...')).toBeVisible({ timeout: 20_000 });
});

/** Goes from the accounts page through an OAuth bank's login. */
async function openBankInOwnWindow(page: Page, decision: 'Allow' | 'Do not allow'): Promise<void> {
  await page.goto('/accounts');
  await connect(page).click();
  await chooseBank(widget(page), 'Platypus OAuth Bank');
  await widget(page).getByRole('button', { name: 'Continue to Platypus OAuth Bank' }).click();
  await page.getByLabel('Username').fill('user_good');
  await page.getByLabel('Password').fill('pass_good');
  await page.getByRole('button', { name: decision, exact: true }).click();
}

function credentials() {
  return { client_id: BANK_CREDENTIALS.clientId, secret: BANK_CREDENTIALS.secret };
}
