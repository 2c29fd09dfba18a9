import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { answersCacheName } from './support/answers-cache.ts';
import { rowOf } from './support/expense-rows.ts';
import { answer, hold, loseAnswers } from './support/network.ts';
import { finishOnboarding, signUp } from './support/test-user.ts';
import { painted, recordShifts } from './support/layout-shifts.ts';
import { openAllFields } from './support/add-expense.ts';

test.use({ serviceWorkers: 'allow' });
// The browser logs every failed call.
test.beforeEach(({ consoleErrors }) => consoleErrors.expectNoAnswer());

const waiting = (page: Page) => page.getByRole('main').getByText('Not synced yet');
/** The browser clock's first day. */
const TODAY = '2026-06-05';
/** How long the dialog waits for an answer before it closes. */
const PATIENCE_MS = 8_000;
const CAKE = { name: 'Cake', amount: 9, date: '2026-06-02', category: 'Dining' };

/** Checks as soon as it is shown, because a second one could go away again. */
async function expectOnce(shown: Locator): Promise<void> {
  await expect(shown.first()).toBeVisible();
  expect(await shown.count()).toBe(1);
}

async function addCake(page: Page, name = 'Cake'): Promise<void> {
  const dialog = await openAllFields(page);
  await dialog.getByLabel('Expense Name').fill(name);
  await dialog.getByLabel('Amount').fill('9');
  await dialog.getByLabel('Category').selectOption('Dining');
  await dialog.getByRole('button', { name: 'Add Expense' }).click();
  await expect(dialog).toHaveCount(0);
}

async function openAndKeep(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: 'Add expense' }).waitFor();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  // From here on the service worker serves the page.
  await page.reload();
  await page.getByRole('button', { name: 'Add expense' }).waitFor();
}

test('an expense added offline is kept over a reload, shown as waiting and sent once', async ({
  ana: { page, call },
}) => {
  await call('POST', '/api/expenses', { ...CAKE, name: 'Bread' });
  await openAndKeep(page, '/expenses');
  await expect(rowOf(page, 'Bread')).toBeVisible();
  await page.context().setOffline(true);
  await addCake(page);
  await expect(page.getByText('You’re offline.')).toBeVisible();
  await expect(waiting(page)).toHaveCount(1);

  await page.reload();
  await expect(rowOf(page, 'Bread')).toBeVisible();
  await expectOnce(rowOf(page, 'Cake'));
  await expect(waiting(page)).toHaveCount(1);

  // A page opened offline gets no online event, so it polls.
  await page.context().setOffline(false);
  await expect(waiting(page)).toHaveCount(0, { timeout: 20_000 });
  await expect(page.getByText('You’re offline.')).toHaveCount(0);
  await expectOnce(rowOf(page, 'Cake'));
  await page.reload();
  await expectOnce(rowOf(page, 'Cake'));
  expect(await call('GET', '/api/expenses')).toMatchObject([{ name: 'Cake' }, { name: 'Bread' }]);
});

