import type { Expense } from '@oinkly/contract/expenses';
import type { Page } from '@playwright/test';
import { rowOf } from './support/expense-rows.ts';
import { expect, test, type PageUser } from './support/test.ts';
import { openAllFields } from './support/add-expense.ts';

const question = (page: Page) => page.getByRole('dialog', { name: 'Is this the same purchase?' });
const check = (page: Page) => page.getByRole('button', { name: /to check$/ });
const list = async ({ call }: Pick<PageUser, 'call'>) =>
  (await call('GET', '/api/expenses?counted=all')) as Expense[];

/** Links a bank and finds a purchase with no other of its merchant nearby. */
async function aPurchase(user: PageUser): Promise<Expense> {
  await user.linkBank(60);
  const rows = await list(user);
  const lonely = rows.filter(
    ({ name, counted }) => counted && rows.filter((row) => row.name === name).length === 1,
  );
  const [purchase] = lonely.filter(({ amount }) => amount >= 10);
  if (!purchase) throw new Error('The bank has no purchase that stands alone');
  return purchase;
}

const manualLike = ({ name, amount, date }: Expense) => ({ name, amount, date, category: 'Education' });

test('a manual expense that the bank reported is merged at once and can be unmerged', async ({ ana }) => {
  const { page } = ana;
  const purchase = await aPurchase(ana);
  const before = await list(ana);
  await page.goto('/expenses');
  const dialog = await openAllFields(page);
  await dialog.getByLabel('Expense Name').fill(purchase.name.toUpperCase());
  await dialog.getByLabel('Amount').fill(String(purchase.amount));
  await dialog.getByLabel('Date').fill(purchase.date);
  await dialog.getByLabel('Category').selectOption('Education');
  await dialog.getByRole('button', { name: 'Add Expense' }).click();
  const told = `${purchase.name.toUpperCase()}, as your bank reports it`;
  await expect(page.getByText(told, { exact: true })).toBeVisible();
  expect(await list(ana)).toHaveLength(before.length);

  await page.goto(`/expenses?q=${encodeURIComponent(purchase.name)}`);
  await expect(page.getByText('Matched with the expense you added')).toBeVisible();
  await rowOf(page, purchase.name.toUpperCase()).click();
  await page.getByRole('button', { name: 'Undo match' }).click();
  await expect(page.getByText('Split into two purchases', { exact: true })).toBeVisible();
  await expect(page.getByText('Matched with the expense you added')).toHaveCount(0);
  const after = await list(ana);
  expect(after).toHaveLength(before.length + 1);
  expect(after).toContainEqual(purchase);
  await page.goto('/expenses');
  await expect(question(page)).toHaveCount(0);
});

test('a purchase with a tip is asked about; a yes counts it once, and an undo makes two again', async ({
  ana,
}) => {
  const { page } = ana;
  const purchase = await aPurchase(ana);
  const entered = { ...manualLike(purchase), amount: Math.floor(purchase.amount * 90) / 100 };
  await ana.call('POST', '/api/expenses', entered);
  const before = await list(ana);
  await page.goto('/expenses');
  await check(page).click();
  await expect(question(page)).toContainText(`You added${purchase.name}`);
  await expect(question(page)).toContainText(`Your bank reports${purchase.name}`);
  await page.getByRole('button', { name: 'Yes, one purchase' }).click();
  await expect(question(page)).toHaveCount(0);
  await expect(page.getByText('Merged into one purchase', { exact: true })).toBeVisible();
  const merged = (await list(ana)).find(({ id }) => id === purchase.id);
  expect(merged).toEqual({ ...purchase, category: 'Education', countedByHand: true, merged: true });
  expect(await list(ana)).toHaveLength(before.length - 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Split into two purchases', { exact: true })).toBeVisible();
  expect(await list(ana)).toEqual(before);
});

test('a no is kept, by keyboard, and the focus stays near', async ({ ana }) => {
  const { page } = ana;
  const purchase = await aPurchase(ana);
  await ana.call('POST', '/api/expenses', { ...manualLike(purchase), amount: purchase.amount - 1 });
  await page.goto('/expenses');
  await check(page).click();
  await page.getByRole('button', { name: 'No, two purchases' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Kept as two purchases', { exact: true })).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  const isFocusLost = () => page.evaluate(() => document.activeElement === document.body);
  await expect.poll(isFocusLost).toBe(false);
  await page.reload();
  await expect(rowOf(page, purchase.name).first()).toBeVisible();
  await expect(question(page)).toHaveCount(0);
});
