import type { Expense } from '@oinkly/contract/expenses';
import { expect, test } from './support/test.ts';
import { toasts } from './support/toasts.ts';

test('a bank is synced by hand, imported again and disconnected: no row is added or lost [CA-3] [CA-4] [CA-5]', async ({
  ana: { page, call, linkBank },
}) => {
  const expenses = async () => (await call('GET', '/api/expenses?counted=all')) as Expense[];
  await linkBank(30);
  const [deleted, ...others] = await expenses();
  await page.goto('/accounts');
  await page.getByRole('button', { name: 'Sync First Platypus Bank' }).click();
  await expect(toasts(page)).toContainText('Sync Complete');
  await expect(toasts(page)).toContainText('Successfully synced transactions for account');
  expect(await expenses()).toEqual([deleted, ...others]);

  await call('DELETE', `/api/expenses/${deleted?.id ?? 0}`);
  await page.getByText('Purchases missing on your map?').click();
  await page.getByRole('button', { name: 'Import Current Year' }).click();
  await expect(toasts(page)).toContainText('Transaction Sync Complete');
  await expect(page.getByRole('button', { name: 'Import Current Year' })).toBeEnabled();
  expect(others.length).toBeGreaterThan(10);
  expect(await expenses()).toEqual(others);

  await page.getByRole('button', { name: 'Disconnect First Platypus Bank' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(toasts(page)).toContainText('Account Disconnected');
  await expect(page.getByText(/^No bank connected yet/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Connected Accounts' })).toBeFocused();
  expect(await call('GET', '/api/plaid/connections')).toEqual([]);
  expect(await expenses()).toEqual(others);
});
