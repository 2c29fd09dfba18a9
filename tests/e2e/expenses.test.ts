import type { Expense, Refund } from '@oinkly/contract/endpoints';
import { anExpense } from '@oinkly/contract/samples';
import type { Page } from '@playwright/test';
import { IS_FULL } from './support/constants.ts';
import { expect, test } from './support/test.ts';
import { answer, hold, recordCalls } from './support/network.ts';
import { toasts } from './support/toasts.ts';

const CATEGORIES = [
  'Groceries',
  'Dining',
  'Transportation',
  'Entertainment',
  'Housing',
  'Utilities',
  'Healthcare',
  'Education',
  'Shopping',
  'Personal Care',
  'Travel',
  'Other',
];

/** A long history for `test:long`; for the gate, ten times the rows that the page draws at once. */
const COUNT = IS_FULL ? 20_000 : 2_000;

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add an Expense' });
const submit = (page: Page) => dialog(page).getByRole('button', { name: 'Add Expense' }).click();

async function openForm(page: Page, path = '/nope'): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: 'Add expense' }).click();
  await expect(dialog(page)).toBeVisible();
}

async function fillForm(page: Page): Promise<void> {
  await dialog(page).getByLabel('Expense Name').fill('Cake');
  await dialog(page).getByLabel('Amount').fill('$1,234.50');
  await dialog(page).getByLabel('Category').selectOption('Dining');
}

