import { anExpense } from '@oinkly/contract/samples';
import type { Locator, Page } from '@playwright/test';
import { expect, test, type ConsoleErrors } from './support/test.ts';
import { runUntilVisible, stopClock } from './support/clock.ts';
import { answer, recordCalls, type Reply } from './support/network.ts';
import { toasts } from './support/toasts.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click();

/** Shows a first toast, so that the code of the notification area is there, and stops the clock before the next. */
async function openAndStop(page: Page): Promise<void> {
  await page.goto('/my-account');
  await save(page);
  await expect(toasts(page)).toContainText('Settings Saved');
  await stopClock(page);
  await page.clock.runFor(5000);
  await expect(toasts(page)).toHaveCount(0);
}

test('a toast stands for 5 seconds [ER-5]', async ({ ana: { page } }) => {
  await openAndStop(page);
  await save(page);
  await expect(toasts(page)).toContainText('Settings Saved');
  await page.clock.runFor(4900);
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(toasts(page)).toHaveCount(0);
});

test('a toast that follows a closed one stands for 5 seconds too [ER-5]', async ({ ana: { page } }) => {
  await openAndStop(page);
  await save(page);
  await toasts(page).getByRole('button', { name: 'Close' }).click();
  await expect(toasts(page)).toHaveCount(0);
  await page.clock.runFor(100);
  await save(page);
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(5100);
  await expect(toasts(page)).toHaveCount(0);
});

test('a new toast takes the place of the one that stands [ER-5]', async ({
  ana: { page },
  consoleErrors,
}) => {
  consoleErrors.expectStatus(500);
  await openAndStop(page);
  await save(page);
  await expect(toasts(page)).toHaveText(/Settings Saved/);
  await page.clock.runFor(1);
  await answer(page, 'PUT', '/api/users', { status: 500, json: {} });
  await save(page);
  await expect(toasts(page)).toHaveText(/Save Failed/);
  await expect(toasts(page)).toHaveCount(1);
});

