import type { Expense } from '@oinkly/contract/expenses';
import { expect, test, type PageUser } from './support/test.ts';
import { toasts } from './support/toasts.ts';

/** Opens the accounts page with a month of First Platypus Bank. */
async function openWithBank({ page, linkBank }: PageUser): Promise<void> {
  await linkBank(30);
  await page.goto('/accounts');
  await expect(page.getByText('First Platypus Bank')).toBeVisible();
}

test('a bank is synced by hand, without anything being imported twice [CA-3] [API-12]', async ({ ana }) => {
  await openWithBank(ana);
  const before = await ana.call('GET', '/api/expenses?counted=all');
  await ana.page.getByRole('button', { name: 'Sync First Platypus Bank' }).click();
  await expect(toasts(ana.page)).toContainText('Sync Complete');
  await expect(toasts(ana.page)).toContainText('Successfully synced transactions for account');
  expect(await ana.call('GET', '/api/expenses?counted=all')).toEqual(before);
});

test("'Import Current Year' finishes, and deleted expenses stay deleted [CA-5] [API-14] [PD-9]", async ({
  ana,
}) => {
  await openWithBank(ana);
  const [deleted, ...others] = (await ana.call('GET', '/api/expenses?counted=all')) as Expense[];
  await ana.call('DELETE', `/api/expenses/${deleted?.id ?? 0}`);
  await ana.page.getByText('Purchases missing on your map?').click();
  await ana.page.getByRole('button', { name: 'Import Current Year' }).click();
  await expect(toasts(ana.page)).toContainText('Transaction Sync Complete');
  await expect(ana.page.getByRole('button', { name: 'Import Current Year' })).toBeEnabled();
  expect(others.length).toBeGreaterThan(10);
  expect(await ana.call('GET', '/api/expenses?counted=all')).toEqual(others);
});

test('a disconnected bank leaves the list, and its expenses stay [CA-4] [API-13]', async ({ ana }) => {
  await openWithBank(ana);
  const before = await ana.call('GET', '/api/expenses?counted=all');
  await ana.page.getByRole('button', { name: 'Disconnect First Platypus Bank' }).click();
  await ana.page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(toasts(ana.page)).toContainText('Account Disconnected');
  await expect(ana.page.getByText(/^No bank connected yet/)).toBeVisible();
  await expect(ana.page.getByRole('heading', { name: 'Connected Accounts' })).toBeFocused();
  expect(await ana.call('GET', '/api/plaid/connections')).toEqual([]);
  expect(await ana.call('GET', '/api/expenses?counted=all')).toEqual(before);
});
