import { afterEach, expect, test } from 'vitest';
import { type IdentityAdmin, identityAdmin } from './index.ts';
import type { Browser, BrowserPage } from './test-support/browser.ts';
import { addPasskey, logInWithPasskey } from './test-support/passkey-steps.ts';
import { type RelyingParty, signUp } from './test-support/relying-party.ts';
import { ANA, errorOf, openLogIn, RunningProvider } from './test-support/running-provider.ts';

const servers = new RunningProvider();
const NEW_PASSWORD = 'a house of bricks';
const DAY_MS = 24 * 60 * 60_000;
const opened: IdentityAdmin[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((admin) => admin.close()));
});

function openAdmin(): IdentityAdmin {
  const admin = identityAdmin({
    databaseUrl: servers.databaseUrl,
    clock: () => servers.now,
    onIdleError: () => undefined,
  });
  opened.push(admin);
  return admin;
}

async function anaAfterReset() {
  const { address, party } = await servers.startWithParty();
  const { flow, landed } = await signUp(address, party, ANA);
  const sub = (await party.finish(flow, landed.url)).claims()?.sub ?? '';
  const reset = await openAdmin().setRandomPassword(sub, { removesPasskeys: false });
  return { address, party, temporary: { ...ANA, password: reset?.password ?? '' } };
}

async function isLoggedIn(browser: Browser, party: RelyingParty): Promise<boolean> {
  const silent = await browser.open((await party.begin({ prompt: 'none' })).authorizationUrl);
  return silent.url.searchParams.has('code');
}

function asksForNewPassword(page: BrowserPage): boolean {
  return page.text.includes('<h1>Choose a new password</h1>');
}

test('a reset password leads to a page for a new one, and from there to the application [SEC-17]', async () => {
  const { address, party, temporary } = await anaAfterReset();
  const { browser, flow, page } = await openLogIn(address, party);
  const form = await browser.submit(page, temporary);
  expect(asksForNewPassword(form)).toBe(true);
  expect(form.text).not.toContain(temporary.password);
  const landed = await browser.submit(form, { password: NEW_PASSWORD });
  expect((await party.finish(flow, landed.url)).claims()?.email).toBe(ANA.email);
  expect(await isLoggedIn(browser, party)).toBe(true);

  const next = await openLogIn(address, party);
  expect((await next.browser.submit(next.page, temporary)).status).toBe(422);
  const again = await next.browser.submit(next.page, { ...ANA, password: NEW_PASSWORD });
  expect(again.url.searchParams.has('code')).toBe(true);
});

test('before the new password is chosen nothing else can be done with the reset one [SEC-17]', async () => {
  const { address, party, temporary } = await anaAfterReset();
  const { browser, page } = await openLogIn(address, party);
  await browser.submit(page, temporary);
  expect(await isLoggedIn(browser, party)).toBe(false);
  for (const path of ['/idp/account', '/idp/account/password']) {
    expect(asksForNewPassword(await browser.open(path))).toBe(true);
  }
  expect(asksForNewPassword(await browser.post('/idp/account/passkeys', { answer: '{}' }))).toBe(true);
  expect(asksForNewPassword(await browser.open((await party.begin()).authorizationUrl))).toBe(true);
});

test('choosing a new password ends other logins with the reset password [SEC-17]', async () => {
  const { address, party, temporary } = await anaAfterReset();
  const administrator = await openLogIn(address, party);
  const abandoned = await administrator.browser.submit(administrator.page, temporary);
  const ana = await openLogIn(address, party);
  await ana.browser.submit(await ana.browser.submit(ana.page, temporary), { password: NEW_PASSWORD });

  expect(await isLoggedIn(administrator.browser, party)).toBe(false);
  const late = await administrator.browser.submit(abandoned, { password: 'a password of my own' });
  expect(late.text).toContain('This page has expired');
  expect(await isLoggedIn(ana.browser, party)).toBe(true);
});

test('a passkey that was kept logs in without changing the reset password [SEC-17]', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser: ana, flow, landed } = await signUp(address, party, ANA);
  const sub = (await party.finish(flow, landed.url)).claims()?.sub ?? '';
  const { authenticator } = await addPasskey(ana);
  await openAdmin().setRandomPassword(sub, { removesPasskeys: false });
  const { browser, page } = await openLogIn(address, party);
  expect((await logInWithPasskey(browser, page, authenticator)).url.searchParams.has('code')).toBe(true);
  expect((await browser.open('/idp/account')).text).toContain('<h1>Password and passkeys</h1>');
});

test('the new password follows the rules of signing up, and is not the reset one [SEC-17]', async () => {
  const { address, party, temporary } = await anaAfterReset();
  const { browser, page } = await openLogIn(address, party);
  const form = await browser.submit(page, temporary);
  for (const [password, words] of [
    ['', 'Choose a password.'],
    ['short', 'Too short: this has 5.'],
    [temporary.password, 'That’s the temporary password. Choose another one.'],
  ] as const) {
    const refused = await browser.submit(form, { password });
    expect(refused.status).toBe(422);
    expect(errorOf(refused, 'password')).toBe(words);
  }
  const foreign = await browser.submit(form, { password: NEW_PASSWORD }, { 'sec-fetch-site': 'cross-site' });
  expect(foreign.status).toBe(403);
});

test('a reset password expires after a day [SEC-17]', async () => {
  const { address, party, temporary } = await anaAfterReset();
  servers.now = new Date(servers.now.getTime() + DAY_MS);
  const { browser, page } = await openLogIn(address, party);
  const refused = await browser.submit(page, temporary);
  expect(refused.status).toBe(422);
  expect(errorOf(refused, 'password')).toBe('This temporary password has expired. Ask for a new one.');
  const wrong = await browser.submit(page, ANA);
  expect(errorOf(wrong, 'password')).not.toContain('temporary');
});
