import type { Refund } from '@oinkly/contract/refunds';
import { anExpense } from '@oinkly/contract/samples';
import type { Page } from '@playwright/test';
import { closeByEscape } from './support/close-by-escape.ts';
import { IS_FULL } from './support/constants.ts';
import { expect, test } from './support/test.ts';
import { rowOf } from './support/expense-rows.ts';
import { omitFirstView, recordCalls } from './support/network.ts';
import { toasts } from './support/toasts.ts';
import { openAllFields } from './support/add-expense.ts';

/** For the gate, ten times the rows that the page draws at once. */
const COUNT = IS_FULL ? 20_000 : 2_000;

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add an Expense' });
async function openForm(page: Page, path = '/nope'): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: 'Add expense' }).click();
  await expect(dialog(page)).toBeVisible();
}

test.describe('the Add Expense modal', () => {
  test('opens with the focus inside, closes on Escape and gives the focus back [AE-1] [AE-4] [RT-15]', async ({
    reader: { page },
  }) => {
    await openForm(page, '/expenses');
    await expect.poll(() => dialog(page).evaluate((box) => box.contains(document.activeElement))).toBe(true);
    await closeByEscape(page);
    await expect(page.getByRole('button', { name: 'Add expense' })).toBeFocused();

    // The field that is missing gets it too.
    await page.getByRole('button', { name: 'Add expense' }).click();
    await dialog(page).getByLabel('Quick entry').fill('Gym');
    await dialog(page).getByRole('button', { name: 'Add Expense' }).click();
    await expect(page.getByText('Invalid amount', { exact: true })).toBeVisible();
    await expect(dialog(page).getByLabel('Amount')).toBeFocused();
  });

  test('a line that says everything is an expense with one press of Enter [QE-6]', async ({
    ana: { page },
  }) => {
    await openForm(page, '/expenses');
    await page.keyboard.type('Coffee $4.25 yesterday');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Expense added', { exact: true })).toBeVisible();
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Coffee' });
    await expect(row).toContainText('$4.25');
    await expect(row).toContainText('Thu, Jun 4');
    await expect(row).toContainText('Dining');
  });

  test('a chip opens its field; "More fields" opens all of them, also the next time [AE-1]', async ({
    reader: { page },
  }) => {
    await openForm(page, '/expenses');
    await expect(dialog(page).getByLabel('Amount')).toBeHidden();
    await dialog(page).getByLabel('Quick entry').fill('Gym $50');
    await dialog(page).getByRole('button', { name: 'Amount $50.00' }).click();
    await expect(dialog(page).getByLabel('Amount')).toBeFocused();
    await expect(dialog(page).getByLabel('Category')).toBeHidden();
    await dialog(page).getByRole('button', { name: 'More fields' }).click();
    await expect(dialog(page).getByLabel('Category')).toBeVisible();
    await openForm(page, '/expenses');
    await expect(dialog(page).getByLabel('Category')).toBeVisible();
  });

  test('several pasted lines become several expenses after a preview [PD-32]', async ({
    ana: { page, call },
  }) => {
    await openForm(page, '/expenses');
    await dialog(page)
      .getByLabel('Quick entry')
      .evaluate((field, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', text);
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, 'Coffee $4.25 yesterday\nGym\nBus 2.75');
    const preview = page.getByRole('dialog', { name: 'Add 3 Expenses' });
    await expect(preview.getByText('Coffee, $4.25, Thu, Jun 4')).toBeVisible();
    await expect(preview.getByText('An amount is missing, such as $4.25.')).toBeVisible();
    await preview.getByLabel('Line 2', { exact: true }).fill('Gym 50 on 3rd');
    await preview.getByRole('button', { name: 'Add 3 Expenses' }).click();
    await expect(page.getByText('3 expenses added', { exact: true })).toBeVisible();
    expect(await call('GET', '/api/expenses')).toMatchObject([
      { name: 'Gym', amount: 50, date: '2026-07-03', category: 'Personal Care' },
      { name: 'Bus', amount: 2.75, date: '2026-06-05', category: 'Transportation' },
      { name: 'Coffee', amount: 4.25, date: '2026-06-04', category: 'Dining' },
    ]);
  });

  test('Back closes it, leaves the page where it was, and keeps its values [AE-1]', async ({
    reader: { page },
  }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Expenses' }).click();
    await page.getByRole('button', { name: 'Add expense' }).click();
    await dialog(page).getByLabel('Quick entry').fill('Cake $9');
    await page.goBack();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/expenses$/);
    await openAllFields(page);
    await expect(dialog(page).getByLabel('Quick entry')).toHaveValue('Cake $9');
    await expect(dialog(page).getByLabel('Amount')).toHaveValue('9.00');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog(page)).toHaveCount(0);
    // The dialog left no history entry: one step back is the page before.
    await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull();
    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
  });
});

