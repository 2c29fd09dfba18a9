import { AuthenticatorApp } from '@oinkly/identity-provider/test-support/authenticator-app';
import type { Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { PASSWORD, SERVER_NOW } from './support/constants.ts';
import { expect, test } from './support/test.ts';
import { addVirtualAuthenticator, offerOnlyWhenAsked } from './support/virtual-authenticator.ts';

const NEW_PASSWORD = 'a house made of bricks';

async function signUpAtProvider(page: Page): Promise<string> {
  const email = `ana-${randomBytes(6).toString('hex')}@example.org`;
  await page.goto('/idp/account');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Password and passkeys');
  return email;
}

/** Opens the sign-out page, which submits itself without another site involved. */
async function signOut(page: Page): Promise<void> {
  await page.goto('/idp/session/end');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re signed out');
}

async function addPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your passkey is ready.' })).toBeVisible();
}

test('a passkey logs its owner in until it is removed [PD-50]', async ({ page, origin, consoleErrors }) => {
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

test('the login page lets the browser offer the passkey by itself', async ({ page, origin }) => {
  await signUpAtProvider(page);
  await addVirtualAuthenticator(page);
  await addPasskey(page);
  await signOut(page);
  // The virtual authenticator picks the offered passkey.
  await page.goto('/api/login');
  await expect(page).toHaveURL(`${origin}/`);
  expect((await page.request.get('/api/auth/user')).status()).toBe(200);
});

test('an authenticator app is set up, asked for and removed [PD-116]', async ({
  page,
  origin,
  consoleErrors,
}) => {
  consoleErrors.expectStatus(422);
  const email = await signUpAtProvider(page);
  await page.getByRole('link', { name: 'Set up an authenticator app' }).click();
  await expect(page.getByRole('img', { name: 'QR code with the key below' })).toBeVisible();
  const app = new AuthenticatorApp((await page.locator('.key-text').textContent()) ?? '');
  const codeIn = (steps: number) => app.codeAt(new Date(SERVER_NOW), steps);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('textbox', { name: 'Code' })).toHaveAccessibleDescription(/^Enter the code\./);
  await page.getByRole('textbox', { name: 'Code' }).fill(codeIn(-1));
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  const recoveryCodes = await codes.allTextContents();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n')).toEqual(recoveryCodes.map((code) => code.trim()));
  await page.getByRole('link', { name: 'I’ve kept them' }).click();
  await expect(page.getByText('with 10 recovery codes left.')).toBeVisible();

  await signOut(page);
  await page.goto('/api/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  // It turned the app on.
  await page.getByRole('textbox', { name: 'Code' }).fill(codeIn(-1));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('That code doesn’t work.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Code' }).fill(codeIn(0));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`${origin}/`);

  await page.goto('/idp/account/authenticator-app');
  await page.getByLabel('Code, or a recovery code').first().fill(codeIn(1));
  // A double click: the second press comes before the first answer.
  const pressed = Promise.withResolvers<undefined>();
  let sent = 0;
  await page.route('**/recovery-codes', async (route) => {
    sent += 1;
    const response = await route.fetch();
    await pressed.promise;
    await route.fulfill({ response });
  });
  const button = page.getByRole('button', { name: 'Make new recovery codes' });
  await button.evaluate(async (pressedTwice: HTMLButtonElement) => {
    pressedTwice.click();
    await new Promise((resolve) => setTimeout(resolve, 50));
    pressedTwice.click();
  });
  pressed.resolve(undefined);
  await expect(codes).toHaveCount(10);
  expect(sent).toBe(1);
  const renewed = await codes.allTextContents();
  expect(renewed).not.toContain(recoveryCodes[0]);
  await page.goto('/idp/account/authenticator-app');
  await page
    .getByLabel('Code, or a recovery code')
    .last()
    .fill(renewed[0] ?? '');
  await page.getByRole('button', { name: 'Remove authenticator app' }).click();
  await expect(page.getByText('Authenticator app removed.')).toBeVisible();
});

test('an unrecognized finger leaves the page unchanged, and the page says what to do', async ({ page }) => {
  await offerOnlyWhenAsked(page);
  await signUpAtProvider(page);
  const authenticator = await addVirtualAuthenticator(page);
  await addPasskey(page);
  await authenticator.recognizesOwner(false);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'No passkey was added.' })).toBeVisible();
  await signOut(page);
  await page.goto('/api/login');
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'No passkey was used.' })).toBeVisible();
  await expect(page.getByLabel('Password')).toBeVisible();
});

test('a changed password replaces the old one and ends the logins of other browsers', async ({
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

test('My Account leads to password and passkeys, and back [PD-50]', async ({ ana: { page, email } }) => {
  await page.goto('/my-account/security');
  await page.getByRole('link', { name: 'Password and passkeys' }).click();
  await expect(page.getByText(`For ${email}`)).toBeVisible();
  await page.getByRole('link', { name: 'Back to Oinkly' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Account');
});

test('signing up with the email of a deleted account creates a new one [API-9] [PD-50]', async ({
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
  // The device still has the passkey of the deleted account.
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('That passkey didn’t work here.');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Create an account' }).click();
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
  await expect(page.getByRole('button', { name: 'Show new password' })).toBeHidden();
  await page.getByLabel('Current password').fill('wrong');
  await page.getByLabel('New password').fill('piggybank');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Too short: this has 9.')).toBeVisible();
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

test('an error found in the browser keeps the password, and it can be shown [PD-50]', async ({ page }) => {
  await page.goto('/api/login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  const password = page.getByLabel('Password');
  const create = page.getByRole('button', { name: 'Create an account' });
  await page.getByLabel('Email').fill('ana@example');
  await password.fill('piggybank');
  await create.click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/doesn’t look like an email/);
  await expect(password).toHaveAccessibleDescription(/^Too short: this has 9\./);
  await expect(password).toHaveValue('piggybank');

  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');

  await page.getByLabel('Email').fill(`ana-${randomBytes(6).toString('hex')}@example.org`);
  await password.fill(PASSWORD);
  await create.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What should we call you?');
});

test('sign-up and login link to what Oinkly keeps [PD-50]', async ({ page }) => {
  await page.goto('/api/login');
  await expect(page.getByRole('link', { name: 'What Oinkly keeps' })).toBeVisible();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('link', { name: 'Accessibility' })).toHaveAttribute('href', /\/accessibility$/);
  await page.getByRole('link', { name: 'What Oinkly keeps' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What Oinkly keeps');
});
