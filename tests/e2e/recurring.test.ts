import type { Expense } from '@oinkly/contract/expenses';
import type { Recurring } from '@oinkly/contract/recurring';
import type { Page } from '@playwright/test';
import { closeByEscape } from './support/close-by-escape.ts';
import { rowOf } from './support/expense-rows.ts';
import { expect, test, type PageUser } from './support/test.ts';
import { openAllFields } from './support/add-expense.ts';

const rent = {
  name: 'Storage',
  amount: 900,
  date: '2026-04-01',
  category: 'Housing',
  type: 'recurring',
  dayOfMonth: 1,
};

const coming = (page: Page) => page.getByRole('dialog', { name: 'Coming up' });
const openComing = (page: Page) => page.getByRole('button', { name: /^Next: / }).click();
const rows = (page: Page) =>
  page.getByRole('main').getByRole('region', { name: / - / }).getByRole('listitem');
const list = async ({ call }: Pick<PageUser, 'call'>) =>
  ((await call('GET', '/api/expenses?counted=all')) as Expense[]).map(({ name, date }) => `${name} ${date}`);
const recurring = async ({ call }: Pick<PageUser, 'call'>) =>
  (await call('GET', '/api/recurring')) as Recurring;

/** Opens the expenses with a rent since April. */
async function openRents(user: PageUser): Promise<void> {
  await user.call('POST', '/api/expenses', rent);
  await user.page.goto('/expenses');
  await expect(rows(user.page)).toHaveCount(3);
}