test('changes of an older version are sent, and what can’t be read is shown until discarded', async ({
  ana: { page, call },
}) => {
  await openAndKeep(page, '/expenses');
  await page.context().setOffline(true);
  await addCake(page);
  await expect(waiting(page)).toHaveCount(1);
  await page.evaluate(() => {
    const key = Object.keys(window.localStorage).find((one) => one.startsWith('oinkly.outbox.')) ?? '';
    const text = window.localStorage.getItem(key) ?? '';
    const older = { ...(JSON.parse(text) as object), version: 'older' };
    window.localStorage.setItem(key, JSON.stringify(older));
    const unreadable = { version: 'older', kind: 'split', expense: { name: 'Pizza' } };
    window.localStorage.setItem(key.replace(/\d+$/, '1'), JSON.stringify(unreadable));
  });
  await page.context().setOffline(false);
  await page.reload();
  // Before it, no stored change has been read.
  const note = page.getByText('Your change to Pizza wasn’t sent.');
  await expect(note).toBeVisible();
  await expectOnce(rowOf(page, 'Cake'));
  await expect(waiting(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(note).toHaveCount(0);
  await page.reload();
  await expectOnce(rowOf(page, 'Cake'));
  await expect(note).toHaveCount(0);
  expect(await call('GET', '/api/expenses')).toMatchObject([{ name: 'Cake' }]);
});

test('a page drawn before a change was saved loads its list again', async ({ ana: { page } }) => {
  await page.goto('/expenses');
  const next = await page.context().newPage();
  await next.route('**/expenses', async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback();
    const response = await route.fetch();
    await addCake(page);
    await expect(rowOf(page, 'Cake')).toBeVisible();
    return route.fulfill({ response });
  });
  await next.goto(page.url());
  await expectOnce(rowOf(next, 'Cake'));
});

test('nothing moves when the network goes and when it is back', async ({ ana: { page, call } }) => {
  await call('POST', '/api/expenses', { ...CAKE, name: 'Bread' });
  const shifts = await recordShifts(page);
  await openAndKeep(page, '/');
  await expect(page.getByText('Checking for new transactions...')).toHaveCount(0);
  await page.context().setOffline(true);
  const notice = page.getByText('You’re offline.');
  await expect(notice).toBeVisible();
  await painted(page);
  expect(await shifts()).toEqual([]);
  await page.context().setOffline(false);
  await expect(notice).toHaveCount(0, { timeout: 20_000 });
  await painted(page);
  expect(await shifts()).toEqual([]);
});

for (const path of ['/', '/expenses']) {
  test(`a new expense is first in its day on ${path}, before and after the answer [DB-14] [PD-30]`, async ({
    ana: { page, call },
  }) => {
    for (const name of ['Bread', 'Butter'])
      await call('POST', '/api/expenses', { ...CAKE, name, date: TODAY });
    await openAndKeep(page, path);
    const names = page.getByRole('main').getByText(/^(Bread|Butter|Cake|Tea)$/);
    await expect(names).toHaveText(['Butter', 'Bread']);

    const posting = await hold(page, 'POST', '/api/expenses');
    const adding = addCake(page, 'Cake');
    await expect.poll(posting.count).toBe(1);
    await page.clock.fastForward(PATIENCE_MS);
    await adding;
    await expect(names).toHaveText(['Cake', 'Butter', 'Bread']);
    posting.release();
    await expect(waiting(page)).toHaveCount(0);
    await expect(names).toHaveText(['Cake', 'Butter', 'Bread']);

    await page.context().setOffline(true);
    await addCake(page, 'Tea');
    await expect(names).toHaveText(['Tea', 'Cake', 'Butter', 'Bread']);
    await page.context().setOffline(false);
    await expect(waiting(page)).toHaveCount(0, { timeout: 20_000 });
    await page.reload();
    await expect(names).toHaveText(['Tea', 'Cake', 'Butter', 'Bread']);
  });
}

test('the week counts waiting changes', async ({ ana: { page } }) => {
  await openAndKeep(page, '/');
  await page.context().setOffline(true);
  await addCake(page);
  await expect(page.getByRole('main').getByText('$116', { exact: false }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main').getByText('$116', { exact: false }).first()).toBeVisible();
});

test('corrections and deletions wait too, and are sent in their order', async ({ ana: { page, call } }) => {
  await call('POST', '/api/expenses', { ...CAKE, name: 'Bread' });
  await call('POST', '/api/expenses', { ...CAKE, type: 'recurring', dayOfMonth: 2 });
  await openAndKeep(page, '/expenses');
  await page.context().setOffline(true);
  await rowOf(page, 'Cake').click();
  await page.getByLabel('Expense Name').fill('Cheesecake');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, 'Cheesecake')).toBeVisible();
  await page.getByLabel('Cheesecake is paid').check();
  await rowOf(page, 'Bread').click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, 'Bread')).toHaveCount(0);
  await expect(page.getByText('3 changes will sync')).toBeVisible();

  await page.context().setOffline(false);
  await expect(page.getByText('Back online. 3 changes are saved.', { exact: true })).toBeVisible();
  expect(await call('GET', '/api/expenses')).toMatchObject([{ name: 'Cheesecake', paid: true }]);
});

test('an expense added and deleted offline is never sent', async ({ ana: { page, call } }) => {
  await openAndKeep(page, '/expenses');
  await page.context().setOffline(true);
  await addCake(page);
  await rowOf(page, 'Cake').click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, 'Cake')).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(page.getByText('You’re offline.')).toHaveCount(0);
  expect(await call('GET', '/api/expenses?counted=all')).toEqual([]);
});

