import { expect, test } from 'vitest';
import {
  array,
  attestation,
  Authenticator,
  bytes,
  integer,
  map,
  text,
} from '../test-support/authenticator.ts';
import { Browser } from '../test-support/browser.ts';
import { addPasskey, logInWithPasskey, passkeyOptionsOf, requestOf } from '../test-support/passkey-steps.ts';
import { signUp } from '../test-support/relying-party.ts';
import { ANA, openLogIn, RunningProvider, untilNextSecond } from '../test-support/running-provider.ts';

const servers = new RunningProvider();
const BO = { email: 'bo@example.com', password: 'a windmill of straw' };

async function anaWithPasskey() {
  const { address, party } = await servers.startWithParty();
  const { browser, flow, landed } = await signUp(address, party, ANA);
  const tokens = await party.finish(flow, landed.url);
  const { authenticator } = await addPasskey(browser);
  return { address, party, browser, authenticator, tokens };
}

test('a passkey logs in without an email, and the token says how and when', async () => {
  const { address, party, authenticator, tokens } = await anaWithPasskey();
  const { browser, flow, page } = await openLogIn(address, party);
  expect(passkeyOptionsOf(page)).toMatchObject({
    rpId: 'oinkly.example',
    userVerification: 'required',
    allowCredentials: [],
  });
  expect(page.text).toMatch(/autocomplete="username webauthn"/);
  const began = Math.floor(Date.now() / 1000);
  const landed = await logInWithPasskey(browser, page, authenticator);
  const claims = (await party.finish(flow, landed.url)).claims();
  expect(claims).toMatchObject({ sub: tokens.claims()?.sub, email: ANA.email, amr: ['pop', 'user', 'mfa'] });
  expect(claims?.auth_time).toBeGreaterThanOrEqual(began);
});

test('a new passkey is discoverable, verifies its user and has no attestation', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser } = await signUp(address, party, ANA);
  expect(passkeyOptionsOf(await browser.open('/idp/account'))).toMatchObject({
    rp: { id: 'oinkly.example', name: 'Oinkly' },
    user: { name: ANA.email },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
});

test.each([
  ['from a device that did not check its owner', { isUnverified: true }],
  ['for another site', { origin: 'https://evil.example' }],
  ['made for something else', { type: 'webauthn.create' }],
])('an answer %s does not log in', async (_what, faults) => {
  const { address, party, authenticator } = await anaWithPasskey();
  const { browser, page } = await openLogIn(address, party);
  const answer = JSON.stringify(authenticator.get(requestOf(page), faults));
  const refused = await browser.post(`${page.url.pathname}/passkey`, { answer });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('That passkey didn’t work here.');
});

test('a signature works for one login, the one it was made for', async () => {
  const { address, party, authenticator } = await anaWithPasskey();
  const first = await openLogIn(address, party);
  const answer = JSON.stringify(authenticator.get(requestOf(first.page)));
  const second = await openLogIn(address, party);
  const carriedOver = await second.browser.post(`${second.page.url.pathname}/passkey`, { answer });
  expect(carriedOver.status).toBe(422);

  const landed = await first.browser.post(`${first.page.url.pathname}/passkey`, { answer });
  expect(landed.url.searchParams.has('code')).toBe(true);
  for (const { browser, page } of [await openLogIn(address, party), second]) {
    expect((await browser.post(`${page.url.pathname}/passkey`, { answer })).status).toBe(422);
  }
});

test('a challenge of the login page expires after an hour', async () => {
  const { address, party, authenticator } = await anaWithPasskey();
  const { browser, page } = await openLogIn(address, party);
  servers.now = new Date(servers.now.getTime() + 60 * 60_000);
  expect((await logInWithPasskey(browser, page, authenticator)).status).toBe(422);
  // The refusal page has new options.
  const fresh = await browser.open(page.url.pathname);
  expect((await logInWithPasskey(browser, fresh, authenticator)).url.searchParams.has('code')).toBe(true);
});

