import { expect, test } from 'vitest';
import type { Browser, BrowserPage } from './test-support/browser.ts';
import { addPasskey, logInWithPasskey } from './test-support/passkey-steps.ts';
import { type RelyingParty, signUp } from './test-support/relying-party.ts';
import { ANA, openLogIn, RunningProvider } from './test-support/running-provider.ts';

const servers = new RunningProvider();
const WRONG = { ...ANA, password: 'not the password' };
const BO = { email: 'bo@example.com', password: 'a windmill of straw' };
const MINUTE_MS = 60_000;
const HERE = '10.0.0.1';
const ELSEWHERE = '10.0.0.2';

function from(address: string): Record<string, string> {
  return { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address };
}

function hasLoggedIn({ url }: BrowserPage): boolean {
  return url.searchParams.has('code');
}

async function tryToLogIn(
  { browser, page }: { browser: Browser; page: BrowserPage },
  account: { email: string; password: string },
  address = HERE,
): Promise<BrowserPage> {
  return browser.submit(page, account, from(address));
}

/** Another user's browser that has used up Ana's attempts, in its own network or in all. */
async function exhaust(at: { address: string; party: RelyingParty }, times: number, address = HERE) {
  const stranger = await openLogIn(at.address, at.party);
  for (let round = 0; round < times; round += 1) {
    expect((await tryToLogIn(stranger, WRONG, address)).status).toBe(422);
  }
  return stranger;
}

test('ten wrong passwords lock any email in that network for 15 minutes [SEC-17] [SEC-13]', async () => {
  const { address, party } = await servers.startWithParty();
  await signUp(address, party, ANA);
  for (const email of [ANA.email, 'nobody@example.com']) {
    const opened = await openLogIn(address, party);
    for (let round = 0; round < 10; round += 1) {
      expect((await tryToLogIn(opened, { ...WRONG, email })).status).toBe(422);
    }
    const locked = await tryToLogIn(opened, { ...ANA, email });
    expect(locked.status).toBe(429);
    expect(locked.headers.get('retry-after')).toBe('900');
    expect(locked.text).toContain('Too many tries. Wait 15 minutes, then try again.');
  }
  servers.now = new Date(servers.now.getTime() + 15 * MINUTE_MS);
  expect(hasLoggedIn(await tryToLogIn(await openLogIn(address, party), ANA))).toBe(true);
});

test('a stranger’s failures in one network lock out no other network [SEC-23]', async () => {
  const at = await servers.startWithParty();
  await signUp(at.address, at.party, ANA);
  const stranger = await exhaust(at, 10);
  expect((await tryToLogIn(stranger, ANA)).status).toBe(429);
  expect(hasLoggedIn(await tryToLogIn(stranger, ANA, ELSEWHERE))).toBe(true);
});

test('strangers in many networks share a cap for an hour, and a known browser gets in [SEC-23]', async () => {
  const at = await servers.startWithParty({ limits: { failuresPerAccountInAnHour: 4 } });
  const { browser } = await signUp(at.address, at.party, ANA);
  for (const network of ['10.1.0.1', '10.2.0.1', '10.3.0.1', '10.4.0.1']) await exhaust(at, 1, network);
  const stranger = await openLogIn(at.address, at.party);
  const capped = await tryToLogIn(stranger, ANA, ELSEWHERE);
  expect(capped.status).toBe(429);
  expect(capped.text).toContain('Wait 60 minutes');

  const page = await browser.open((await at.party.begin({ prompt: 'login' })).authorizationUrl);
  expect(page.text).toContain('<h1>Confirm it’s you</h1>');
  expect(hasLoggedIn(await tryToLogIn({ browser, page }, ANA))).toBe(true);
  servers.now = new Date(servers.now.getTime() + 60 * MINUTE_MS);
  expect(hasLoggedIn(await tryToLogIn(stranger, ANA, ELSEWHERE))).toBe(true);
});

