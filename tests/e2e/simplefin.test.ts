import type { BankAccount, Connection, Expense } from '@oinkly/contract/endpoints';
import type { Page } from '@playwright/test';
import { expect, test, type PageUser } from './support/test.ts';
import { toasts } from './support/toasts.ts';

/** Creates a setup token for the first test bank on the provider's own page, in a new tab. */
async function createToken(page: Page): Promise<string> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Get a token for test banks' }).click();
  const tab = await opened;
  await tab.getByRole('button', { name: 'Create a setup token' }).click();
  const token = await tab.getByRole('textbox', { name: 'Setup token' }).inputValue();
  await tab.close();
  return token;
}

async function openDialog({ page }: PageUser): Promise<Page> {
  await page.goto('/accounts');
  await page.getByRole('button', { name: 'Other ways to connect' }).click();
  await expect(page.getByRole('dialog', { name: 'Connect with SimpleFIN' })).toBeVisible();
  return page;
}

async function connect(user: PageUser): Promise<string> {
  const page = await openDialog(user);
  const token = await createToken(page);
  await page.getByLabel('Setup token').fill(token);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(toasts(page)).toContainText('Bank Connected!', { timeout: 20_000 });
  return token;
}

const expensesOf = async ({ call }: PageUser) => (await call('GET', '/api/expenses?counted=all')) as Expense[];
const connectionsOf = async ({ call }: PageUser) =>
  (await call('GET', '/api/simplefin/connections')) as Connection[];

test('a pasted token connects its banks, and their purchases arrive', async ({ ana }) => {
  await connect(ana);
  const { page } = ana;
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(async () => (await expensesOf(ana)).length, { timeout: 30_000 }).toBeGreaterThan(50);
  const { accounts } = (await ana.call('GET', '/api/simplefin/accounts')) as { accounts: BankAccount[] };
  for (const { name } of accounts) await expect(page.getByText(name, { exact: true }).first()).toBeVisible();
  // The usual way is unaffected.
  expect(await ana.call('GET', '/api/plaid/connections')).toEqual([]);
});

test('a used token is refused with the reason to disable it', async ({ ana, consoleErrors }) => {
  const token = await connect(ana);
  const page = await openDialog(ana);
  consoleErrors.expectStatus(400);
  // The same user again is told that it is connected; another user is refused.
  await page.getByLabel('Setup token').fill(token);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(toasts(page)).toContainText('Bank Connected!');
  expect(await connectionsOf(ana)).toHaveLength(1);
});

test('a text that is no token is refused before it leaves the browser', async ({ ana }) => {
  const page = await openDialog(ana);
  await page.getByLabel('Setup token').fill('hello');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByLabel('Setup token')).toHaveAccessibleDescription(/This isn’t a setup token/);
});

test('disconnecting says that the token must be disabled at SimpleFIN too', async ({ ana }) => {
  await connect(ana);
  const { page } = ana;
  await page.getByRole('button', { name: /^Disconnect / }).click();
  await expect(page.getByRole('dialog')).toContainText('Also disable the token at SimpleFIN');
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(toasts(page)).toContainText('Account Disconnected');
  expect(await connectionsOf(ana)).toEqual([]);
});