test('a toast over an open dialog can be read and closed, and the dialog stays [ER-5] [AE-4]', async ({
  reader: { page },
}) => {
  await page.goto('/nope');
  await page.getByRole('button', { name: 'Add expense' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an Expense' });
  await dialog.getByRole('button', { name: 'Add Expense' }).click();
  await expect(page.getByText('Missing information', { exact: true })).toBeVisible();
  await expect(toasts(page)).toContainText('Please enter an expense name.');
  await toasts(page).getByRole('button', { name: 'Close' }).click();
  await expect(toasts(page)).toHaveCount(0);
  await expect(dialog).toBeVisible();
});

test('F8 moves the focus to the notification area [ER-5]', async ({ ana: { page } }) => {
  await page.goto('/my-account');
  await page.getByLabel('Weekly Budget').fill('130');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toasts(page)).toContainText('Settings Saved');
  await page.keyboard.press('F8');
  const area = page.getByRole('region', { name: 'Notifications (F8)' });
  await expect.poll(() => area.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(toasts(page)).toHaveCount(0);
});

for (const [swipe, distance, goes] of [
  ['40px to the right', 40, false],
  ['60px to the right', 60, true],
  ['120px to the left', -120, false],
] as const) {
  test(`a swipe of ${swipe} ${goes ? 'dismisses' : 'leaves'} a toast [ER-5]`, async ({ ana: { page } }) => {
    await page.goto('/my-account');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toasts(page)).toContainText('Settings Saved');
    await stopClock(page);
    const box = await toasts(page).boundingBox();
    if (!box) throw new Error('The toast has no place');
    const [x, y] = [box.x + 200, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + distance / 2, y, { steps: 4 });
    await page.mouse.move(x + distance, y, { steps: 4 });
    await page.mouse.up();
    await page.clock.runFor(500);
    await expect(toasts(page)).toHaveCount(goes ? 0 : 1);
  });
}

/** Deletes the one expense of the page, whose call is answered with `reply`. */
async function failToDelete(page: Page, errors: ConsoleErrors, reply: Reply): Promise<void> {
  errors.expectStatus(500);
  errors.expectStatus(409);
  errors.expectNoAnswer();
  await answer(page, 'GET', '/api/expenses', { json: [anExpense({ id: 7 })] });
  await answer(page, 'DELETE', '/api/expenses/7', reply);
  await page.goto('/expenses');
  await page.getByRole('button', { name: 'More about Coffee' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
}

for (const [what, reply] of [
  ['Gone', { status: 409, json: { message: 'Gone', error_code: 'EXPENSE_NOT_FOUND' } }],
  ['Error', { status: 500, text: 'oops' }],
] as const satisfies [string, Reply][]) {
  test(`a deletion that fails says 'Failed to delete expense' with '${what}', and the row is back [ER-3] [ER-4]`, async ({
    reader: { page },
    consoleErrors,
  }) => {
    await failToDelete(page, consoleErrors, reply);
    await expect(toasts(page)).toContainText(what);
    await expect(toasts(page)).toContainText('Failed to delete expense');
    await expect(page.getByRole('button', { name: 'More about Coffee' })).toBeVisible();
  });
}

test("a change that fails says 'Failed to update expense', and the tick is back [ER-4]", async ({
  reader: { page },
  consoleErrors,
}) => {
  consoleErrors.expectStatus(500);
  await answer(page, 'GET', '/api/expenses', { json: [anExpense({ id: 7 })] });
  await answer(page, 'PUT', '/api/expenses/7', { status: 500, text: 'oops' });
  await page.goto('/expenses');
  await page.getByRole('checkbox', { name: 'Coffee is paid' }).click();
  await expect(toasts(page)).toContainText('Failed to update expense');
  await expect(page.getByRole('checkbox', { name: 'Coffee is paid' })).not.toBeChecked();
});

test("the expenses page says 'Failed to fetch expenses' and can be tried again [ER-4]", async ({
  reader: { page },
  consoleErrors,
}) => {
  consoleErrors.expectStatus(500);
  await answer(page, 'GET', '/api/expenses', { status: 500, text: 'oops' });
  await page.goto('/expenses');
  const notice = page.getByRole('alert').filter({ hasText: 'Failed to fetch expenses' });
  await expect(notice).toBeVisible();
  await page.unrouteAll();
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(notice).toHaveCount(0);
});

test("a user check that fails is logged with 'Failed to load user profile' behind it, without a toast [AU-7] [ER-1] [ER-4]", async ({
  reader: { page },
  consoleErrors,
}) => {
  consoleErrors.expectStatus(500);
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await answer(page, 'GET', '/api/auth/user', { status: 500, json: { message: 'The cellar is flooded' } });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(logged.join('\n')).toContain('The cellar is flooded');
  await expect(toasts(page)).toHaveCount(0);
});

for (const [what, reply, message] of [
  [
    'the message of a JSON body',
    { status: 409, json: { message: 'Your bank sleeps.' } },
    'Your bank sleeps.',
  ],
  ['the status text of a JSON body without one', { status: 500, json: {} }, 'Internal Server Error'],
  ['status and body when it is not JSON', { status: 502, text: 'bad gateway' }, '502: bad gateway'],
] as const satisfies [string, Reply, string][]) {
  test(`a failed call is told with ${what} [ER-1] [ER-2]`, async ({ spender: { page }, consoleErrors }) => {
    for (const status of [409, 500, 502]) consoleErrors.expectStatus(status);
    await page.route('**/api/plaid/item/*/sync', (route) =>
      'json' in reply
        ? route.fulfill({ status: reply.status, json: reply.json })
        : route.fulfill({ status: reply.status, body: reply.text, contentType: 'text/plain' }),
    );
    await page.goto('/accounts');
    await page.getByRole('button', { name: 'Sync First Platypus Bank' }).click();
    await expect(toasts(page)).toContainText('Sync Failed');
    await expect(toasts(page)).toContainText(message);
  });
}

test.describe('a session that ends in the middle', () => {
  const EXPIRED: Reply = { status: 401, json: { message: 'Unauthorized', error_code: 'UNAUTHORIZED' } };

  /** Stops the clock, makes a call that is refused, and lets `ms` pass, in which the end of the session is said. */
  async function endSession(page: Page, makeCall: () => Promise<void>, ms: number): Promise<void> {
    await stopClock(page);
    const now = () => page.evaluate(() => Date.now());
    const startedAt = await now();
    const refused = page.waitForResponse((response) => response.status() === 401);
    await makeCall();
    await refused;
    await runUntilVisible(page, toasts(page).getByText('Authentication Required'), 10);
    await page.clock.runFor(startedAt + ms - (await now()));
  }

  /** Has the way to the login end there: the provider would lead back, to the call that is refused. Answers what is seen then. */
  async function endAtLogin(page: Page): Promise<Locator> {
    await answer(page, 'GET', '/api/login', { text: 'A login page' });
    return page.getByText('A login page');
  }

  test('says so and goes to the login after 500 ms, with the way back [AU-2]', async ({
    ana: { page },
    consoleErrors,
  }) => {
    consoleErrors.expectStatus(401);
    await page.goto('/expenses?week=2026-05-25');
    await expect(page.getByText('No expenses in this week.')).toBeVisible();
    await answer(page, 'GET', '/api/expenses', EXPIRED);
    const loginPage = await endAtLogin(page);
    const { requests } = recordCalls(page);
    await endSession(page, () => page.getByRole('button', { name: 'Everything' }).click(), 490);
    await expect(toasts(page)).toContainText('Authentication Required');
    await expect(toasts(page)).toContainText('You need to log in to access this feature.');
    const logins = () => requests.filter((request) => new URL(request.url()).pathname === '/api/login');
    expect(logins()).toHaveLength(0);
    await page.clock.runFor(500);
    await expect(loginPage).toBeVisible();
    expect(logins()).toHaveLength(1);
    const login = new URL(logins()[0]?.url() ?? '');
    expect(logins()[0]?.isNavigationRequest()).toBe(true);
    expect(login.searchParams.get('returnTo')).toBe('/expenses?week=2026-05-25&show=everything');
  });

  test('after the login the person is back where it happened [AU-2] [API-10]', async ({
    ana: { page },
    consoleErrors,
  }) => {
    consoleErrors.expectStatus(401);
    await page.goto('/my-account');
    await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
    // Only the session here ends; the one at the identity provider goes on and signs in again without a question.
    await page.context().clearCookies({ name: 'session' });
    const { calls } = recordCalls(page);
    const back = page.waitForResponse((response) => response.url().includes('/api/login/callback'));
    await save(page);
    await back;
    await expect(page).toHaveURL(/\/my-account$/);
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ana');
    expect(calls).toContain('GET /api/login?returnTo=%2Fmy-account');
  });

  test('is noticed by a save too, with one toast and no other words [AU-2]', async ({
    ana: { page },
    consoleErrors,
  }) => {
    consoleErrors.expectStatus(401);
    await page.goto('/my-account');
    await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
    await answer(page, 'PUT', '/api/users', EXPIRED);
    await endSession(page, () => save(page), 490);
    await expect(toasts(page)).toContainText('Authentication Required');
    await expect(page.getByText('Save Failed')).toHaveCount(0);
  });

  test("'Log in now' does not wait [AU-2]", async ({ ana: { page }, consoleErrors }) => {
    consoleErrors.expectStatus(401);
    await page.goto('/my-account');
    await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
    await answer(page, 'PUT', '/api/users', EXPIRED);
    const loginPage = await endAtLogin(page);
    await endSession(page, () => save(page), 400);
    await toasts(page).getByRole('button', { name: 'Log in now' }).click();
    await expect(loginPage).toBeVisible();
  });

  test('while the dashboard imports is noticed as well, and the numbers stay [AU-2] [IM-1]', async ({
    ana: { page },
    consoleErrors,
  }) => {
    consoleErrors.expectStatus(401);
    await answer(page, 'POST', '/api/auto-import-transactions', EXPIRED);
    const loginPage = await endAtLogin(page);
    await page.goto('/');
    await expect(loginPage).toBeVisible();
    expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/');
  });
});
