import { expect, test } from './support/test.ts';
import { answer, hold, omitFirstView, recordCalls, watchRequests } from './support/network.ts';

test('every call has a JSON content type and the session, and a body only when one is given [AU-8]', async ({
  ana: { page },
}) => {
  const { requests } = recordCalls(page);
  await page.goto('/');
  await expect(page.getByText('left this week', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await page.getByLabel('Weekly Budget').fill('100');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Settings Saved', { exact: true })).toBeVisible();
  const sent = requests.filter((request) => !request.isNavigationRequest());
  expect(sent.length).toBeGreaterThan(6);
  for (const request of sent) {
    const headers = await request.allHeaders();
    const name = `${request.method()} ${request.url()}`;
    expect(headers['content-type'], name).toBe('application/json');
    expect(headers['cookie'], name).toMatch(/session=/);
    const hasBody = request.method() === 'PUT';
    expect(request.postData() !== null, name).toBe(hasBody);
  }
});

test('a failed query is not tried again by itself [AU-3]', async ({ reader: { page }, consoleErrors }) => {
  consoleErrors.expectStatus(500);
  await answer(page, 'GET', '/api/plaid/accounts', {
    status: 500,
    json: { message: 'No', retryable: true },
  });
  const { calls } = recordCalls(page);
  await page.goto('/accounts');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.clock.runFor(120_000);
  expect(calls.filter((call) => call === 'GET /api/plaid/accounts')).toHaveLength(1);
});

test('nothing is loaded again by focus, by time alone, or by coming back to a screen [AU-3]', async ({
  reader: { page },
}) => {
  const { answered } = watchRequests(page);
  await page.goto('/');
  await expect(page.getByText('left this week', { exact: true })).toBeVisible();
  await answered();
  await expect(page.getByText('Checking for new transactions...')).toHaveCount(0);
  const { calls } = recordCalls(page);
  await page.evaluate(() => {
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('online'));
  });
  await page.clock.runFor(10 * 60_000);
  expect(calls).toEqual([]);
  await page.getByRole('link', { name: 'Expenses', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Expenses' })).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByText('left this week', { exact: true })).toBeVisible();
  // Only the import that the dashboard begins with loads its lists anew; the user and the settings stay.
  expect(calls.filter((call) => /auth\/user|settings/.test(call))).toEqual([]);
});

test('the accounts are kept for 30 seconds and their counts for 60 [AU-3] [API-11]', async ({
  spender: { page },
}) => {
  const { calls } = recordCalls(page);
  const count = (call: string) => calls.filter((made) => made === `GET /api/plaid/${call}`).length;
  const leaveAndReturn = async () => {
    await page.getByRole('link', { name: 'Expenses', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Expenses' })).toBeVisible();
    await page.getByRole('link', { name: 'Account', exact: true }).click();
    await expect(page.getByText('First Platypus Bank')).toBeVisible();
  };
  await page.goto('/my-account');
  await expect(page.getByText(/\d+ transactions/).first()).toBeVisible();
  expect([count('accounts'), count('transaction-stats')]).toEqual([1, 1]);
  await page.clock.fastForward(15_000);
  await leaveAndReturn();
  expect([count('accounts'), count('transaction-stats')]).toEqual([1, 1]);
  await page.clock.fastForward(20_000);
  await leaveAndReturn();
  await expect.poll(() => [count('accounts'), count('transaction-stats')]).toEqual([2, 1]);
  await page.clock.fastForward(26_000);
  await leaveAndReturn();
  await expect.poll(() => count('transaction-stats')).toBe(2);
});

test('the user is asked for once in a visit, also when five minutes have passed [AU-3] [API-1]', async ({
  reader: { page },
}) => {
  await omitFirstView(page);
  const { calls } = recordCalls(page);
  await page.goto('/');
  await expect(page.getByText('left this week', { exact: true })).toBeVisible();
  for (const [link, heading] of [
    ['Expenses', 'Expenses'],
    ['Account', 'My Account'],
  ] as const) {
    await page.clock.fastForward(6 * 60_000);
    await page.getByRole('link', { name: link, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  expect(calls.filter((call) => call === 'GET /api/auth/user')).toHaveLength(1);
});

test('the browser tells its time zone when the server does not know it [PD-2] [API-8]', async ({
  newcomer: { page, call },
}) => {
  await call('PUT', '/api/users', { fullName: 'Ana', weeklyBudget: 100, signupCompleted: true });
  const told = page.waitForRequest((request) => request.method() === 'PUT');
  await page.goto('/');
  expect((await told).postDataJSON()).toEqual({ timeZone: 'America/Los_Angeles' });
  await expect
    .poll(async () => ((await call('GET', '/api/auth/user')) as { timeZone: unknown }).timeZone)
    .toBe('America/Los_Angeles');
});

test('two calls that wait do not keep a third from being answered: the card comes before the board', async ({
  reader: { page },
}) => {
  const board = await hold(page, 'GET', '/api/leaderboard');
  const running = await hold(page, 'POST', '/api/auto-import-transactions');
  await page.goto('/');
  await expect(page.getByText('left this week', { exact: true })).toBeVisible();
  await expect(page.getByRole('grid')).toHaveCount(0);
  board.release();
  await expect(page.getByRole('grid')).toBeVisible();
  running.release();
});
