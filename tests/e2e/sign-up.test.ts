import { PASSWORD } from './support/constants.ts';
import { startFixedTimeServer, type FixedTimeServer } from './support/fixed-time-server.ts';
import { finishOnboarding, signUp } from './support/test-user.ts';
import { expect, test as base } from './support/test.ts';

const test = base.extend<{ server: FixedTimeServer }>({
  server: async ({ browserName: _browserName }, use) => {
    const server = await startFixedTimeServer({ settings: { SIGN_UP: 'invited' } });
    await use(server);
    await server.stop();
  },
  baseURL: async ({ server }, use) => use(server.origin),
});

test('a stranger is refused with a sentence; a friend with a link signs up and arrives [SEC-26] [PD-27]', async ({
  page,
  request,
  server,
  consoleErrors,
}) => {
  consoleErrors.expectStatus(403);
  const ana = await signUp(request, server.origin);
  await finishOnboarding(ana);
  const { code } = (await ana.call('GET', '/api/invite')) as { code: string };

  await page.goto('/');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^You need an invitation to create an account here/);
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Not open to everyone' })).toBeVisible();
  await expect(page.getByText('You need an invitation to create an account here')).toBeVisible();

  await page.goto(`/invite/${code}`);
  await page.getByRole('link', { name: 'Accept and create an account' }).click();
  await page.getByLabel('Email').fill('bo@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page).toHaveURL('/signup-flow');
});