test('strangers in the same network do not lock out a known browser [SEC-23]', async () => {
  const at = await servers.startWithParty({ limits: { failuresPerNetworkIn15Min: 3 } });
  const { browser } = await signUp(at.address, at.party, ANA);
  const stranger = await exhaust(at, 3);
  expect((await tryToLogIn(stranger, ANA)).status).toBe(429);

  const changed = 'a house of bricks';
  const form = await browser.open('/idp/account/password');
  const done = await browser.submit(form, { current: ANA.password, password: changed }, from(HERE));
  expect(done.text).toContain('Password changed.');
  const page = await browser.open((await at.party.begin({ prompt: 'login' })).authorizationUrl);
  expect(hasLoggedIn(await tryToLogIn({ browser, page }, { ...ANA, password: changed }))).toBe(true);
});

test('ten wrong passwords in a known browser lock only that browser [SEC-23] [SEC-13]', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser } = await signUp(address, party, ANA);
  const form = await browser.open('/idp/account/password');
  for (let round = 0; round < 10; round += 1) {
    const wrong = await browser.submit(form, { current: WRONG.password, password: 'a house of bricks' });
    expect(wrong.status).toBe(422);
  }
  const locked = await browser.submit(form, { current: ANA.password, password: 'a house of bricks' });
  expect(locked.status).toBe(429);
  // Ten changes were tried in this hour.
  expect(locked.headers.get('retry-after')).toBe('3600');
  const page = await browser.open((await party.begin({ prompt: 'login' })).authorizationUrl);
  expect((await tryToLogIn({ browser, page }, ANA)).status).toBe(429);
  expect(hasLoggedIn(await tryToLogIn(await openLogIn(address, party), ANA))).toBe(true);
});

test.each([
  ['with another account', async ({ bo }: { bo: Browser }) => bo],
  [
    'half a year ago',
    async ({ ana }: { ana: Browser }) => {
      servers.now = new Date(servers.now.getTime() + 181 * 24 * 60 * MINUTE_MS);
      return ana;
    },
  ],
  [
    'and has changed its cookie',
    async ({ ana }: { ana: Browser }) => {
      ana.changeCookies(/-known-/, (value) => `x${value}`);
      return ana;
    },
  ],
])('a browser that logged in %s is not a known one [SEC-23]', async (_how, choose) => {
  const at = await servers.startWithParty({ limits: { failuresPerAccountInAnHour: 2 } });
  const { browser: ana } = await signUp(at.address, at.party, ANA);
  const { browser: bo } = await signUp(at.address, at.party, BO);
  const browser = await choose({ ana, bo });
  await exhaust(at, 2, ELSEWHERE);
  browser.changeCookies(/-session$/, () => '');
  const page = await browser.open((await at.party.begin()).authorizationUrl);
  expect((await tryToLogIn({ browser, page }, ANA)).status).toBe(429);
});

test('a known browser’s cookie is renewed at login, HttpOnly and for these pages only [SEC-23]', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser } = await signUp(address, party, ANA);
  const [first] = browser.cookiesNamed(/-known-/);
  expect(first?.path).toBe('/idp');
  expect(first?.name).toMatch(/^__Secure-idp-known-[0-9a-f]{16}$/);
  expect(first?.line).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
  const page = await browser.open((await party.begin({ prompt: 'login' })).authorizationUrl);
  await tryToLogIn({ browser, page }, ANA);
  const [second, ...others] = browser.cookiesNamed(/-known-/);
  expect(second?.value).not.toBe(first?.value);
  expect(others).toEqual([]);
});

