import { argon2 } from 'node:crypto';
import { decodeJwt } from 'jose';
import { expect, test, vi } from 'vitest';
import { Browser, type BrowserPage } from './test-support/browser.ts';
import { ISSUER, signUp } from './test-support/relying-party.ts';
import {
  ANA,
  errorOf,
  openLogIn,
  ORIGIN,
  RunningProvider,
  untilNextSecond,
} from './test-support/running-provider.ts';

// The real module with spies, to count hashes.
vi.mock(import('node:crypto'), async (importOriginal) => {
  const crypto = await importOriginal();
  return { ...crypto, argon2: vi.fn(crypto.argon2) };
});

const servers = new RunningProvider();

test('signing up returns a code that can be exchanged for an ID token with the email [PD-50] [SEC-4]', async () => {
  const { address, party } = await servers.startWithParty();
  const { flow, landed } = await signUp(address, party, { ...ANA, email: '  Ana@Example.com ' });
  expect(landed.url.href).toMatch(/^https:\/\/oinkly\.example\/api\/auth\/callback\?/);
  const tokens = await party.finish(flow, landed.url);
  const claims = tokens.claims();
  expect(claims).toMatchObject({
    iss: ISSUER,
    aud: 'oinkly',
    email: 'ana@example.com',
    email_verified: false,
  });
  expect(claims?.sub).toMatch(/^[0-9a-f-]{36}$/);
  expect(tokens.scope).toBe('openid email profile');
});

test('logging in afterwards gives the same subject [PD-50]', async () => {
  const { address, party } = await servers.startWithParty();
  const first = await signUp(address, party, ANA);
  const { sub } = decodeJwt((await party.finish(first.flow, first.landed.url)).id_token ?? '');
  const { browser, flow, page } = await openLogIn(address, party);
  expect(page.text).toContain('<h1>Log in</h1>');
  const landed = await browser.submit(page, ANA);
  expect((await party.finish(flow, landed.url)).claims()?.sub).toBe(sub);
});