test.describe('the expenses page', () => {
  test('the paid tick goes through a PUT and stays [AE-6] [API-5]', async ({ ana: { page, call } }) => {
    await call('POST', '/api/expenses', {
      name: 'Storage',
      amount: 9,
      date: '2026-06-02',
      category: 'Housing',
      type: 'recurring',
      dayOfMonth: 2,
    });
    await page.goto('/expenses');
    const tick = page.getByRole('checkbox', { name: 'Storage is paid' });
    await expect(tick).not.toBeChecked();
    const { bodiesOf, requests } = recordCalls(page);
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await tick.click();
    await expect(tick).toBeChecked();
    await saved;
    const path = new URL(requests.find((request) => request.method() === 'PUT')?.url() ?? '').pathname;
    expect(bodiesOf(`PUT ${path}`)).toEqual([{ paid: true }]);
    await page.reload();
    await expect(tick).toBeChecked();
  });

  test('a dismissed refund stays dismissed on every device until Undo [PD-6] [PD-71]', async ({
    ana: { page, call, linkBank },
    browser,
  }) => {
    await linkBank(200);
    const [refund] = ((await call('GET', '/api/refunds')) as { refunds: Refund[] }).refunds;
    if (!refund) throw new Error('The test bank reports no refund');
    await call('PUT', `/api/refunds/${refund.id}/match`, { expenseId: null });
    const check = page.getByRole('button', { name: /to check$/ });
    const question = page.getByRole('dialog', { name: `What was ${refund.name} for?` });
    const dismiss = async () => {
      await check.click();
      await question.getByRole('button', { name: 'None of these' }).click();
      await expect(toasts(page).filter({ hasText: 'Refund dismissed' })).toBeVisible();
      await expect(question).toHaveCount(0);
      const later = page.getByRole('button', { name: 'Ask me later' });
      while (await later.isVisible()) await later.click();
    };
    await page.goto('/expenses');
    await dismiss();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(toasts(page).filter({ hasText: 'Refund restored' })).toBeVisible();
    await dismiss();

    const expectNoQuestion = async (at: Page) => {
      // The bank's history may raise other questions.
      const others = at.getByRole('button', { name: /to check$/ });
      if ((await others.count()) === 0) return;
      await others.click();
      await expect(at.getByRole('dialog')).not.toContainText(refund.name);
      await closeByEscape(at);
    };
    const week = (at: Page) => at.getByRole('region', { name: 'Jun 1 - Jun 7' });
    await page.reload();
    await expect(week(page)).toBeVisible();
    await expectNoQuestion(page);

    const storageState = await page.context().storageState();
    const phone = await browser.newContext({ storageState, serviceWorkers: 'block' });
    const phonePage = await phone.newPage();
    await phonePage.goto(page.url());
    await expect(week(phonePage)).toBeVisible();
    await expectNoQuestion(phonePage);
    await phone.close();
  });

  test('an expense is edited in its sheet, deleted and restored with one tap [PD-30] [PD-7]', async ({
    ana: { page, call },
  }) => {
    await call('POST', '/api/expenses', { name: 'Cake', amount: 9, date: '2026-06-02', category: 'Dining' });
    await page.goto('/expenses');
    await rowOf(page, 'Cake').click();
    await expect(page.getByRole('dialog', { name: 'Cake' })).toBeFocused();
    await page.getByLabel('Expense Name').fill('Cheesecake');
    await page.getByLabel('Amount').fill('12.50');
    await page.getByLabel('Date').fill('2026-05-28');
    await page.getByLabel('Category').selectOption('Groceries');
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByRole('button', { name: 'Save' }).click();
    await saved;
    await expect(page.getByRole('region', { name: 'May 25 - May 31' })).toContainText('Cheesecake');
    await page.reload();
    const row = page.getByRole('main').getByRole('listitem');
    await expect(row).toContainText(/Cheesecake.*\$12\.50.*Thu, May 28 · Groceries/);

    await rowOf(page, 'Cheesecake').click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Expense restored', { exact: true })).toBeVisible();
    await expect(rowOf(page, 'Cheesecake')).toBeVisible();
    expect(await call('GET', '/api/expenses')).toMatchObject([{ name: 'Cheesecake' }]);
  });

  test('search and filters are in the address and survive a reload [PD-30]', async ({
    ana: { page, call },
  }) => {
    for (const [name, category] of [
      ['Corner coffee', 'Dining'],
      ['Coffee beans', 'Groceries'],
      ['Train', 'Transportation'],
    ] as const) {
      await call('POST', '/api/expenses', { name, amount: 9, date: '2026-06-02', category });
    }
    await page.goto('/expenses');
    const rows = page.getByRole('main').getByRole('listitem');
    await expect(rows).toHaveCount(3);
    await page.getByRole('searchbox').fill('coffee');
    await expect(rows).toHaveCount(2);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Category').selectOption('Groceries');
    await expect(rows).toHaveText([/Coffee beans/]);
    await expect(page).toHaveURL(/\/expenses\?q=coffee&category=Groceries$/);
    await page.reload();
    await expect(rows).toHaveText([/Coffee beans/]);
    await expect(page.getByRole('searchbox')).toHaveValue('coffee');
    await expect(page.getByLabel('Category')).toHaveValue('Groceries');
    await page.getByLabel('Category').selectOption('Travel');
    await page.getByRole('link', { name: 'Clear search and filters' }).click();
    await expect(rows).toHaveCount(3);
    await expect(page.getByRole('searchbox')).toHaveValue('');
  });

  test(`${COUNT} expenses scroll to the end with few rows in the page and in each call [PD-30]`, async ({
    reader: { page },
  }) => {
    if (IS_FULL) test.slow();
    const all = Array.from({ length: COUNT }, (_, index) =>
      anExpense({
        id: COUNT - index,
        name: `Purchase ${COUNT - index}`,
        date: new Date(Date.UTC(2026, 5, 5) - Math.floor(index / 25) * 86_400_000).toISOString().slice(0, 10),
      }),
    );
    const limits: (string | null)[] = [];
    await page.route('**/api/expenses?*', async (route) => {
      const query = new URL(route.request().url()).searchParams;
      const start = Number(query.get('cursor') ?? 0);
      const limit = Number(query.get('limit') ?? COUNT);
      limits.push(query.get('limit'));

      const next = start + limit;
      await route.fulfill({
        json: all.slice(start, next),
        headers: next < COUNT ? { 'x-next-cursor': String(next) } : {},
      });
    });
    await omitFirstView(page);
    await page.goto('/expenses');
    await expect(page.getByText(`Purchase ${COUNT}`, { exact: true })).toBeVisible();
    const mostRows = await page.evaluate(async () => {
      let most = 0;
      const isAtEnd = () =>
        [...document.querySelectorAll('main li')].some((row) => row.textContent.startsWith('Purchase 1 '));
      while (!isAtEnd()) {
        window.scrollTo(0, document.documentElement.scrollHeight);
        await new Promise((resolve) => setTimeout(resolve, 10));
        most = Math.max(most, document.querySelectorAll('main li').length);
      }
      return most;
    });
    expect(mostRows).toBeGreaterThan(10);
    expect(mostRows).toBeLessThanOrEqual(200);
    expect(limits).toHaveLength(COUNT / 100);
    expect(new Set(limits)).toEqual(new Set(['100']));
  });

  test('Back closes the sheet of an expense and keeps what was typed [PD-72]', async ({
    ana: { page, call },
  }) => {
    await call('POST', '/api/expenses', { name: 'Cake', amount: 9, date: '2026-06-02', category: 'Dining' });
    for (const path of ['/', '/expenses']) {
      await page.goto(path);
      const sheet = page.getByRole('dialog', { name: 'Cake' });
      await rowOf(page, 'Cake').click();
      await sheet.getByLabel('Expense Name').fill('Cheesecake');
      await page.goBack();
      await expect(sheet).toHaveCount(0);
      expect(new URL(page.url()).pathname).toBe(path);
      await rowOf(page, 'Cake').click();
      await expect(sheet.getByLabel('Expense Name')).toHaveValue('Cheesecake');
      await sheet.getByRole('button', { name: 'Cancel' }).click();
    }
  });

  test('the focus stays where something was corrected, not saved or deleted [RT-15]', async ({
    ana: { page, call },
  }) => {
    for (const name of ['Bread', 'Cake'])
      await call('POST', '/api/expenses', { name, amount: 9, date: '2026-06-02', category: 'Dining' });
    await page.goto('/expenses');
    const row = rowOf(page, 'Cake');
    for (const name of ['Cancel', 'Save']) {
      await row.click();
      await page.getByRole('button', { name }).click();
      await expect(row).toBeFocused();
    }
    await row.click();
    await page.getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(row).toHaveCount(0);
    const list = page.getByRole('region', { name: 'Jun 1 - Jun 7' }).locator('..');
    await expect(list).toBeFocused();
  });
});
