import type { Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { PASSWORD } from './support/constants.ts';
import { expect, test } from './support/test.ts';
import { addVirtualAuthenticator, offerOnlyWhenAsked } from './support/virtual-authenticator.ts';

const NEW_PASSWORD = 'a house made of bricks';

/** Signs somebody new up on the provider's pages, on the way to their account there. */
async function signUpAtProvider(page: Page): Promise<string> {
  const email = `ana-${randomBytes(6).toString('hex')}@example.org`;
  await page.goto('/idp/account');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Password and passkeys');
  return email;
}

/** Opens the sign-out page by its address: it submits itself, as no other site can have sent the person here. */
async function signOut(page: Page): Promise<void> {
  await page.goto('/idp/session/end');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re signed out');
}

async function addPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your passkey is ready.' })).toBeVisible();
}

test('sign up, add a passkey, sign out, sign in with it; removed, it signs nobody in any more [PD-50]', async ({
  page,
  origin,
  consoleErrors,
}) => {
  consoleErrors.expectStatus(422);
  await offerOnlyWhenAsked(page);
  const email = await signUpAtProvider(page);
  const authenticator = await addVirtualAuthenticator(page);
  await addPasskey(page);
  expect(await authenticator.count()).toBe(1);
  const passkey = page.getByRole('listitem').getByRole('link');
  await expect(passkey).toContainText(/Linux computer.*Added Jun 5, 2026.*not used yet/s);

  await signOut(page);
  await page.goto('/api/login');
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page).toHaveURL(`${origin}/`);
  const { email: known } = (await (await page.request.get('/api/auth/user')).json()) as { email: string };
  expect(known).toBe(email);

  await page.goto('/idp/account');
  await expect(passkey).toContainText('last used Jun 5, 2026');
  await passkey.click();
  await page.getByLabel('Name').fill('My laptop');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(passkey).toContainText('My laptop');
  await passkey.click();
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText('Passkey removed.')).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(0);

  await signOut(page);
  await page.goto('/api/login');
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('That passkey didn’t work here.');
});

test('the log-in page lets the browser offer the passkey by itself', async ({ page, origin }) => {
  await signUpAtProvider(page);
  await addVirtualAuthenticator(page);
  await addPasskey(page);
  await signOut(page);
  // A virtual authenticator stands for somebody who picks the passkey that is offered.
  await page.goto('/api/login');
  await expect(page).toHaveURL(`${origin}/`);
  expect((await page.request.get('/api/auth/user')).status()).toBe(200);
});

test('a finger that is not recognised leaves the page as it was, and says what to do', async ({ page }) => {
  await offerOnlyWhenAsked(page);
  await signUpAtProvider(page);
  const authenticator = await addVirtualAuthenticator(page);
  await addPasskey(page);
  await authenticator.recognisesOwner(false);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'No passkey was added.' })).toBeVisible();
  await signOut(page);
  await page.goto('/api/login');
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'No passkey was used.' })).toBeVisible();
  await expect(page.getByLabel('Password')).toBeVisible();
});

test('a changed password takes the place of the old one, and another browser’s log-in has ended', async ({
  page,
  browser,
  origin,
}) => {
  const email = await signUpAtProvider(page);
  const elsewhere = await browser.newContext({ baseURL: origin });
  const other = await elsewhere.newPage();
  const logIn = async (password: string) => {
    await other.goto('/idp/account');
    await other.getByLabel('Email').fill(email);
    await other.getByLabel('Password').fill(password);
    await other.getByRole('button', { name: 'Log in', exact: true }).click();
  };
  await logIn(PASSWORD);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Password and passkeys');

  await page.getByRole('link', { name: 'Change password' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed.')).toBeVisible();

  await logIn(PASSWORD);
  await expect(other.getByText('Email or password is wrong. Check both and try again.')).toBeVisible();
  await logIn(NEW_PASSWORD);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Password and passkeys');
  await elsewhere.close();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Password and passkeys');
});

test('from My Account to password and passkeys, and back [PD-50]', async ({ ana: { page, email } }) => {
  await page.goto('/my-account');
  // What stands above the link is there: it moves no more.
  await expect(page.getByText('No bank connected yet.', { exact: false })).toBeVisible();
  await page.getByRole('link', { name: 'Password and passkeys' }).click();
  await expect(page.getByText(`For ${email}`)).toBeVisible();
  await page.getByRole('link', { name: 'Back to Oinkly' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Account');
});

test('who has deleted their account is somebody new when they sign up again with the same e-mail [API-9] [PD-50]', async ({
  ana: { page, call, email },
  origin,
  consoleErrors,
}) => {
  consoleErrors.expectStatus(422);
  await offerOnlyWhenAsked(page);
  await page.goto('/idp/account');
  await addVirtualAuthenticator(page);
  await addPasskey(page);
  await call('DELETE', '/api/user/account');
  await page.goto('/api/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in');
  // The passkey on the device is of nobody any more.
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('That passkey didn’t work here.');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(`${origin}/`);
});

test('without JavaScript the account page says what passkeys need, and the rest works', async ({
  browser,
  origin,
}) => {
  const context = await browser.newContext({ baseURL: origin, javaScriptEnabled: false });
  const page = await context.newPage();
  await signUpAtProvider(page);
  await expect(
    page.getByText('This browser doesn’t support passkeys, or JavaScript is off.', { exact: false }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeHidden();
  await page.getByRole('link', { name: 'Change password' }).click();
  await page.getByLabel('Current password').fill('wrong');
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('That password is wrong. Check it and try again.')).toBeVisible();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('link', { name: 'Back to Oinkly' })).toHaveAttribute(
    'href',
    `${origin}/my-account`,
  );
  await context.close();
});
