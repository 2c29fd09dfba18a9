import { startMailServer, type TestMailServer } from '@oinkly/server/test-support/mail-server';
import { linkIn } from '@oinkly/server/test-support/read-mail';
import { startFixedTimeServer, type FixedTimeServer } from './support/fixed-time-server.ts';
import { finishOnboarding, signUp } from './support/test-user.ts';
import { expect, test as base } from './support/test.ts';

const test = base.extend<{ mail: TestMailServer; server: FixedTimeServer }>({
  mail: async ({ browserName: _browserName }, use) => {
    const mail = await startMailServer();
    await use(mail);
    await mail.close();
  },
  server: async ({ mail }, use) => {
    const settings = { SMTP_URL: mail.url.href, MAIL_FROM: 'oinkly@example.org' };
    const server = await startFixedTimeServer({ settings });
    await use(server);
    await server.stop();
  },
  baseURL: async ({ server }, use) => use(server.origin),
});

const NEW_PASSWORD = 'a house made of bricks';

test('a forgotten password is replaced by a mailed link, and everything else is signed out [SEC-17]', async ({
  page,
  request,
  server,
  mail,
}) => {
  const elsewhere = await signUp(request, server.origin);
  await finishOnboarding(elsewhere);
  const { email } = elsewhere;
  const mailWith = async (path: string) => {
    await expect.poll(() => mail.mails.some(({ text }) => text.includes(path))).toBe(true);
    const newest = mail.mails.findLast(({ text }) => text.includes(path));
    return newest ? linkIn(newest, path) : '';
  };
  await mailWith('/idp/confirm-email/');
  // The account may be a stranger's until a mail proves whose email it is.
  const made = await elsewhere.call('POST', '/api/tokens', { name: 'Widget', scopes: ['week:read'] });
  const authorization = `Bearer ${(made as { token: string }).token}`;
  const readByToken = async () => {
    const { status } = await fetch(`${server.origin}/api/v1/week`, { headers: { authorization } });
    return status;
  };
  expect(await readByToken()).toBe(200);
  const url = 'https://hooks.example.org/a';
  await elsewhere.call('POST', '/api/message-places', { type: 'webhook', name: 'Home', url });

  await page.goto('/');
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();

  await page.goto(await mailWith('/idp/password-link/'));
  await expect(page.getByText('these are removed:')).toContainText(
    'Personal tokens and Places that get messages.',
  );
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('You’re signed out everywhere.')).toContainText(
    'Places that get messages were removed.',
  );
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect((await request.get('/api/auth/user')).status()).toBe(401);
  expect(await readByToken()).toBe(401);
  expect(await (await page.request.get('/api/message-places')).json()).toEqual([]);
  await expect
    .poll(() => mail.mails.map(({ subject }) => subject))
    .toContain('Your Oinkly password was changed');

  // The mailed link has confirmed the email.
  await page.goto('/notifications');
  const choice = page.getByRole('switch', { name: 'Email me my week' });
  await expect(choice).not.toBeChecked();
  await choice.click();
  await expect(choice).toBeChecked();
  await expect(choice).toHaveAttribute('aria-busy', 'false');
  await page.reload();
  await expect(choice).toBeChecked();
  await page.goto('/friends');
  await page.getByLabel('A friend’s email').fill('bo@example.org');
  await page.getByRole('button', { name: 'Send by email' }).click();
  await expect(
    page.getByText('We’re sending your invitation to bo@example.org.', { exact: true }),
  ).toBeVisible();
  await page.goto(await mailWith('/invite/'));
  await expect(page.getByRole('heading', { name: 'This is your own invitation' })).toBeVisible();
});