test('a passkey whose count of signatures goes back, as a copy’s would, is refused', async () => {
  const { address, party, authenticator } = await anaWithPasskey();
  for (const [counter, status] of [
    [7, 303],
    [7, 422],
    [6, 422],
    [8, 303],
  ] as const) {
    const { browser, page } = await openLogIn(address, party);
    const answer = JSON.stringify(authenticator.get(requestOf(page), { counter }));
    const landed = await browser.post(`${page.url.pathname}/passkey`, { answer });
    expect(landed.url.searchParams.has('code'), `${counter}`).toBe(status === 303);
  }
});

test('an unknown passkey, a wrong signature and a broken answer get the same page [SEC-17]', async () => {
  const { address, party, authenticator } = await anaWithPasskey();
  const { browser, page } = await openLogIn(address, party);
  const request = requestOf(page);
  const known = authenticator.get(request);
  const stranger = new Authenticator();
  stranger.create(request, { userHandle: '' });
  const answers = [
    JSON.stringify(stranger.get(request)),
    JSON.stringify({ ...stranger.get(request), id: known.id, rawId: known.id }),
    JSON.stringify({ ...known, response: { ...known.response, userHandle: 'bm9ib2R5' } }),
    JSON.stringify({ id: known.id }),
    'not JSON',
    '',
  ];
  const pages = [];
  for (const answer of answers) {
    const refused = await browser.post(`${page.url.pathname}/passkey`, { answer });
    expect(refused.status).toBe(422);
    pages.push(refused.text.replace(/challenge&quot;:&quot;[\w-]+/, ''));
  }
  expect(new Set(pages).size).toBe(1);
});

test('a user who must log in again can use their own passkey and no other [SEC-20]', async () => {
  const { address, party, browser, authenticator, tokens } = await anaWithPasskey();
  const { browser: hers } = await signUp(address, party, BO);
  const { authenticator: bos } = await addPasskey(hers);
  await untilNextSecond();
  const flow = await party.begin({ max_age: '0', id_token_hint: tokens.id_token ?? '' });
  const page = await browser.open(flow.authorizationUrl);
  expect(page.text).toContain('<h1>Confirm it’s you</h1>');
  expect(page.text).toContain('Confirm with a passkey');
  expect(passkeyOptionsOf(page)?.allowCredentials?.map(({ id }) => id)).toEqual(
    authenticator.credentials.map(({ id }) => id.toString('base64url')),
  );
  const refused = await logInWithPasskey(browser, page, bos);
  expect(refused.status).toBe(422);
  const began = Math.floor(Date.now() / 1000);
  const again = await browser.open(page.url.pathname);
  const landed = await logInWithPasskey(browser, again, authenticator);
  const claims = (await party.finish(flow, landed.url, 60)).claims();
  expect(claims).toMatchObject({ email: ANA.email, amr: ['pop', 'user', 'mfa'] });
  expect(claims?.auth_time).toBeGreaterThanOrEqual(began);
});

test('a user without a passkey is not asked for one when logging in again', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser } = await signUp(address, party, ANA);
  const page = await browser.open((await party.begin({ prompt: 'login' })).authorizationUrl);
  expect(page.text).toContain('<h1>Confirm it’s you</h1>');
  expect(passkeyOptionsOf(page)).toBeUndefined();
});

test('a passkey cannot be added twice, to another account, or by a used answer', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser } = await signUp(address, party, ANA);
  const { page, answer, authenticator } = await addPasskey(browser);
  expect(page.text).toContain('Your passkey is ready.');
  expect((await browser.post('/idp/account/passkeys', { answer })).status).toBe(422);

  const { browser: bos } = await signUp(address, party, BO);
  const request = requestOf(await bos.open('/idp/account'));
  const id = authenticator.credentials[0]?.id ?? Buffer.alloc(0);
  const copied = new Authenticator().create(request, { userHandle: request.userHandle, id });
  const refused = await bos.post('/idp/account/passkeys', { answer: JSON.stringify(copied) });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('We couldn’t add that passkey.');
  const { rows } = await servers.database.query(
    'SELECT email FROM identity.passkeys JOIN identity.accounts ON accounts.id = account_id',
  );
  expect(rows).toEqual([{ email: ANA.email }]);
});