test('discovery names the public issuer for any host, port and proxy headers [PD-50]', async () => {
  const address = await servers.start();
  const response = await fetch(`${address}/idp/.well-known/openid-configuration`, {
    headers: {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.example',
    },
  });
  const metadata = (await response.json()) as Record<string, unknown>;
  expect(metadata).toMatchObject({
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/auth`,
    token_endpoint: `${ISSUER}/token`,
    jwks_uri: `${ISSUER}/jwks`,
    userinfo_endpoint: `${ISSUER}/me`,
    end_session_endpoint: `${ISSUER}/session/end`,
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code', 'none'],
    prompt_values_supported: ['none', 'create', 'login'],
  });
  expect(JSON.stringify(metadata)).not.toContain('evil.example');
});

test('a login without PKCE, or with a foreign redirect address, gets no code [SEC-4]', async () => {
  const { address, party } = await servers.startWithParty();
  const browser = new Browser(ORIGIN, address);
  const { authorizationUrl } = await party.begin();
  const withoutPkce = new URL(authorizationUrl);
  withoutPkce.searchParams.delete('code_challenge');
  withoutPkce.searchParams.delete('code_challenge_method');
  const refused = await browser.open(withoutPkce.href);
  expect(refused.url.searchParams.get('error')).toBe('invalid_request');
  expect(refused.url.searchParams.get('code')).toBeNull();

  const elsewhere = new URL(authorizationUrl);
  elsewhere.searchParams.set('redirect_uri', 'https://evil.example/');
  const page = await browser.open(elsewhere.href);
  expect(page.status).toBe(400);
  expect(page.url.origin).toBe(ORIGIN);
});

test('a code works once, and only with the verifier of the browser that began [SEC-4]', async () => {
  const { address, party } = await servers.startWithParty();
  const { flow, landed } = await signUp(address, party, ANA);
  const other = await party.begin();
  await expect(party.finish({ ...flow, codeVerifier: other.codeVerifier }, landed.url)).rejects.toMatchObject(
    {
      error: 'invalid_grant',
    },
  );
  const uses = await Promise.allSettled([1, 2, 3].map(() => party.finish(flow, landed.url)));
  expect(uses.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
  await expect(party.finish(flow, landed.url)).rejects.toMatchObject({ error: 'invalid_grant' });
});

test('a wrong password and an unknown account get the same answer with values kept [SEC-17]', async () => {
  const { address, party } = await servers.startWithParty();
  await signUp(address, party, ANA);
  const answers: BrowserPage[] = [];
  for (const email of [ANA.email, 'bo@example.com']) {
    const { browser, page } = await openLogIn(address, party);
    answers.push(await browser.submit(page, { email, password: 'not the password' }));
  }
  const [known, unknown] = answers;
  expect(known?.status).toBe(422);
  expect(unknown?.status).toBe(422);
  const plain = (page: BrowserPage | undefined, email: string): string | undefined =>
    page?.text
      .replaceAll(email, 'EMAIL')
      .replaceAll(/interaction\/[\w-]+/g, 'interaction')
      .replaceAll(/challenge&quot;:&quot;[\w-]+/g, 'CHALLENGE');
  expect(plain(known, ANA.email)).toBe(plain(unknown, 'bo@example.com'));
  expect(known?.text).toContain(`value="${ANA.email}"`);
  expect(known?.text).not.toContain('not the password');
  expect(known?.text).toMatch(/id="password"[^>]*aria-invalid="true"[^>]*autofocus/s);
});

test('an unknown account costs the same work as a known one [SEC-17]', async () => {
  const { address, party } = await servers.startWithParty();
  await signUp(address, party, ANA);
  const { browser, page } = await openLogIn(address, party);
  const workFor = async (email: string): Promise<unknown[]> => {
    vi.mocked(argon2).mockClear();
    await browser.submit(page, { email, password: 'not the password' });
    return vi.mocked(argon2).mock.calls.map(([algorithm, { nonce: _salt, ...rest }]) => [algorithm, rest]);
  };
  const known = await workFor(ANA.email);
  expect(known).toEqual([
    [
      'argon2id',
      { message: 'not the password', memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 },
    ],
  ]);
  expect(await workFor('bo@example.com')).toEqual(known);
});

test.each([
  ['', 'Choose a password.'],
  ['piggybank', 'Too short: this has 9.'],
  ['🐷🐷🐷🐷🐷', 'Too short: this has 5.'],
  ['x'.repeat(1001), 'Use at most 1,000 characters.'],
  ['Password123!', 'Too easy to guess. Add another word or two.'],
  ['aaaaaaaaaaaa', 'Too easy to guess. Add another word or two.'],
  ['9876543210', 'Too easy to guess. Add another word or two.'],
  ['qwertyuiop', 'Too easy to guess. Add another word or two.'],
  ['ana@example.com', 'Choose something other than your email.'],
])('the password %j is refused at its field and the email stays [SEC-17]', async (password, message) => {
  const { address, party } = await servers.startWithParty();
  const { landed } = await signUp(address, party, { email: ANA.email, password });
  expect(landed.status).toBe(422);
  expect(errorOf(landed, 'password')).toBe(message);
  expect(landed.text).toContain(`value="${ANA.email}"`);
  const { rows } = await servers.database.query('SELECT 1 FROM identity.accounts');
  expect(rows).toEqual([]);
});

test('an email has one account: signing up again says so and offers to log in', async () => {
  const { address, party } = await servers.startWithParty();
  await signUp(address, party, ANA);
  const { landed } = await signUp(address, party, { email: 'ANA@example.com', password: 'another good one' });
  expect(landed.status).toBe(422);
  expect(errorOf(landed, 'email')).toBe('You already have an account with this email. Log in below.');
});

test('a double click on the button creates one account and continues', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser, flow, page } = await openLogIn(address, party);
  const form = await browser.open(`${page.url.pathname}/sign-up`);
  await browser.submitAndLeave(form, ANA);
  const landed = await browser.submit(form, ANA);
  expect((await party.finish(flow, landed.url)).claims()?.email).toBe(ANA.email);
});

test('empty or invalid fields show their errors, and the first one gets the focus', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser, page } = await openLogIn(address, party);
  const empty = await browser.submit(page, { email: '', password: '' });
  expect(errorOf(empty, 'email')).toBe('Enter your email.');
  expect(errorOf(empty, 'password')).toBe('Enter your password.');
  expect(empty.text.match(/autofocus/g)).toHaveLength(1);
  expect(empty.text).toMatch(/id="email"[^>]*autofocus/s);
  const slip = await browser.submit(page, { email: '<b>ana@', password: 'x' });
  expect(errorOf(slip, 'email')).toMatch(/doesn’t look like an email/);
  expect(slip.text).toContain('value="&lt;b&gt;ana@"');
});

test('passwords are stored as argon2id with 19 MiB, two passes and their own salt [SEC-17]', async () => {
  const { address, party } = await servers.startWithParty();
  await signUp(address, party, ANA);
  await signUp(address, party, { ...ANA, email: 'bo@example.com' });
  const { rows } = await servers.database.query<{ password_hash: string }>(
    'SELECT password_hash FROM identity.accounts',
  );
  expect(rows).toHaveLength(2);
  expect(new Set(rows.map(({ password_hash }) => password_hash)).size).toBe(2);
  for (const { password_hash } of rows) expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('accounts, sessions and keys survive a restart [PD-50]', async () => {
  const first = await servers.startWithParty();
  const { browser, flow, landed } = await signUp(first.address, first.party, ANA);
  const tokens = await first.party.finish(flow, landed.url);
  await servers.stopLast();

  const second = await servers.startWithParty();
  browser.moveTo(second.address);
  const next = await second.party.begin({ prompt: 'none', id_token_hint: tokens.id_token ?? '' });
  const silent = await browser.open(next.authorizationUrl);
  expect((await second.party.finish(next, silent.url)).claims()?.sub).toBe(tokens.claims()?.sub);
});

test('a flow can change processes, and two new processes share their keys [PD-50]', async () => {
  const [one, two] = await Promise.all([servers.startWithParty(), servers.startWithParty()]);
  const keys = await Promise.all(
    [one, two].map(async ({ address }) => (await fetch(`${address}/idp/jwks`)).json()),
  );
  expect(keys[0]).toEqual(keys[1]);
  expect(JSON.stringify(keys[0])).not.toMatch(/"(d|p|q)":/);

  const { browser, flow, page } = await openLogIn(one.address, one.party);
  const form = await browser.open(`${page.url.pathname}/sign-up`);
  browser.moveTo(two.address);
  const landed = await browser.submit(form, ANA);
  expect((await one.party.finish(flow, landed.url)).claims()?.email).toBe(ANA.email);
});

test.each([
  ['prompt=login', { prompt: 'login' }],
  ['max_age=0', { max_age: '0' }],
])(
  'a login repeated because of %s asks the same user and renews auth_time [SEC-20]',
  async (_how, parameters: Record<string, string>) => {
    const { address, party } = await servers.startWithParty();
    const { browser } = await signUp(address, party, ANA);
    // max_age=0 needs a login at least a second old.
    await untilNextSecond();
    const flow = await party.begin(parameters);
    const page = await browser.open(flow.authorizationUrl);
    expect(page.text).toContain('<h1>Confirm it’s you</h1>');
    expect(page.text).toMatch(new RegExp(`id="email"[^>]* readonly[^>]*value="${ANA.email}"`, 's'));
    const wrong = await browser.submit(page, { password: 'not the password' });
    expect(errorOf(wrong, 'password')).toBe('That password is wrong. Check it and try again.');
    expect(wrong.text).toContain('<h1>Confirm it’s you</h1>');
    const began = Math.floor(Date.now() / 1000);
    const landed = await browser.submit(wrong, { password: ANA.password });
    const claims = (await party.finish(flow, landed.url, 60)).claims();
    expect(claims?.auth_time).toBeGreaterThanOrEqual(began);
    expect(claims?.['amr']).toEqual(['pwd']);
  },
);

test('a login recent enough for max_age keeps its auth_time, an older one is repeated [SEC-20]', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser, flow, landed } = await signUp(address, party, ANA);
  const first = (await party.finish(flow, landed.url)).claims()?.auth_time;
  await untilNextSecond();
  const again = await party.begin({ max_age: '600' });
  const passed = await browser.open(again.authorizationUrl);
  expect((await party.finish(again, passed.url, 600)).claims()?.auth_time).toBe(first);

  await servers.database.query(
    `UPDATE identity.models SET payload = jsonb_set(payload, '{loginTs}', to_jsonb((payload ->> 'loginTs')::int8 - 601))
     WHERE model = 'Session'`,
  );
  const late = await party.begin({ max_age: '600' });
  expect((await browser.open(late.authorizationUrl)).text).toContain('<h1>Confirm it’s you</h1>');
  const silent = await party.begin({ max_age: '600', prompt: 'none' });
  const refused = await browser.open(silent.authorizationUrl);
  expect(refused.url.searchParams.get('error')).toBe('login_required');
});

test('a user who must log in again stays the same, whatever email the form sends [SEC-20]', async () => {
  const { address, party } = await servers.startWithParty();
  await signUp(address, party, { email: 'bo@example.com', password: 'a windmill of straw' });
  const { browser } = await signUp(address, party, ANA);
  const flow = await party.begin({ prompt: 'login' });
  const page = await browser.open(flow.authorizationUrl);
  const forged = await browser.submit(page, { email: 'bo@example.com', password: 'a windmill of straw' });
  expect(forged.status).toBe(422);
  const landed = await browser.submit(page, { email: 'bo@example.com', password: ANA.password });
  expect((await party.finish(flow, landed.url)).claims()?.email).toBe(ANA.email);
});

test('id_token_hint logs in that user or none, with or without a session [SEC-20]', async () => {
  const { address, party } = await servers.startWithParty();
  await signUp(address, party, { ...ANA, email: 'bo@example.com' });
  const first = await signUp(address, party, ANA);
  const hint = (await party.finish(first.flow, first.landed.url)).id_token ?? '';
  for (const browser of [first.browser, new Browser(ORIGIN, address)]) {
    const flow = await party.begin({ prompt: 'login', id_token_hint: hint });
    const page = await browser.open(flow.authorizationUrl);
    expect(page.text).toContain('<h1>Confirm it’s you</h1>');
    expect(page.text).toContain(`value="${ANA.email}"`);
    expect(page.text).not.toContain('somebody else');
    const other = await browser.open(`${page.url.pathname}?as=another-user`);
    expect(other.text).toContain('<h1>Confirm it’s you</h1>');
    const landed = await browser.submit(page, { email: 'bo@example.com', password: ANA.password });
    expect((await party.finish(flow, landed.url)).claims()?.email).toBe(ANA.email);
  }
});

test('login_hint fills in the email, which can be changed', async () => {
  const { address, party } = await servers.startWithParty();
  const { page } = await openLogIn(address, party, { login_hint: 'ana@<b>example.com' });
  expect(page.text).toContain('<h1>Log in</h1>');
  expect(page.text).toContain('value="ana@&lt;b&gt;example.com"');
  expect(page.text).not.toContain('readonly');
});

test('prompt=create opens the page to create an account, also with a session [WEL-2]', async () => {
  const { address, party } = await servers.startWithParty();
  const browser = new Browser(ORIGIN, address);
  const askForAccount = async () => {
    const flow = await party.begin({ prompt: 'create' });
    const page = await browser.open(flow.authorizationUrl);
    expect(page.text).toContain('<h1>Create an account</h1>');
    return { flow, page };
  };
  const first = await askForAccount();
  const landed = await browser.submit(first.page, ANA);
  expect((await party.finish(first.flow, landed.url)).claims()?.email).toBe(ANA.email);

  const second = await askForAccount();
  const handover = await browser.submit(second.page, { ...ANA, email: 'bo@example.com' });
  const landedAgain = await browser.submit(handover, {});
  expect((await party.finish(second.flow, landedAgain.url)).claims()?.email).toBe('bo@example.com');
});

test('a user who is asked to create an account can log in instead', async () => {
  const { address, party } = await servers.startWithParty();
  await signUp(address, party, ANA);
  const browser = new Browser(ORIGIN, address);
  const flow = await party.begin({ prompt: 'create' });
  const { text } = await browser.open(flow.authorizationUrl);
  const logIn = await browser.open(/href="([^"]*)">Log in<\/a>/.exec(text)?.[1] ?? '');
  expect(logIn.text).toContain('<h1>Log in</h1>');
  const landed = await browser.submit(logIn, ANA);
  expect((await party.finish(flow, landed.url)).claims()?.email).toBe(ANA.email);
});

test('another user can log in despite a session and gets their own account', async () => {
  const { address, party } = await servers.startWithParty();
  await signUp(address, party, { ...ANA, email: 'bo@example.com' });
  const { browser } = await signUp(address, party, ANA);
  const flow = await party.begin({ prompt: 'login' });
  const confirm = await browser.open(flow.authorizationUrl);
  expect(confirm.text).toMatch(/<a href="[^"]*\?as=another-user">Log in as someone else<\/a>/);
  const page = await browser.open(`${confirm.url.pathname}?as=another-user`);
  expect(page.text).toContain('<h1>Log in</h1>');
  expect(page.text).not.toContain(ANA.email);
  const handover = await browser.submit(page, { ...ANA, email: 'bo@example.com' });
  // The library ends the first session by a self-submitting form.
  const landed = await browser.submit(handover, {});
  expect((await party.finish(flow, landed.url)).claims()?.email).toBe('bo@example.com');
});

test('signing out ends the session and returns to the application', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser, flow, landed } = await signUp(address, party, ANA);
  const tokens = await party.finish(flow, landed.url);
  const page = await browser.open(
    party.logoutUrl({ id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: `${ORIGIN}/` }),
  );
  expect(page.text).toMatch(/<button[^>]*>Sign out<\/button>/);
  expect(page.text).toMatch(/<script src="\/idp\/assets\/send-form-[0-9a-f]+\.js"><\/script>/);
  const after = await browser.submit(page, {});
  expect(after.url.href).toBe(`${ORIGIN}/`);
  const next = await openLogIn(address, party);
  expect(next.page.text).toContain('<h1>Log in</h1>');
  const silent = await browser.open((await party.begin({ prompt: 'none' })).authorizationUrl);
  expect(silent.url.searchParams.get('error')).toBe('login_required');
});

test('the application signs a user out without an ID token in the URL [SEC-6]', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser } = await signUp(address, party, ANA);
  const page = await browser.open(party.logoutUrl({ post_logout_redirect_uri: `${ORIGIN}/` }));
  expect(page.text).toContain('<h1>Signing out</h1>');
  expect((await browser.submit(page, {})).url.href).toBe(`${ORIGIN}/`);
  const silent = await browser.open((await party.begin({ prompt: 'none' })).authorizationUrl);
  expect(silent.url.searchParams.get('error')).toBe('login_required');
});

test.each(['/idp/token', '/idp/me', '/idp/jwks'])('%s lets no other site in by a preflight', async (path) => {
  const address = await servers.start();
  const answer = await fetch(address + path, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    },
  });
  expect(answer.status).toBe(405);
  expect(Array.from(answer.headers.keys()).join()).not.toContain('access-control');
});

test('an email with hidden characters cannot sign up', async () => {
  const { address, party } = await servers.startWithParty();
  const { landed } = await signUp(address, party, { ...ANA, email: 'ana\u202e@example.com' });
  expect(landed.status).toBe(422);
  expect(errorOf(landed, 'email')).toBe('Type the email again, without hidden characters.');
});

test('a link on a foreign site cannot sign a user out: the page asks first [SEC-6]', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser } = await signUp(address, party, ANA);
  const page = await browser.open(`${ISSUER}/session/end`, { 'sec-fetch-site': 'cross-site' });
  expect(page.text).toContain('<h1>Sign out?</h1>');
  expect(page.text).not.toContain('send-form');
});

test('an expired, unknown or foreign interaction is a clear page with the way back', async () => {
  const { address, party } = await servers.startWithParty();
  const { page, browser } = await openLogIn(address, party);
  const stranger = new Browser(ORIGIN, address);
  for (const path of [page.url.pathname, '/idp/interaction/made-up', `${page.url.pathname}/sign-up`]) {
    const expired = await stranger.open(path);
    expect(expired.status).toBe(400);
    expect(expired.text).toContain('This page has expired');
    expect(expired.text).toContain(`href="${ORIGIN}/api/login"`);
  }
  await servers.database.query("UPDATE identity.models SET expires_at = now() WHERE model = 'Interaction'");
  expect((await browser.open(page.url.pathname)).text).toContain('This page has expired');
  expect((await browser.submit(page, ANA)).text).toContain('This page has expired');
  const returned = await browser.open(page.url.pathname.replace('/interaction/', '/auth/'));
  expect(returned.status).toBe(400);
  expect(returned.text).toContain('This page has expired');
});

test('going back to a used form after the login leads home; without a login it has expired', async () => {
  const { address, party } = await servers.startWithParty();
  const { page, browser } = await openLogIn(address, party);
  await browser.submit(await browser.open(`${page.url.pathname}/sign-up`), ANA);
  for (const path of [page.url.pathname, `${page.url.pathname}/sign-up`])
    expect((await browser.open(path)).url.href).toBe(`${ORIGIN}/`);
  expect((await new Browser(ORIGIN, address).open(page.url.pathname)).status).toBe(400);
});

test.each([
  ['by Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
  ['by Sec-Fetch-Site, from a neighbour', { 'sec-fetch-site': 'same-site', origin: ORIGIN }],
  ['by Origin', { origin: 'https://evil.example' }],
  ['by an opaque Origin', { origin: 'null' }],
  ['by Referer', { referer: 'https://evil.example/idp' }],
  ['that says nothing about its origin', {}],
])(
  'a form from another site, known %s, is refused [SEC-6]',
  async (_how, headers: Record<string, string>) => {
    const { address, party } = await servers.startWithParty();
    await signUp(address, party, ANA);
    const { browser, page } = await openLogIn(address, party);
    const refused = await browser.submit(page, ANA, headers);
    expect(refused.status).toBe(403);
    const form = await browser.open(`${page.url.pathname}/sign-up`);
    expect((await browser.submit(form, { ...ANA, email: 'bo@example.com' }, headers)).status).toBe(403);
    const { rows } = await servers.database.query('SELECT email FROM identity.accounts');
    expect(rows).toEqual([{ email: ANA.email }]);
  },
);

test.each([
  ['Origin', { origin: ORIGIN }],
  ['Referer', { referer: `${ORIGIN}/idp/interaction/x` }],
])(
  'on plain http, where browsers send no Sec-Fetch-Site, %s of our own is enough',
  async (_name, headers: Record<string, string>) => {
    const { address, party } = await servers.startWithParty();
    await signUp(address, party, ANA);
    const { browser, page } = await openLogIn(address, party);
    expect((await browser.submit(page, ANA, headers)).url.searchParams.has('code')).toBe(true);
  },
);

test('cookies are HttpOnly, Lax, Secure on https and confined to the issuer [SEC-3]', async () => {
  const { address, party } = await servers.startWithParty();
  const flow = await party.begin();
  const { pathname, search } = new URL(flow.authorizationUrl);
  const response = await fetch(address + pathname + search, { redirect: 'manual' });
  const cookies = response.headers.getSetCookie();
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Secure-idp-/);
    expect(cookie).toMatch(/; path=\/idp(\/|;|$)/);
    expect(cookie).toMatch(/; secure(;|$)/);
    expect(cookie).toMatch(/; httponly(;|$)/);
    expect(cookie).toMatch(/; samesite=lax(;|$)/);
  }
});

test('no page has inline script or style, allows framing, or sends forms elsewhere [SEC-7]', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser, page } = await openLogIn(address, party);
  const bob = { ...ANA, email: 'bob@example.com' };
  await signUp(address, party, bob);
  const asAna = await signUp(address, party, ANA);
  const { authorizationUrl } = await party.begin({ prompt: 'login' });
  const noPerson = await party.begin({ prompt: 'none', response_mode: 'form_post' });
  const pages = [
    page,
    await browser.open(`${page.url.pathname}/sign-up`),
    await browser.open('/idp/session/end/success'),
    // Three self-submitting pages of the library: no user to sign out, another user logs in, an answer as a form.
    await browser.open('/idp/session/end'),
    await asAna.browser.submit(await asAna.browser.open(authorizationUrl), bob),
    await browser.open(noPerson.authorizationUrl),
  ];
  for (const { text, headers } of pages) {
    expect(text).not.toMatch(/<style|style=|<script(?! src=)|\son\w+=/);
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("; script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("; require-trusted-types-for 'script'; trusted-types 'none'");
    expect(policy).toContain(`form-action 'self' ${ORIGIN};`);
    expect(policy).not.toContain('unsafe');
    expect(headers.get('cache-control')).toContain('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
  const stylesheet = /href="(\/idp\/assets\/style-[^"]+)"/.exec(page.text)?.[1] ?? '';
  expect((await browser.open(stylesheet)).headers.get('cache-control')).toContain('immutable');
});

test('a body of more than 64 kB is refused [SEC-14]', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser, page } = await openLogIn(address, party);
  expect((await browser.submit(page, { email: ANA.email, password: 'x'.repeat(65 * 1024) })).status).toBe(
    413,
  );
});

test('the tables hold no session, code or token that works, only hashes of them', async () => {
  const { address, party } = await servers.startWithParty();
  const { flow, landed } = await signUp(address, party, ANA);
  const tokens = await party.finish(flow, landed.url);
  const { rows } = await servers.database.query<{ row: string }>(
    'SELECT models::text AS row FROM identity.models',
  );
  expect(rows.length).toBeGreaterThan(2);
  const dump = rows.map(({ row }) => row).join('\n');
  expect(dump).not.toContain(landed.url.searchParams.get('code'));
  expect(dump).not.toContain(tokens.access_token);
});

test('the next flow deletes expired rows', async () => {
  const { address, party } = await servers.startWithParty();
  await openLogIn(address, party);
  await servers.database.query("UPDATE identity.models SET expires_at = now() - interval '1 second'");
  await openLogIn(address, party);
  const { rows } = await servers.database.query('SELECT 1 FROM identity.models WHERE expires_at < now()');
  expect(rows).toEqual([]);
});

test('a prefix that is not the path of the issuer is refused at the start', async () => {
  await expect(servers.start({ issuer: 'https://oinkly.example/elsewhere' })).rejects.toThrow(
    'must be registered under /elsewhere',
  );
});
