import { expect, test } from 'vitest';
import { Browser } from '../test-support/browser.ts';
import { addPasskey, logInWithPasskey } from '../test-support/passkey-steps.ts';
import { ISSUER, type RelyingParty, signUp } from '../test-support/relying-party.ts';
import { ANA, errorOf, openLogIn, ORIGIN, RunningProvider } from '../test-support/running-provider.ts';

const servers = new RunningProvider();
const NEW_PASSWORD = 'a house of bricks';

/** Whether the provider has a session here, by a silent login. */
async function isLoggedIn(browser: Browser, party: RelyingParty): Promise<boolean> {
  const silent = await browser.open((await party.begin({ prompt: 'none' })).authorizationUrl);
  return silent.url.searchParams.has('code');
}

async function logIn(address: string, party: RelyingParty, password: string) {
  const { browser, page } = await openLogIn(address, party);
  const landed = await browser.submit(page, { email: ANA.email, password });
  return { browser, works: landed.url.searchParams.has('code'), landed };
}

function passkeyPath(text: string): string {
  return /href="(\/idp\/account\/passkeys\/[^"]+)"/.exec(text)?.[1] ?? 'no passkey';
}

async function age(seconds: number): Promise<void> {
  await servers.database.query(
    `UPDATE identity.models SET payload = jsonb_set(payload, '{loginTs}', to_jsonb((payload ->> 'loginTs')::int8 - $1::int8))
     WHERE model = 'Session'`,
    [seconds],
  );
}

test('the account page asks to log in, returns to itself and links to the application', async () => {
  const { address, party } = await servers.startWithParty();
  await signUp(address, party, ANA);
  const browser = new Browser(ORIGIN, address);
  const logInPage = await browser.open('/idp/account');
  expect(logInPage.text).toContain('<h1>Log in</h1>');
  const page = await browser.submit(logInPage, ANA);
  expect(page.url.href).toBe(`${ISSUER}/account`);
  expect(page.text).toContain('<h1>Password and passkeys</h1>');
  expect(page.text).toContain(`For ${ANA.email}`);
  expect(page.text).toContain(`<a href="${ORIGIN}/my-account">Back to Oinkly</a>`);
});

test('the account page opens at once with a session, and asks to log in again after ten minutes', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser } = await signUp(address, party, ANA);
  expect((await browser.open('/idp/account')).text).toContain('<h1>Password and passkeys</h1>');
  await age(601);
  const confirm = await browser.open('/idp/account/password');
  expect(confirm.text).toContain('<h1>Confirm it’s you</h1>');
  const page = await browser.submit(confirm, ANA);
  expect(page.url.pathname).toBe('/idp/account');
});

test.each([
  ['/idp/account/password', { current: ANA.password, password: NEW_PASSWORD }],
  ['/idp/account/passkeys', { answer: '{}' }],
  ['/idp/account/passkeys/ID', { name: 'Mine' }],
  ['/idp/account/passkeys/ID/remove', {}],
])('%s changes nothing from another site or without a recent login [SEC-6]', async (path, fields) => {
  const { address, party } = await servers.startWithParty();
  const { browser } = await signUp(address, party, ANA);
  const { page } = await addPasskey(browser);
  const target = path.replace('/idp/account/passkeys/ID', passkeyPath(page.text));
  const snapshot = async () => {
    const { rows } = await servers.database.query<{ row: string }>(
      'SELECT accounts::text || passkeys::text AS row FROM identity.accounts JOIN identity.passkeys ON account_id = accounts.id',
    );
    return rows;
  };
  const before = await snapshot();
  const foreign = await browser.post(target, fields, { 'sec-fetch-site': 'cross-site' });
  expect(foreign.status).toBe(403);
  const stranger = await new Browser(ORIGIN, address).post(target, fields);
  expect(stranger.text).toContain('<h1>Log in</h1>');
  await age(601);
  expect((await browser.post(target, fields)).text).toContain('<h1>Confirm it’s you</h1>');
  expect(await snapshot()).toEqual(before);
});