test.describe('the Add Expense modal', () => {
  for (const path of ['/', '/expenses', '/my-account', '/accounts', '/nope']) {
    test(`opens on ${path} with the focus inside, closes on Escape and gives the focus back [AE-1] [RT-15]`, async ({
      reader: { page },
    }) => {
      await openForm(page, path);
      await expect
        .poll(() => dialog(page).evaluate((box) => box.contains(document.activeElement)))
        .toBe(true);
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Add expense' })).toBeFocused();
    });
  }

  test('begins with today and One-time; the amount has its dollar sign, step and minimum [AE-1]', async ({
    reader: { page },
  }) => {
    await openForm(page);
    await expect(dialog(page).getByLabel('Expense Name')).toHaveValue('');
    await expect(dialog(page).getByLabel('Date')).toHaveValue('2026-06-05');
    await expect(dialog(page).getByLabel('Type')).toHaveValue('one-time');
    await expect(dialog(page).getByLabel('Type').locator('option')).toHaveText(['One-time', 'Recurring']);
    const amount = dialog(page).getByLabel('Amount');
    await expect(amount).toHaveAttribute('step', '0.01');
    await expect(amount).toHaveAttribute('min', '0');
    await expect(amount).toHaveAttribute('inputmode', 'decimal');
    await expect(dialog(page).getByText('$', { exact: true })).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeVisible();
  });

  test('opens by the keyboard from anywhere, with the line for a quick entry ready [AE-1]', async ({
    reader: { page },
  }) => {
    await page.goto('/my-account');
    await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible();
    await page.keyboard.press('Alt+KeyA');
    await expect(dialog(page).getByLabel('Quick entry')).toBeFocused();
  });

  test('fills in the fields from each quick entry [QE-6]', async ({ reader: { page } }) => {
    await openForm(page);
    for (const [line, name, amount, date] of [
      ['Gym $50 on 15th', 'Gym', '50.00', '2026-06-15'],
      ['Coffee $4.25 today', 'Coffee', '4.25', '2026-06-05'],
      ['Rent 900 on 1st', 'Rent', '900.00', '2026-07-01'],
    ] as const) {
      await dialog(page).getByLabel('Quick entry').fill(line);
      await expect(dialog(page).getByLabel('Expense Name')).toHaveValue(name);
      await expect(dialog(page).getByLabel('Amount')).toHaveValue(amount);
      await expect(dialog(page).getByLabel('Date')).toHaveValue(date);
    }
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

  test('knows the twelve categories, and none is chosen [AE-3]', async ({ reader: { page } }) => {
    await openForm(page);
    const category = dialog(page).getByLabel('Category');
    await expect(category).toHaveValue('');
    expect((await category.locator('option').allTextContents()).slice(1)).toEqual(CATEGORIES);
  });

  test('asks for the day of the month only of a recurring one, 1 to 31, by default the day of the date [AE-2] [AE-6] [API-4]', async ({
    ana: { page },
  }) => {
    await openForm(page);
    const day = dialog(page).getByLabel('Day of Month');
    await expect(day).toHaveCount(0);
    await dialog(page).getByLabel('Type').selectOption('recurring');
    await expect(day).toHaveAttribute('min', '1');
    await expect(day).toHaveAttribute('max', '31');
    await fillForm(page);
    await dialog(page).getByLabel('Date').fill('2026-06-17');
    const { bodiesOf } = recordCalls(page);
    await submit(page);
    await expect(dialog(page)).toHaveCount(0);
    expect(bodiesOf('POST /api/expenses')).toEqual([
      {
        name: 'Cake',
        amount: 1234.5,
        date: '2026-06-17',
        category: 'Dining',
        type: 'recurring',
        dayOfMonth: 17,
        paid: false,
        requestId: expect.any(String),
        userId: 1,
      },
    ]);
  });

  test('checks name, amount, date and category in this order, each with its toast, the field and the focus [AE-4]', async ({
    ana: { page },
  }) => {
    await openForm(page);
    const { calls } = recordCalls(page);
    await dialog(page).getByLabel('Date').fill('');
    const refused = async (label: string, title: string, words: string) => {
      await submit(page);
      await expect(page.getByText(title, { exact: true })).toBeVisible();
      await expect(page.getByText(words, { exact: true }).last()).toBeVisible();
      const field = dialog(page).getByLabel(label);
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAccessibleDescription(words);
      await expect(field).toBeFocused();
    };
    await dialog(page).getByLabel('Expense Name').fill('   ');
    await refused('Expense Name', 'Missing information', 'Please enter an expense name.');
    await dialog(page).getByLabel('Expense Name').fill('Cake');
    for (const amount of ['', '0', '-4', 'a lot']) {
      await dialog(page).getByLabel('Amount').fill(amount);
      await refused('Amount', 'Invalid amount', 'Please enter a valid positive amount.');
    }
    await dialog(page).getByLabel('Amount').fill('4.25');
    await refused('Date', 'Missing information', 'Please select a date.');
    await dialog(page).getByLabel('Date').fill('2026-06-04');
    await refused('Category', 'Missing information', 'Please select a category.');
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
    await dialog(page).getByLabel('Category').selectOption('Other');
    await submit(page);
    await expect(page.getByText('Expense added', { exact: true })).toBeVisible();
  });

  test('explains an invalid value at its field, and sends nothing [AE-4]', async ({ reader: { page } }) => {
    await openForm(page);
    const { calls } = recordCalls(page);
    for (const [label, text, words] of [
      ['Expense Name', 'x'.repeat(10_000), /at most 200 characters/],
      ['Amount', '10000000.01', 'Please enter a valid positive amount.'],
      ['Amount', '12.3.4', 'Please enter a valid positive amount.'],
      ['Date', '', 'Please select a date.'],
    ] as const) {
      await fillForm(page);
      await dialog(page).getByLabel(label, { exact: true }).fill(text);
      await submit(page);
      const field = dialog(page).getByLabel(label, { exact: true });
      await expect(field).toBeFocused();
      await expect(field).toHaveAccessibleDescription(words);
      await expect(field).toHaveValue(text);
    }
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  test("says 'Saving...' while it saves and 'Expense added' after [AE-5] [AE-6]", async ({
    ana: { page, call },
  }) => {
    await openForm(page);
    await fillForm(page);
    const save = await hold(page, 'POST', '/api/expenses');
    await submit(page);
    await expect(dialog(page).getByRole('button', { name: 'Saving...' })).toBeDisabled();
    save.release();
    await expect(page.getByText('Expense added', { exact: true })).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
    expect(await call('GET', '/api/expenses')).toMatchObject([
      { name: 'Cake', amount: 1234.5, date: '2026-06-05', type: 'one-time', dayOfMonth: null, paid: false },
    ]);
  });

  test('a failure says so and keeps what was typed [AE-5] [ER-3]', async ({
    ana: { page },
    consoleErrors,
  }) => {
    consoleErrors.expectStatus(500);
    await answer(page, 'POST', '/api/expenses', { status: 500, text: 'oops' });
    await openForm(page);
    await fillForm(page);
    await submit(page);
    await expect(page.getByText('Error', { exact: true })).toBeVisible();
    await expect(page.getByText('Failed to add expense. Please try again.', { exact: true })).toBeVisible();
    await expect(dialog(page).getByLabel('Expense Name')).toHaveValue('Cake');
    await expect(dialog(page).getByLabel('Amount')).toHaveValue('$1,234.50');
    await page.unrouteAll();
    await submit(page);
    await expect(page.getByText('Expense added', { exact: true })).toBeVisible();
  });

  test('Back closes it, leaves the page where it was, and keeps what was typed [AE-1]', async ({
    reader: { page },
  }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Expenses' }).click();
    await page.getByRole('button', { name: 'Add expense' }).click();
    await dialog(page).getByLabel('Quick entry').fill('Cake $9');
    await page.goBack();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/expenses$/);
    await page.getByRole('button', { name: 'Add expense' }).click();
    await expect(dialog(page).getByLabel('Quick entry')).toHaveValue('Cake $9');
    await expect(dialog(page).getByLabel('Amount')).toHaveValue('9.00');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog(page)).toHaveCount(0);
    // The dialog left no entry behind: one step back is the page before.
    await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull();
    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
  });

  test("'Cancel' adds nothing", async ({ reader: { page } }) => {
    await openForm(page);
    await fillForm(page);
    const { calls } = recordCalls(page);
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog(page)).toHaveCount(0);
    expect(calls).toEqual([]);
  });
});

test.describe('the expenses page', () => {
  test('groups by week with totals of what counts, unreadable dates apart [RT-5] [DB-15]', async ({
    reader: { page },
  }) => {
    await answer(page, 'GET', '/api/expenses', {
      json: [
        anExpense({ id: 1, name: 'Coffee', amount: 4.25, date: '2026-06-04' }),
        anExpense({ id: 2, name: 'Lunch', amount: -10, date: '2026-06-01' }),
        anExpense({ id: 3, name: 'Shoes', amount: 80, date: '2026-05-31', refunded: 30 }),
        anExpense({ id: 4, name: 'Mystery', date: 'someday' }),
      ] satisfies Expense[],
    });
    await page.goto('/expenses');
    const week = (name: string) => page.getByRole('region', { name });
    await expect(week('Jun 1 - Jun 7')).toContainText('$14.25');
    await expect(week('May 25 - May 31')).toContainText('$50.00');
    await expect(week('May 25 - May 31')).toContainText(/refunded/i);
    await expect(week('Invalid date')).toContainText('Mystery');
    await expect(week('Invalid date').getByText('Total')).toHaveCount(0);
  });

  test('the paid tick goes through a PUT and stays [AE-6] [API-5]', async ({ ana: { page, call } }) => {
    await call('POST', '/api/expenses', {
      name: 'Storage',
      amount: 9,
      date: '2026-06-02',
      category: 'Housing',
      type: 'one-time',
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

  test('a dismissed refund stays away after a reload and on another device, until Undo [PD-6] [PD-71]', async ({
    ana: { page, call, linkBank },
    browser,
  }) => {
    await linkBank(200);
    const [refund] = ((await call('GET', '/api/refunds')) as { refunds: Refund[] }).refunds;
    if (!refund) throw new Error('The test bank reports no refund');
    await call('PUT', `/api/refunds/${refund.id}/match`, { expenseId: null });
    const match = page.getByRole('button', { name: `Match ${refund.name}` });
    const dismiss = async () => {
      await match.click();
      await page.getByRole('dialog').getByRole('button', { name: 'None of these' }).click();
      await expect(toasts(page).filter({ hasText: 'Refund dismissed' })).toBeVisible();
      await expect(match).toHaveCount(0);
    };
    await page.goto('/expenses');
    await dismiss();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(match).toBeVisible();
    await dismiss();

    const week = (at: Page) => at.getByRole('region', { name: 'Jun 1 - Jun 7' });
    await page.reload();
    await expect(week(page)).toBeVisible();
    await expect(match).toHaveCount(0);

    const storageState = await page.context().storageState();
    const phone = await browser.newContext({ storageState, serviceWorkers: 'block' });
    const phonePage = await phone.newPage();
    await phonePage.goto(page.url());
    await expect(week(phonePage)).toBeVisible();
    await expect(phonePage.getByRole('button', { name: `Match ${refund.name}` })).toHaveCount(0);
    await phone.close();
  });

  test('a deleted expense is gone for good [API-5]', async ({ ana: { page, call } }) => {
    await call('POST', '/api/expenses', {
      name: 'Cake',
      amount: 9,
      date: '2026-06-02',
      category: 'Dining',
      type: 'one-time',
    });
    await page.goto('/expenses');
    await page.getByRole('button', { name: 'More about Cake' }).click();
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('button', { name: 'More about Cake' })).toHaveCount(0);
    await deleted;
    expect(await call('GET', '/api/expenses?counted=all')).toEqual([]);
  });

  test('a deletion is taken back with one tap [PD-30]', async ({ ana: { page, call } }) => {
    await call('POST', '/api/expenses', { name: 'Cake', amount: 9, date: '2026-06-02', category: 'Dining' });
    await page.goto('/expenses');
    await page.getByRole('button', { name: 'More about Cake' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Expense restored', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'More about Cake' })).toBeVisible();
    expect(await call('GET', '/api/expenses')).toMatchObject([{ name: 'Cake' }]);
  });

  test('an expense is corrected where it stands [PD-30] [PD-7]', async ({ ana: { page, call } }) => {
    await call('POST', '/api/expenses', { name: 'Cake', amount: 9, date: '2026-06-02', category: 'Dining' });
    await page.goto('/expenses');
    await page.getByRole('button', { name: 'More about Cake' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByLabel('Expense Name')).toBeFocused();
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
  });

  test('search and filters stand in the address and survive a reload [PD-30]', async ({
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
    await expect(rows).toHaveText(/Coffee beans/);
    await expect(page).toHaveURL(/\/expenses\?q=coffee&category=Groceries$/);
    await page.reload();
    await expect(rows).toHaveText(/Coffee beans/);
    await expect(page.getByRole('searchbox')).toHaveValue('coffee');
    await expect(page.getByLabel('Category')).toHaveValue('Groceries');
    await page.getByLabel('Category').selectOption('Travel');
    await page.getByRole('link', { name: 'Clear search and filters' }).click();
    await expect(rows).toHaveCount(3);
    await expect(page.getByRole('searchbox')).toHaveValue('');
  });

  test(`${COUNT} expenses are scrolled to the end with few rows in the page and no call for all of them [PD-30]`, async ({
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
    await page.goto('/expenses');
    await expect(page.getByText(`Purchase ${COUNT}`, { exact: true })).toBeVisible();
    const mostRows = await page.evaluate(async () => {
      let most = 0;
      const isAtEnd = () =>
        [...document.querySelectorAll('main li p')].some((p) => p.textContent === 'Purchase 1');
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

  test('a correction that is scrolled out of sight keeps what was typed [PD-30]', async ({
    reader: { page },
  }) => {
    const earlier = Array.from({ length: 112 }, (_, index) =>
      anExpense({
        id: index + 1,
        name: `Purchase ${index + 1}`,
        date: `2026-05-${String(1 + Math.floor(index / 4)).padStart(2, '0')}`,
      }),
    );
    const cake = anExpense({ id: 113, name: 'Cake', date: '2026-06-02' });
    await answer(page, 'GET', '/api/expenses', { json: [cake, ...earlier.reverse()] });
    await page.goto('/expenses');
    await page.getByRole('button', { name: 'More about Cake' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('form', { name: 'Edit Cake' });
    await form.getByLabel('Expense Name').fill('Cheesecake');
    const oldest = page.getByText('Fri, May 1', { exact: false }).first();
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await expect(oldest).toBeInViewport({ timeout: 200 });
    }).toPass();
    await expect(form).not.toBeInViewport();
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(form).toBeInViewport();
    await expect(form.getByLabel('Expense Name')).toHaveValue('Cheesecake');
  });

  test('the focus stays where something was corrected, not saved or deleted [RT-15]', async ({
    ana: { page, call },
  }) => {
    for (const name of ['Bread', 'Cake'])
      await call('POST', '/api/expenses', { name, amount: 9, date: '2026-06-02', category: 'Dining' });
    await page.goto('/expenses');
    const more = page.getByRole('button', { name: 'More about Cake' });
    for (const name of ['Cancel', 'Save']) {
      await more.click();
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('button', { name }).click();
      await expect(more).toBeFocused();
    }
    await more.click();
    await page.getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(more).toHaveCount(0);
    const list = page.getByRole('region', { name: 'Jun 1 - Jun 7' }).locator('..');
    await expect(list).toBeFocused();
  });

  test("'Everything' shows what is not counted with its reason, and 'Count this' counts it [PD-4] [PD-5]", async ({
    ana: { page, linkBank },
  }) => {
    await linkBank(30);
    await page.goto('/expenses');
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expect(page.getByText(/^Not counted/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Everything' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Not counted' }).first();
    await expect(row).toContainText(/Not counted: \S+/);
    await row.getByRole('button', { name: /^More about/ }).click();
    const counted = page.waitForResponse((response) => response.request().method() === 'PUT');
    await row.getByRole('button', { name: 'Count this' }).click();
    expect((await counted).request().postDataJSON()).toEqual({ counted: true });
  });

  test('somebody without expenses is told what to do [RT-5]', async ({ reader: { page } }) => {
    await page.goto('/expenses');
    await expect(page.getByText(/No expenses yet/)).toBeVisible();
    await page.getByRole('link', { name: 'Connect a bank' }).click();
    await expect(page).toHaveURL(/\/accounts$/);
  });
});