test('an expense whose answer is lost is listed, counted and added once', async ({ ana: { page, call } }) => {
  await openAndKeep(page, '/expenses');
  const answersCome = await loseAnswers(page, 'POST', '/api/expenses');
  await addCake(page);
  await expect(waiting(page)).toHaveCount(1);
  await answersCome();

  const posting = await hold(page, 'POST', '/api/expenses');
  await page.reload();
  await expectOnce(rowOf(page, 'Cake'));
  await page.goto('/');
  await expectOnce(rowOf(page, 'Cake'));
  await expect(page.getByRole('main').getByText('$116', { exact: false }).first()).toBeVisible();
  await expect.poll(posting.count).toBeGreaterThan(0);
  posting.release();
  await expect(page.getByText('Back online. Your change is saved.', { exact: true })).toBeVisible();
  expect(await call('GET', '/api/expenses')).toMatchObject([{ name: 'Cake' }]);
});

test('a refused change is shown with its reason, and can be tried again or discarded', async ({
  ana: { page, call },
  consoleErrors,
}) => {
  consoleErrors.expectStatus(409);
  await openAndKeep(page, '/expenses');
  await page.context().setOffline(true);
  await addCake(page);
  await answer(page, 'POST', '/api/expenses', {
    status: 409,
    json: { message: 'There are too many.', error_code: 'TOO_MANY' },
  });
  await page.context().setOffline(false);
  const refused = page.getByRole('status').filter({ hasText: 'Cake was not added.' });
  await expect(refused).toContainText('There are too many.');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(refused).toContainText('There are too many.');
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(refused).toHaveCount(0);
  await expect(rowOf(page, 'Cake')).toHaveCount(0);
  expect(await call('GET', '/api/expenses?counted=all')).toEqual([]);
});

test('the first page works offline with all that it opens', async ({ ana: { page } }) => {
  await page.goto('/expenses');
  await page.getByRole('button', { name: 'Add expense' }).waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await addCake(page);
  await expect(waiting(page)).toHaveCount(1);
});

test('a list that was never loaded shows what waits, and signing out asks about it', async ({
  ana: { page },
  consoleErrors,
}) => {
  // Requests of the page that is left are refused.
  consoleErrors.expectStatus(401);
  await openAndKeep(page, '/');
  await page.context().setOffline(true);
  await addCake(page);
  await page.getByRole('link', { name: 'Expenses' }).click();
  await expect(waiting(page)).toHaveCount(1);
  await expect(page.getByText('Failed to fetch expenses')).toBeVisible();
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await expect(page.getByText(/1 change isn’t synced yet\. You can send it/)).toBeVisible();
  await page.getByRole('link', { name: 'Sign Out' }).click();
  const question = page.getByRole('dialog', { name: '1 change on this device hasn’t been sent' });
  await question.getByRole('button', { name: 'Send first' }).click();
  await expect(question.getByText(/We couldn’t send 1 change/)).toBeVisible();
  // The page also sends by itself when the network is back.
  const posting = await hold(page, 'POST', '/api/expenses');
  await page.context().setOffline(false);
  await question.getByRole('button', { name: 'Send first' }).click();
  posting.release();
  await expect(page.getByRole('heading', { name: 'Welcome to Oinkly' })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Cake');
});

test('the next user of a device does not send another user’s waiting changes', async ({
  ana: { page, call },
  playwright,
  origin,
  consoleErrors,
}) => {
  consoleErrors.expectStatus(409);
  await openAndKeep(page, '/expenses');
  await page.context().setOffline(true);
  await addCake(page);
  const request = await playwright.request.newContext({ baseURL: origin });
  const bo = await signUp(request, origin);
  await finishOnboarding(bo);
  const { cookies } = await request.storageState();
  await page.context().addCookies(cookies);
  await page.context().setOffline(false);
  // The page notices another user and reloads itself.
  await expect(page.getByText('No expenses yet.')).toBeVisible();
  expect([await bo.call('GET', '/api/expenses'), await call('GET', '/api/leaderboard')]).toMatchObject([
    [],
    {},
  ]);
  await request.dispose();
});

test('signing out deletes the cached answers on the device', async ({ ana: { page }, consoleErrors }) => {
  // Requests of the page that is left are refused.
  consoleErrors.expectStatus(401);
  await openAndKeep(page, '/expenses');
  await expect.poll(() => answersCacheName(page)).not.toBeNull();
  await page.goto('/api/logout');
  await expect.poll(() => answersCacheName(page)).toBeNull();
});