test('a recurring expense fills every month since, and the next is upcoming [PD-31] [AE-2]', async ({
  ana,
}) => {
  const { page } = ana;
  await page.goto('/expenses');
  const dialog = await openAllFields(page);
  await dialog.getByLabel('Expense Name').fill('Storage');
  await dialog.getByLabel('Amount').fill('900');
  await dialog.getByLabel('Date').fill('2026-04-10');
  await dialog.getByLabel('Category').selectOption('Housing');
  await dialog.getByLabel('Type').selectOption('recurring');
  await dialog.getByLabel('Day of Month').fill('31');
  await expect(dialog.getByText('In shorter months, the last day')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add Expense' }).click();
  await expect(page.getByText('Expense added', { exact: true })).toBeVisible();
  await expect(rows(page)).toHaveText([/Storage.*Sun, May 31/, /Storage.*Thu, Apr 30/]);
  await expect(rows(page).first().getByRole('img', { name: 'Recurring' })).toBeVisible();
  await openComing(page);
  await expect(coming(page)).toContainText(/Storage Tue, Jun 30\s*\$900\.00/);
  expect(await list(ana)).toEqual(['Storage 2026-05-31', 'Storage 2026-04-30']);
});

test('one occurrence is changed by itself, or with all later ones [PD-31] [API-5]', async ({ ana }) => {
  const { page } = ana;
  await openRents(ana);
  await rowOf(page, 'Storage').nth(1).click();
  await expect(page.getByRole('radio', { name: 'This one' })).toBeChecked();
  await page.getByLabel('Amount').fill('850');
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save' }).click();
  expect(new URL((await saved).url()).search).toBe('');
  await page.reload();
  await expect(rows(page)).toHaveText([/\$900\.00/, /\$850\.00/, /\$900\.00/]);
  await openComing(page);
  await expect(coming(page)).toContainText('$900.00');
  await closeByEscape(page);

  await rowOf(page, 'Storage').nth(1).click();
  await page.getByLabel('Amount').fill('950');
  await page.getByLabel('Date').fill('2026-05-03');
  await page.getByText('This and all future ones', { exact: true }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(rows(page)).toHaveText([/\$950\.00.*Jun 3/, /\$950\.00.*May 3/, /\$900\.00.*Apr 1/]);
  await openComing(page);
  await expect(coming(page)).toContainText(/Storage Fri, Jul 3\s*\$950\.00/);
});

test('an occurrence is deleted by itself, or with all later ones until Undo [PD-31] [PD-30]', async ({
  ana,
}) => {
  const { page } = ana;
  await openRents(ana);
  await rowOf(page, 'Storage').first().click();
  await page.getByRole('button', { name: 'Delete this and all future ones' }).click();
  await expect(rows(page)).toHaveText([/May 1/, /Apr 1/]);
  await expect(page.getByRole('button', { name: /^Next: / })).toHaveCount(0);
  expect(await list(ana)).toEqual(['Storage 2026-05-01', 'Storage 2026-04-01']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveText([/Jun 1/, /May 1/, /Apr 1/]);
  await openComing(page);
  await expect(coming(page)).toContainText('Storage Wed, Jul 1');
  await closeByEscape(page);

  // Last, because the server's clock stands still: an undo brings back what was deleted at its instant.
  await rowOf(page, 'Storage').nth(1).click();
  await page.getByRole('button', { name: 'Delete this one' }).click();
  await expect(page.getByText('Expense deleted', { exact: true })).toBeVisible();
  await page.reload();
  await expect(rows(page)).toHaveText([/Jun 1/, /Apr 1/]);
  await openComing(page);
  await expect(coming(page)).toContainText('Storage Wed, Jul 1');
});

test('an upcoming occurrence is edited and ended in place by keyboard, with an undo [PD-31]', async ({
  ana,
}) => {
  const { page } = ana;
  await openRents(ana);
  await openComing(page);
  await coming(page).getByRole('button', { name: 'Storage' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Expense Name')).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Flat');
  await page.getByLabel('Day of Month').fill('15');
  await page.keyboard.press('Enter');
  await expect(coming(page)).toContainText('Flat Wed, Jul 15');
  const [series] = (await recurring(ana)).series;
  expect(series).toMatchObject({ name: 'Flat', dayOfMonth: 15, next: { date: '2026-07-15' } });
  expect(await list(ana)).toEqual(['Storage 2026-06-01', 'Storage 2026-05-01', 'Storage 2026-04-01']);

  await coming(page).getByRole('button', { name: 'Flat' }).click();
  await page.getByRole('button', { name: 'Stop repeating' }).click();
  await expect(coming(page)).toContainText('Nothing is coming up.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(coming(page)).toContainText('Wed, Jul 15');
  await expect.poll(async () => (await recurring(ana)).series).toHaveLength(1);
});

/** Answers one of the things to check and leaves the others. */
async function answerMonthly(page: Page, name: string, answer: string): Promise<void> {
  await page.getByRole('button', { name: /to check$/ }).click();
  const question = page.getByRole('dialog', { name: `Is ${name} monthly?` });
  const later = page.getByRole('button', { name: 'Ask me later' });
  await expect(later).toBeVisible();
  while (!(await question.isVisible())) await later.click();
  await question.getByRole('button', { name: answer }).click();
  await closeByEscape(page);
}

test('likely monthly payments are offered: yes adds them, no is remembered [PD-31]', async ({ ana }) => {
  const { page } = ana;
  await ana.linkBank(200);
  const found = (await recurring(ana)).merchants;
  expect(found.length).toBeGreaterThan(1);
  const [first = '', second = ''] = found.map(({ name }) => name);
  const before = await list(ana);
  await page.goto('/expenses');
  await answerMonthly(page, first, 'Yes, monthly');
  await answerMonthly(page, second, 'Not monthly');
  await expect(page.getByText('Suggestion dismissed', { exact: true })).toBeVisible();
  await expect
    .poll(async () => (await recurring(ana)).merchants.map(({ name, confirmed }) => [name, confirmed]))
    .toEqual(found.filter(({ name }) => name !== second).map(({ name }) => [name, name === first]));
  await page.reload();
  await openComing(page);
  await expect(coming(page)).toContainText(first);
  await closeByEscape(page);
  expect(await list(ana)).toEqual(before);
});
