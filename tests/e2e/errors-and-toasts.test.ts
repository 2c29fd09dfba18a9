import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { stopClock } from './support/clock.ts';
import { answer, recordCalls, type Reply } from './support/network.ts';
import { toasts } from './support/toasts.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click();

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

test('a toast is dismissed by a swipe of 60px to the right, and by no other [ER-5]', async ({
  ana: { page },
}) => {
  await page.goto('/my-account');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toasts(page)).toContainText('Settings Saved');
  await stopClock(page);
  const box = await toasts(page).boundingBox();
  if (!box) throw new Error('The toast has no place');
  const [x, y] = [box.x + 200, box.y + box.height / 2];
  for (const [distancePx, left] of [
    [40, 1],
    [-120, 1],
    [60, 0],
  ] as const) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + distancePx / 2, y, { steps: 4 });
    await page.mouse.move(x + distancePx, y, { steps: 4 });
    await page.mouse.up();
    await page.clock.runFor(500);
    await expect(toasts(page), `${distancePx}px`).toHaveCount(left);
  }
});

test.describe('a session that ends in the middle', () => {
  const EXPIRED: Reply = { status: 401, json: { message: 'Unauthorized', error_code: 'UNAUTHORIZED' } };

  /** Stops the redirect to the login, because the issuer would return to the refused call. Returns the visible page. */
  async function endAtLogin(page: Page): Promise<Locator> {
    await answer(page, 'GET', '/api/login', { text: 'A login page' });
    return page.getByText('A login page');
  }

  test('after the login the user is back where it happened [AU-2] [API-10]', async ({
    ana: { page },
    consoleErrors,
  }) => {
    consoleErrors.expectStatus(401);
    await page.goto('/my-account');
    await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
    // Ends the app's session only; the issuer's logs in again silently.
    await page.context().clearCookies({ name: 'session' });
    const { calls } = recordCalls(page);
    const back = page.waitForResponse((response) => response.url().includes('/api/login/callback'));
    await save(page);
    await back;
    await expect(page).toHaveURL(/\/my-account$/);
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ana');
    expect(calls).toContain('GET /api/login?returnTo=%2Fmy-account');
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