test('of forty wrong passwords at once ten are checked; the rest do not count [SEC-17] [SEC-23]', async () => {
  const { address, party } = await servers.startWithParty({ limits: { failuresPerAccountInAnHour: 11 } });
  await signUp(address, party, ANA);
  const opened = await openLogIn(address, party);
  const answers = await Promise.all(Array.from({ length: 40 }, () => tryToLogIn(opened, WRONG)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 422)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  expect(hasLoggedIn(await tryToLogIn(opened, ANA, ELSEWHERE))).toBe(true);
});

test('a network that fails for many emails is locked, and others are not [SEC-13]', async () => {
  const { address, party } = await servers.startWithParty({
    networkOf: (ip) => ip.replace(/:[^:]+$/, ''),
    limits: { failuresPerNetworkIn15Min: 3 },
  });
  const opened = await openLogIn(address, party);
  const statusOf = async (name: string, ip: string) =>
    (await tryToLogIn(opened, { ...WRONG, email: `${name}@example.com` }, ip)).status;
  expect([
    await statusOf('a', '2001:db8::1'),
    await statusOf('b', '2001:db8::2'),
    await statusOf('c', '2001:db8::3'),
    await statusOf('d', '2001:db8::4'),
    await statusOf('d', '2001:db9::1'),
  ]).toEqual([422, 422, 422, 429, 422]);
});

test('fifty wrong passwords from a network do not affect passkeys [SEC-23]', async () => {
  const { address, party } = await servers.startWithParty({
    limits: { passkeyFailuresPerNetworkIn15Min: 50 },
  });
  const { browser } = await signUp(address, party, ANA);
  const { authenticator } = await addPasskey(browser);
  const opened = await openLogIn(address, party);
  for (let round = 0; round < 50; round += 1) {
    await tryToLogIn(opened, { ...WRONG, email: `${round}@example.com` }, '127.0.0.1');
  }
  expect((await tryToLogIn(opened, ANA, '127.0.0.1')).status).toBe(429);
  expect(hasLoggedIn(await logInWithPasskey(opened.browser, opened.page, authenticator))).toBe(true);
});

test('passkeys that fail lock passkeys in that network, and no passwords [SEC-13] [SEC-23]', async () => {
  const { address, party } = await servers.startWithParty({
    limits: { passkeyFailuresPerNetworkIn15Min: 3, failuresPerNetworkIn15Min: 3 },
  });
  await signUp(address, party, ANA);
  const opened = await openLogIn(address, party);
  const tryPasskey = (ip: string) =>
    opened.browser.post(`${opened.page.url.pathname}/passkey`, { answer: '{}' }, from(ip));
  for (const _ of [1, 2, 3]) expect((await tryPasskey(HERE)).status).toBe(422);
  const locked = await tryPasskey(HERE);
  expect(locked.status).toBe(429);
  expect(locked.headers.get('retry-after')).toBe('900');
  expect((await tryPasskey(ELSEWHERE)).status).toBe(422);
  expect(hasLoggedIn(await tryToLogIn(opened, ANA))).toBe(true);
});

test('sign-ups count by network, not by address [SEC-13]', async () => {
  const { address, party } = await servers.startWithParty({
    networkOf: (ip) => ip.replace(/:[^:]+$/, ''),
    limits: { signUpsPerNetworkInAnHour: 1 },
  });
  const canSignUp = async (name: string, ip: string) => {
    const { browser, page } = await openLogIn(address, party);
    const form = await browser.open(`${page.url.pathname}/sign-up`);
    const account = { ...ANA, email: `${name}@example.com` };
    return hasLoggedIn(await browser.submit(form, account, from(ip)));
  };
  expect([
    await canSignUp('a', '2001:db8::1'),
    await canSignUp('b', '2001:db8::2'),
    await canSignUp('b', '2001:db9::1'),
  ]).toEqual([true, false, true]);
});

test('a network can create only so many accounts in an hour [SEC-13]', async () => {
  const { address, party } = await servers.startWithParty({ limits: { signUpsPerNetworkInAnHour: 1 } });
  await signUp(address, party, ANA);
  const { landed } = await signUp(address, party, BO);
  expect(landed.status).toBe(429);
  expect(landed.headers.get('retry-after')).toBe('3600');
  servers.now = new Date(servers.now.getTime() + 60 * MINUTE_MS);
  expect(hasLoggedIn((await signUp(address, party, BO)).landed)).toBe(true);
});
