import type { BankAccount, Connection } from '@oinkly/contract/banking';
import type { Expense } from '@oinkly/contract/expenses';
import type { Page } from '@playwright/test';
import { expect, test, type PageUser } from './support/test.ts';
import { toasts } from './support/toasts.ts';

/** Creates a setup token for a test bank, as the provider's page does. */
async function createToken(page: Page): Promise<string> {
  const link = page.getByRole('link', { name: /^Get a token for test banks/ });
  const answer = await page.request.post((await link.getAttribute('href')) ?? '', {
    form: { bank: 'platypus' },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  const [, token = ''] = /<code>([^<]+)<\/code>/.exec(await answer.text()) ?? [];
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

const expensesOf = async ({ call }: PageUser) =>
  (await call('GET', '/api/expenses?counted=all')) as Expense[];
const connectionsOf = async ({ call }: PageUser) =>
  (await call('GET', '/api/simplefin/connections')) as Connection[];

test('a pasted token connects its banks; disconnecting says to disable it at SimpleFIN too', async ({
  ana,
}) => {
  await connect(ana);
  const { page } = ana;
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(async () => (await expensesOf(ana)).length, { timeout: 30_000 }).toBeGreaterThan(50);
  const { accounts } = (await ana.call('GET', '/api/simplefin/accounts')) as { accounts: BankAccount[] };
  for (const { name } of accounts) await expect(page.getByText(name, { exact: true }).first()).toBeVisible();
  // The usual way is unaffected.
  expect(await ana.call('GET', '/api/plaid/connections')).toEqual([]);

  await page.getByRole('button', { name: /^Disconnect / }).click();
  await expect(page.getByRole('dialog')).toContainText('Also disable the token at SimpleFIN');
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(toasts(page)).toContainText('Account Disconnected');
  expect(await connectionsOf(ana)).toEqual([]);
});

test('a token that someone else claimed is refused, with the advice to disable it', async ({
  ana,
  consoleErrors,
}) => {
  const page = await openDialog(ana);
  const token = await createToken(page);
  const claimed = await page.request.post(Buffer.from(token, 'base64').toString());
  expect(claimed.status()).toBe(200);
  consoleErrors.expectStatus(400);
  await page.getByLabel('Setup token').fill(token);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByLabel('Setup token')).toHaveAccessibleDescription(/disable it there/);
  await expect(page.getByLabel('Setup token')).toHaveValue(token);
  expect(await connectionsOf(ana)).toEqual([]);
});

test('the page of test tokens is for users only, and copies its token with one tap', async ({
  ana: { page },
  playwright,
  origin,
  policyViolations,
}) => {
  const stranger = await playwright.request.newContext();
  const answer = await stranger.get(`${origin}/simplefin-emulator/create`, { maxRedirects: 0 });
  expect([answer.status(), answer.headers()['location']]).toEqual([
    302,
    '/api/login?returnTo=%2Fsimplefin-emulator%2Fcreate',
  ]);
  await stranger.dispose();
  // It allows its own style and script by their hashes.
  policyViolations.areExpected = true;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/simplefin-emulator/create');
  await page.getByRole('button', { name: 'Create setup token' }).click();
  const token = await page.locator('code').textContent();
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
});