test('the account page links only to the address that the host gave', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser } = await signUp(address, party, ANA);
  for (const path of [
    '/idp/account?return_to=https://evil.example&done=<b>x</b>',
    '/idp/account/logged-in?iss=https://evil.example&state=https://evil.example',
    '/idp/account/logged-in?error=<b>x</b>',
  ]) {
    const page = await browser.open(path);
    expect(page.url.origin).toBe(ORIGIN);
    expect(page.text).not.toContain('evil.example');
    expect(page.text).not.toContain('<b>');
  }
  // The account page's client can neither redirect elsewhere nor receive codes.
  for (const parameters of [
    { redirect_uri: 'https://evil.example/', response_type: 'none' },
    { redirect_uri: `${ISSUER}/account/logged-in`, response_type: 'code' },
  ]) {
    const query = new URLSearchParams({ client_id: 'account-page', scope: 'openid', ...parameters });
    const refused = await browser.open(`/idp/auth?${query.toString()}`);
    expect(refused.status).toBe(400);
    expect(refused.url.searchParams.get('code')).toBeNull();
    expect(refused.url.origin).toBe(ORIGIN);
  }
});

test('a password change replaces the old one and ends the account’s other logins only', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser } = await signUp(address, party, ANA);
  const { browser: bos } = await signUp(address, party, { ...ANA, email: 'bo@example.com' });
  const elsewhere = await logIn(address, party, ANA.password);
  expect(await isLoggedIn(elsewhere.browser, party)).toBe(true);
  const pending = await openLogIn(address, party);

  const form = await browser.open('/idp/account/password');
  expect(form.text).toMatch(new RegExp(`autocomplete="username"\\s+readonly[^>]*value="${ANA.email}"`, 's'));
  const done = await browser.submit(form, { current: ANA.password, password: NEW_PASSWORD });
  expect(done.url.pathname).toBe('/idp/account');
  expect(done.text).toMatch(/role="status">.*Password changed\./s);

  expect(await isLoggedIn(browser, party)).toBe(true);
  expect(await isLoggedIn(bos, party)).toBe(true);
  expect(await isLoggedIn(elsewhere.browser, party)).toBe(false);
  expect((await elsewhere.browser.open('/idp/account')).text).not.toContain('Password and passkeys');
  expect((await logIn(address, party, ANA.password)).works).toBe(false);
  expect((await logIn(address, party, NEW_PASSWORD)).works).toBe(true);
  // A login page that was already open accepts the new password.
  const landed = await pending.browser.submit(pending.page, { ...ANA, password: NEW_PASSWORD });
  expect(landed.url.searchParams.has('code')).toBe(true);
});

test('the host receives ended logins with their request, and its failure is shown to the user', async () => {
  const heard: { subject: string; cookie: string | undefined }[] = [];
  let isWell = true;
  const { address, party } = await servers.startWithParty({
    onLoginsEnded: async (subject, { headers }) => {
      heard.push({ subject, cookie: headers.cookie });
      if (!isWell) throw new Error('no database');
    },
  });
  const { browser, flow, landed } = await signUp(address, party, ANA);
  const subject = (await party.finish(flow, landed.url)).claims()?.sub;
  const change = async (current: string, password: string) =>
    browser.submit(await browser.open('/idp/account/password'), { current, password });
  await change('not the password', NEW_PASSWORD);
  expect(heard).toEqual([]);
  await change(ANA.password, NEW_PASSWORD);
  expect(heard).toEqual([{ subject, cookie: expect.stringContaining('idp-session=') as string }]);
  const { page } = await addPasskey(browser);
  await browser.post(`${passkeyPath(page.text)}/remove`, {});
  expect(heard).toHaveLength(2);

  isWell = false;
  const done = await change(NEW_PASSWORD, 'a house of stones');
  expect(done.status).toBe(500);
  expect(done.text).toMatch(/Password changed\..*/s);
  expect(done.text).toContain('Other devices may still be logged in to Oinkly.');
  expect((await logIn(address, party, 'a house of stones')).works).toBe(true);
});

test.each([
  ['a changed password', 'Password changed.'],
  ['a removed passkey', 'Passkey removed.'],
])('the host receives %s and the user a report, even if the session cannot be saved', async (what, words) => {
  const heard: string[] = [];
  const { address, party } = await servers.startWithParty({
    onLoginsEnded: async (subject) => {
      heard.push(subject);
    },
  });
  const { browser, flow, landed } = await signUp(address, party, ANA);
  const subject = (await party.finish(flow, landed.url)).claims()?.sub;
  const { page } = await addPasskey(browser);
  const form = await browser.open('/idp/account/password');
  // From here on the database rejects writes.
  await servers.database.query(
    `ALTER TABLE identity.models ADD CONSTRAINT refuse CHECK (false) NOT VALID;
     ALTER TABLE identity.challenges ADD CONSTRAINT refuse CHECK (false) NOT VALID`,
  );
  const done =
    what === 'a changed password'
      ? await browser.submit(form, { current: ANA.password, password: NEW_PASSWORD })
      : await browser.post(`${passkeyPath(page.text)}/remove`, {});
  expect(heard).toEqual([subject]);
  expect(done.status).toBe(500);
  expect(done.text).toContain(words);
  expect(done.text).toContain('You may need to log in again in this browser.');
  expect(done.text).not.toContain('Other devices may still be signed in');

  await servers.database.query(
    'ALTER TABLE identity.models DROP CONSTRAINT refuse; ALTER TABLE identity.challenges DROP CONSTRAINT refuse',
  );
  expect((await browser.open('/idp/account')).text).toContain('<h1>Password and passkeys</h1>');
});

