import type { Expense } from '@oinkly/contract/expenses';
import type { RouteResponse } from '@oinkly/contract/endpoints';
import { BANK_CREDENTIALS } from './support/constants.ts';
import { payRent } from './support/pay-rent.ts';
import { rowOf } from './support/expense-rows.ts';
import { painted, recordShifts } from './support/layout-shifts.ts';
import { watchRequests } from './support/network.ts';
import { expect, test } from './support/test.ts';
import { toasts } from './support/toasts.ts';

test('an edit becomes a rule that the next purchase follows, until it is removed [PD-73]', async ({
  ana,
  origin,
}) => {
  const { page } = ana;
  await ana.linkBank(30);
  const [bank] = (await ana.call('GET', '/api/plaid/connections')) as RouteResponse<'listConnections'>;
  const pay = async (amount: number) => {
    const change = await page.request.post(`${origin}/plaid-emulator/control/transactions/change`, {
      data: {
        client_id: BANK_CREDENTIALS.clientId,
        secret: BANK_CREDENTIALS.secret,
        item_id: bank?.item_id,
        changes: [{ op: 'add', amount, name: 'LIDL 0042', merchant_name: 'Lidl', date: '2026-06-04' }],
      },
    });
    expect(change.ok(), await change.text()).toBe(true);
    await ana.call('POST', '/api/auto-import-transactions');
  };
  const expenseOf = async (amount: number) => {
    const rows = (await ana.call('GET', '/api/expenses?counted=all')) as Expense[];
    return rows.find((row) => row.amount === amount);
  };
  await pay(1234.01);

  await page.goto('/expenses?q=lidl');
  await rowOf(page, 'Lidl').click();
  await page.getByLabel('Expense Name').fill('Weekly shop');
  await page.getByLabel('Category').selectOption('Education');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toasts(page)).toContainText('Always do this for Lidl?');
  await expect(toasts(page)).toContainText('Name it “Weekly shop” and file it under Education.');
  await toasts(page).getByRole('button', { name: 'Always' }).click();
  await expect(toasts(page)).toContainText('Rule saved');

  await pay(1234.02);
  expect(await expenseOf(1234.02)).toMatchObject({ name: 'Weekly shop', category: 'Education' });

  await toasts(page).getByRole('button', { name: 'See rules' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rules');
  await page.getByRole('button', { name: /^Change the rule for Lidl/ }).click();
  await page.getByRole('dialog', { name: 'Rule for Lidl' }).getByLabel('Category').selectOption('Travel');
  await page.getByRole('button', { name: 'Save' }).click();
  await toasts(page).getByRole('button', { name: 'And the earlier one' }).click();
  await expect(toasts(page)).toContainText('1 expense at Lidl');
  expect(await expenseOf(1234.02)).toMatchObject({ name: 'Weekly shop', category: 'Travel' });
  expect(await expenseOf(1234.01)).toMatchObject({ name: 'Weekly shop', category: 'Education' });
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toasts(page)).toContainText('Changed back');
  expect(await expenseOf(1234.02)).toMatchObject({ name: 'Weekly shop', category: 'Education' });

  await page.getByRole('button', { name: 'Remove the rule for Lidl' }).click();
  await expect(page.getByText(/^No rules yet\./)).toBeVisible();
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Name it “Weekly shop” and file it under Travel.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the rule for Lidl' }).click();
  await expect(page.getByText(/^No rules yet\./)).toBeVisible();

  await pay(1234.03);
  expect(await expenseOf(1234.03)).toMatchObject({ name: 'Lidl' });
  expect(await expenseOf(1234.02)).toMatchObject({ name: 'Weekly shop', category: 'Education' });

  await page.getByRole('button', { name: 'New rule' }).click();
  await page.getByRole('textbox', { name: 'Merchant' }).fill('lid');
  await page.getByRole('button', { name: 'Lidl 3 purchases' }).click();
  await expect(page.getByLabel('Category')).toBeFocused();
  await page.getByLabel('In your weeks').selectOption('Don’t count it');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Don’t count it.')).toBeVisible();
  await pay(1234.04);
  expect(await expenseOf(1234.04)).toMatchObject({ name: 'Lidl', counted: false });
});

test('Home asks by itself about a payment that looks like a bill, and nothing moves [PD-90] [PD-95]', async ({
  ana,
  origin,
}) => {
  const { page } = ana;
  await payRent(ana, origin);

  const shifts = await recordShifts(page);
  const { requests, answered } = watchRequests(page);
  await page.goto('/');
  const card = page.getByRole('region', { name: 'Leave Hawthorne Residential out of your weeks?' });
  await expect(card).toContainText('$1,420.00 a month looks like a bill.');
  await answered();
  await expect(page.getByText('Checking for new transactions...')).toHaveCount(0);
  await painted(page);
  expect(await shifts()).toEqual([]);
  const paths = requests.map((request) => new URL(request.url()).pathname);
  // Four answers are loaded again after the import.
  expect(paths.filter((path) => path.startsWith('/api/')).toSorted()).toEqual([
    '/api/auth/user',
    '/api/auto-import-transactions',
    '/api/expenses',
    '/api/leaderboard',
    '/api/weeks',
  ]);
  expect(paths.length - 4, paths.join('\n')).toBeLessThanOrEqual(12);

  await card.getByRole('button', { name: 'Leave out' }).click();
  await expect(toasts(page)).toContainText('Rule saved');
  await expect(card).toBeHidden();
});
