import { errorCatalogue } from '@oinkly/contract/errors';
import { expect, test } from './support/test.ts';
import { painted, recordShifts } from './support/layout-shifts.ts';
import { recordCalls, watchRequests } from './support/network.ts';
import { finishOnboarding, signUp } from './support/test-user.ts';

const EXAMPLE = '19 of 24 weeks under budget';

test('on wide screens a still dashboard stands beside the words, and nothing moves [WEL-1]', async ({
  page,
}) => {
  const shifts = await recordShifts(page);
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/');
    const example = page.getByText(EXAMPLE);
    await expect(example).toBeVisible();
    const words = await page.getByRole('link', { name: 'Create an account' }).boundingBox();
    expect((await example.boundingBox())?.x).toBeGreaterThan((words?.x ?? 0) + (words?.width ?? 0));
    await painted(page);
    expect(await shifts(), `${width} px`).toEqual([]);
    await expect(page.getByRole('heading')).toHaveCount(1);
  }
});

test('a phone shows the still dashboard below the buttons, its number at once [WEL-1]', async ({ page }) => {
  const shifts = await recordShifts(page);
  await page.goto('/');
  await expect(page.getByText(EXAMPLE)).toBeVisible();
  await painted(page);
  expect(await shifts()).toEqual([]);
  const button = await page.getByRole('link', { name: 'Log in' }).boundingBox();
  const number = await page.getByText('left this week').boundingBox();
  expect(number?.y).toBeGreaterThan((button?.y ?? 0) + (button?.height ?? 0));
  const height = page.viewportSize()?.height ?? 0;
  expect((number?.y ?? Infinity) + (number?.height ?? 0)).toBeLessThan(height);
});

test("both buttons lead by /api/login to the provider's page for it [WEL-2] [API-10]", async ({ page }) => {
  const { requests } = recordCalls(page);
  for (const name of ['Create an account', 'Log in']) {
    await page.goto('/');
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(/\/idp\/interaction\//);
    const login = requests.findLast((request) => new URL(request.url()).pathname === '/api/login');
    expect(login?.isNavigationRequest()).toBe(true);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByLabel('Password')).toBeVisible();
  }
});

test('without a session, the welcome page calls nothing and loads none of the app’s scripts [AU-4] [WEL-1]', async ({
  page,
}) => {
  const { calls } = recordCalls(page);
  const { requests, answered } = watchRequests(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Oinkly');
  await expect(page.getByText('none of you sees a dollar of the others')).toBeVisible();
  await answered();
  expect(calls).toEqual([]);
  const scripts = requests.filter((request) => request.resourceType() === 'script');
  expect(scripts.map((request) => new URL(request.url()).pathname.split('-')[0])).toEqual([
    '/assets/start',
    '/assets/load',
  ]);
});

test('the page says once why the log-in failed, and returns to its address [WEL-2]', async ({ page }) => {
  await page.goto('/friends?problem=LOGIN_FAILED');
  await expect(page.getByRole('alert')).toHaveText(errorCatalogue.LOGIN_FAILED.message);
  await expect(page).toHaveURL(/\/friends$/);
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', /\?returnTo=%2Ffriends$/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Oinkly');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('the page deletes the answers cached for the last user [SEC-3]', async ({ page }) => {
  await page.goto('/privacy');
  await page.evaluate(() => caches.open('answers of Ana'));
  await page.goto('/');
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
});

test('an ended session asks only for the user and shows no error [AU-1] [AU-4] [AU-7]', async ({
  page,
  context,
  origin,
  consoleErrors,
}) => {
  consoleErrors.expectStatus(401);
  await context.addCookies([{ name: 'session', value: 'ended', url: origin }]);
  const { calls } = recordCalls(page);
  const { answered } = watchRequests(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Oinkly');
  await answered();
  expect(calls).toEqual(['GET /api/auth/user']);
  await expect(page.getByText('Authentication Required')).toHaveCount(0);
});

test('going back after a login elsewhere shows the dashboard, not the welcome page', async ({
  page,
  origin,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Oinkly');
  await page.goto('/goodbye');
  await finishOnboarding(await signUp(page.request, origin));
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Good afternoon, Ana');
});

test('without JavaScript the page says that it needs it', async ({ request }) => {
  const html = await (await request.get('/')).text();
  expect(html).toMatch(/<noscript>[^<]+JavaScript[^<]*<\/noscript>/);
});