test('codes and tokens from before a password change are void after it', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser } = await signUp(address, party, ANA);
  const used = await openLogIn(address, party);
  const usedLanded = await used.browser.submit(used.page, ANA);
  const tokens = await party.finish(used.flow, usedLanded.url);
  const unused = await openLogIn(address, party);
  const { url } = await unused.browser.submit(unused.page, ANA);

  const form = await browser.open('/idp/account/password');
  await browser.submit(form, { current: ANA.password, password: NEW_PASSWORD });
  await expect(party.finish(unused.flow, url)).rejects.toMatchObject({ error: 'invalid_grant' });
  const userinfo = await fetch(`${address}/idp/me`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  expect(userinfo.status).toBe(401);
});

test('a login with the old password is void if it is stored after the change', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser } = await signUp(address, party, ANA);
  const late = await logIn(address, party, ANA.password);
  const { rows } = await servers.database.query<{ row: object }>(
    "SELECT to_jsonb(models) AS row FROM identity.models WHERE payload ->> 'accountId' IS NOT NULL",
  );
  const form = await browser.open('/idp/account/password');
  await browser.submit(form, { current: ANA.password, password: NEW_PASSWORD });
  // Like a request that read everything just before.
  await servers.database.query(
    `INSERT INTO identity.models SELECT r.* FROM jsonb_array_elements($1::jsonb) AS one,
       jsonb_populate_record(NULL::identity.models, one -> 'row') AS r
     ON CONFLICT (model, id_hash) DO NOTHING`,
    [JSON.stringify(rows)],
  );
  expect((await late.browser.open('/idp/account')).text).not.toContain('Password and passkeys');
  expect(await isLoggedIn(late.browser, party)).toBe(false);
  const again = await late.browser.open((await party.begin()).authorizationUrl);
  const landed = await late.browser.submit(again, { ...ANA, password: NEW_PASSWORD });
  expect(landed.url.searchParams.has('code')).toBe(true);
});

test('a password change needs the old password and a new one by the sign-up rules [SEC-17]', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser } = await signUp(address, party, ANA);
  const form = await browser.open('/idp/account/password');
  const tries: [Record<string, string>, string, string][] = [
    [{ current: '', password: NEW_PASSWORD }, 'current', 'Enter your current password.'],
    [
      { current: 'not the password', password: NEW_PASSWORD },
      'current',
      'That password is wrong. Check it and try again.',
    ],
    [
      { current: 'x'.repeat(1001), password: NEW_PASSWORD },
      'current',
      'That password is wrong. Check it and try again.',
    ],
    [{ current: ANA.password, password: '' }, 'password', 'Choose a password.'],
    [{ current: ANA.password, password: 'short' }, 'password', 'Too short: this has 5.'],
    [
      { current: ANA.password, password: 'password1234' },
      'password',
      'Too easy to guess. Add another word or two.',
    ],
    [{ current: ANA.password, password: ANA.email }, 'password', 'Choose something other than your email.'],
  ];
  for (const [fields, field, words] of tries) {
    const refused = await browser.submit(form, fields);
    expect(refused.status).toBe(422);
    expect(errorOf(refused, field)).toBe(words);
    expect(refused.text).toMatch(new RegExp(`id="${field}"[^>]*autofocus`, 's'));
    expect(refused.text).not.toContain(NEW_PASSWORD);
  }
  expect((await logIn(address, party, ANA.password)).works).toBe(true);
});

test('passkeys are listed with their names and days, can be renamed, and used ones say so', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser } = await signUp(address, party, ANA);
  servers.now = new Date('2026-06-05T12:00:00Z');
  const { authenticator, page } = await addPasskey(browser);
  expect(page.text).toMatch(/class="name">My device<.*Added .*Jun 5, 2026<.*not used yet/s);
  servers.now = new Date('2026-06-07T12:00:00Z');
  const other = await openLogIn(address, party);
  await logInWithPasskey(other.browser, other.page, authenticator);
  const used = await browser.open('/idp/account');
  expect(used.text).toMatch(/last used .*Jun 7, 2026</s);

  const path = passkeyPath(used.text);
  for (const name of ['', '   ', 'x'.repeat(61)]) {
    const refused = await browser.post(path, { name });
    expect(refused.status).toBe(422);
    expect(errorOf(refused, 'name')).toBe('Enter a name of at most 60 characters.');
  }
  const renamed = await browser.post(path, { name: ' Mum’s <phone> ' });
  expect(renamed.text).toContain('class="name">Mum’s &lt;phone&gt;<');
  expect(renamed.text).toContain('Passkey renamed.');
});