test.each([
  ['of a device that did not check its owner', { isUnverified: true }],
  ['for another site', { origin: 'https://evil.example' }],
])('a passkey %s is not added', async (_what, faults) => {
  const { address, party } = await servers.startWithParty();
  const { browser } = await signUp(address, party, ANA);
  const request = requestOf(await browser.open('/idp/account'));
  const made = new Authenticator().create(request, { userHandle: request.userHandle, ...faults });
  expect((await browser.post('/idp/account/passkeys', { answer: JSON.stringify(made) })).status).toBe(422);
});

test('a passkey is added in the session it was asked for in, within ten minutes', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser } = await signUp(address, party, ANA);
  const { browser: bos } = await signUp(address, party, BO);
  const request = requestOf(await browser.open('/idp/account'));
  const answer = JSON.stringify(new Authenticator().create(request, { userHandle: request.userHandle }));
  expect((await bos.post('/idp/account/passkeys', { answer })).status).toBe(422);
  servers.now = new Date(servers.now.getTime() + 10 * 60_000);
  expect((await browser.post('/idp/account/passkeys', { answer })).status).toBe(422);
});

test('a maker’s attestation is refused before its certificates are read [SEC-21]', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser } = await signUp(address, party, ANA);
  const request = requestOf(await browser.open('/idp/account'));
  const made = new Authenticator().create(request, { userHandle: request.userHandle });
  const decoded = Buffer.from(made.response.attestationObject, 'base64url');
  const authData = decoded.subarray(decoded.indexOf('authData') + 'authData'.length + 2);
  const statement = map([
    [text('alg'), integer(-7)],
    [text('sig'), bytes(Buffer.alloc(70))],
    [text('x5c'), array([bytes(Buffer.from('a certificate'))])],
  ]);
  for (const format of ['packed', 'tpm', 'android-safetynet', 'fido-u2f']) {
    const attestationObject = attestation(format, statement, authData).toString('base64url');
    const answer = JSON.stringify({ ...made, response: { ...made.response, attestationObject } });
    expect((await browser.post('/idp/account/passkeys', { answer })).status, format).toBe(422);
  }
  // The library checks and uses up the challenge first. It is unused, so no earlier answer got that far.
  expect((await browser.post('/idp/account/passkeys', { answer: JSON.stringify(made) })).status).toBe(200);
});

test.each([
  ['http://house.local:3000/idp', 'This one begins with http://.'],
  ['http://192.168.1.20:3000/idp', 'this one is a number.'],
])('at %s no passkey is offered, and the account page says why', async (issuer, reason) => {
  const origin = new URL(issuer).origin;
  const address = await servers.start({
    issuer,
    client: {
      clientId: 'oinkly',
      clientSecret: 'a-secret-of-the-test',
      redirectUris: [`${origin}/api/login/callback`],
      postLogoutRedirectUris: [`${origin}/`],
    },
  });
  const browser = new Browser(origin, address);
  const logIn = await browser.open('/idp/account');
  expect(logIn.text).toContain('<h1>Log in</h1>');
  expect(logIn.text).not.toMatch(/passkey/i);
  expect(logIn.text).not.toContain('webauthn');
  const signUpForm = await browser.open(`${logIn.url.pathname}/sign-up`);
  const account = await browser.submit(signUpForm, ANA);
  expect(account.url.pathname).toBe('/idp/account');
  expect(account.text).toContain(reason);
  expect(passkeyOptionsOf(account)).toBeUndefined();
});

test('without the script, the passkey forms that need it stay hidden [SEC-7]', async () => {
  const { browser, address, party } = await anaWithPasskey();
  const { page } = await openLogIn(address, party);
  for (const { text: document } of [page, await browser.open('/idp/account')]) {
    expect(document).toMatch(/<form\s+class="passkey"[^>]*\shidden\s*>/);
    const script = /<script src="(\/idp\/assets\/passkeys-[0-9a-f]+\.js)">/.exec(document)?.[1] ?? '';
    const { text: code, headers } = await browser.open(script);
    expect(headers.get('content-type')).toContain('text/javascript');
    expect(code).toContain('SimpleWebAuthnBrowser');
  }
});