test('a removed passkey no longer logs in, and the logins it began end', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser } = await signUp(address, party, ANA);
  const { authenticator, page } = await addPasskey(browser);
  const thief = await openLogIn(address, party);
  await logInWithPasskey(thief.browser, thief.page, authenticator);
  expect(await isLoggedIn(thief.browser, party)).toBe(true);

  const removed = await browser.post(`${passkeyPath(page.text)}/remove`, {});
  expect(removed.text).toContain('Passkey removed.');
  expect(passkeyPath(removed.text)).toBe('no passkey');
  expect(await isLoggedIn(thief.browser, party)).toBe(false);
  expect(await isLoggedIn(browser, party)).toBe(true);
  const again = await openLogIn(address, party);
  expect((await logInWithPasskey(again.browser, again.page, authenticator)).status).toBe(422);
});

test('removing a passkey is no login: an application that needs a recent one gets it [SEC-20]', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser } = await signUp(address, party, ANA);
  const { page } = await addPasskey(browser);
  await age(590);
  const before = Math.floor(Date.now() / 1000);
  expect((await browser.post(`${passkeyPath(page.text)}/remove`, {})).text).toContain('Passkey removed.');

  const asked = await browser.open((await party.begin({ max_age: '300' })).authorizationUrl);
  expect(asked.text).toContain('<h1>Confirm it’s you</h1>');
  const flow = await party.begin();
  const landed = await browser.open(flow.authorizationUrl);
  const claims = (await party.finish(flow, landed.url)).claims();
  expect(claims?.auth_time).toBeLessThanOrEqual(before - 590);
});

test('after a password change the login time is that of the old password’s check [SEC-20]', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser } = await signUp(address, party, ANA);
  await age(590);
  const form = await browser.open('/idp/account/password');
  await browser.submit(form, { current: ANA.password, password: NEW_PASSWORD });
  const flow = await party.begin({ max_age: '300' });
  const landed = await browser.open(flow.authorizationUrl);
  const tokens = await party.finish(flow, landed.url, 300);
  expect(tokens.claims()?.auth_time).toBeLessThanOrEqual(Date.now() / 1000);
  const userinfo = await fetch(`${address}/idp/me`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  expect(userinfo.status).toBe(200);
});

test('a user cannot see, rename or remove another user’s passkey [SEC-1]', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser } = await signUp(address, party, ANA);
  const { page } = await addPasskey(browser);
  const { browser: bos } = await signUp(address, party, { ...ANA, email: 'bo@example.com' });
  const path = passkeyPath(page.text);
  const answers = [
    await bos.open(path),
    await bos.post(path, { name: 'Bo’s' }),
    await bos.post(`${path}/remove`, {}),
    await bos.open('/idp/account/passkeys/made-up'),
  ];
  for (const { url, text } of answers) {
    expect(url.pathname).toBe('/idp/account');
    expect(text).not.toContain('My device');
  }
  expect((await browser.open('/idp/account')).text).toContain('class="name">My device<');
});

test('an account holds twenty passkeys at most', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser } = await signUp(address, party, ANA);
  await servers.database.query(
    `INSERT INTO identity.passkeys (id, account_id, credential_id, public_key, counter, transports, name, created_at)
     SELECT n, accounts.id, 'credential' || n, '', 0, '{}', 'Passkey ' || n, now()
     FROM identity.accounts, generate_series(1, 19) n`,
  );
  const { page } = await addPasskey(browser);
  expect(page.text).toContain('You’ve reached the limit.');
  expect(page.text).not.toContain('Add a passkey');
  expect((await browser.post('/idp/account/passkeys', { answer: '{}' })).status).toBe(422);
});

test('the account’s pages are not cached or framed and have no inline script [SEC-7]', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser } = await signUp(address, party, ANA);
  const { page } = await addPasskey(browser);
  for (const path of ['/idp/account', '/idp/account/password', passkeyPath(page.text)]) {
    const { text, headers } = await browser.open(path);
    expect(text).not.toMatch(/<style|style=|<script(?! src=)|\son\w+=/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  }
});
