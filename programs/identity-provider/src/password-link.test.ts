import { afterEach, expect, test } from 'vitest';
import { type IdentityAdmin, identityAdmin } from './index.ts';
import { Browser } from './test-support/browser.ts';
import { type RelyingParty, signUp } from './test-support/relying-party.ts';
import { ANA, errorOf, openLogIn, ORIGIN, RunningProvider } from './test-support/running-provider.ts';

const servers = new RunningProvider();
const NEW_PASSWORD = 'a house of bricks';
const DAY_MS = 24 * 60 * 60_000;
const BROKEN = '<h1>This link no longer works</h1>';
const opened: IdentityAdmin[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((admin) => admin.close()));
});

/** Ana, signed in, and a way to make links for her. */
async function anaWithLinks(options: Parameters<typeof servers.startWithParty>[0] = {}) {
  const { address, party } = await servers.startWithParty(options);
  const { browser, flow, landed } = await signUp(address, party, ANA);
  const sub = (await party.finish(flow, landed.url)).claims()?.sub ?? '';
  const admin = identityAdmin({
    databaseUrl: servers.databaseUrl,
    clock: () => servers.now,
    onIdleError: () => undefined,
  });
  opened.push(admin);
  const makeLink = async () => `/idp${await admin.createPasswordLink(sub)}`;
  return { address, party, admin, sub, ana: browser, stranger: () => new Browser(ORIGIN, address), makeLink };
}

async function isLoggedIn(browser: Browser, party: RelyingParty): Promise<boolean> {
  const silent = await browser.open((await party.begin({ prompt: 'none' })).authorizationUrl);
  return silent.url.searchParams.has('code');
}

async function canLogIn(address: string, party: RelyingParty, password: string): Promise<boolean> {
  const { browser, page } = await openLogIn(address, party);
  return (await browser.submit(page, { ...ANA, password })).url.searchParams.has('code');
}

test('a link sets a new password once, and ends all sessions [SEC-17]', async () => {
  const { address, party, ana, stranger, makeLink } = await anaWithLinks();
  const link = await makeLink();
  expect(await isLoggedIn(ana, party)).toBe(true);
  const browser = stranger();
  // Mail programs open links too.
  await browser.open(link);
  const page = await browser.open(link);
  expect(page.text).toContain(ANA.email);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('referrer-policy')).toBe('same-origin');
  const saved = await browser.submit(page, { password: NEW_PASSWORD });
  expect(saved.text).toContain('<h1>Your new password is saved</h1>');
  expect(await isLoggedIn(ana, party)).toBe(false);
  expect(await canLogIn(address, party, ANA.password)).toBe(false);
  expect(await canLogIn(address, party, NEW_PASSWORD)).toBe(true);
  for (const again of [
    await browser.open(link),
    await browser.submit(page, { password: 'another of mine' }),
  ]) {
    expect(again.status).toBe(410);
    expect(again.text).toContain(BROKEN);
  }
  expect(await canLogIn(address, party, NEW_PASSWORD)).toBe(true);
});

test('a user is told that the new password is saved, but the host’s sessions may remain [SEC-17]', async () => {
  const { address, party, stranger, makeLink } = await anaWithLinks({
    onLoginsEnded: () => Promise.reject(new Error('no database')),
  });
  const browser = stranger();
  const saved = await browser.submit(await browser.open(await makeLink()), { password: NEW_PASSWORD });
  expect(saved.status).toBe(500);
  expect(saved.text).toContain('<h1>Your new password is saved</h1>');
  expect(saved.text).toContain('Other devices may still be logged in.');
  expect(await canLogIn(address, party, NEW_PASSWORD)).toBe(true);
});

test.each([
  ['a link sent twice', false],
  ['the operator’s link and a mailed one', true],
])('%s at once sets one password [SEC-17]', async (_what, isMailed) => {
  const { address, party, admin, sub, stranger, makeLink } = await anaWithLinks();
  const link = await makeLink();
  const other = isMailed ? `/idp${(await admin.createMailedPasswordLink(sub))?.path}` : link;
  const forms = await Promise.all(
    [[link, 'a house of straw'] as const, [other, 'a house of sticks'] as const].map(
      async ([path, password]) => {
        const browser = stranger();
        const page = await browser.open(path);
        return { browser, page, password };
      },
    ),
  );
  const answers = await Promise.all(
    forms.map(({ browser, page, password }) => browser.submit(page, { password })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  for (const [index, { password }] of forms.entries())
    expect(await canLogIn(address, party, password)).toBe(answers[index]?.status === 200);
});

test('a link still works after a stranger asked for one by mail [SEC-17]', async () => {
  const { address, party, admin, sub, stranger, makeLink } = await anaWithLinks();
  const link = await makeLink();
  expect(await admin.createMailedPasswordLink(sub)).toBeDefined();
  const browser = stranger();
  await browser.submit(await browser.open(link), { password: NEW_PASSWORD });
  expect(await canLogIn(address, party, NEW_PASSWORD)).toBe(true);
});

test.each<[string, (context: Awaited<ReturnType<typeof anaWithLinks>>) => Promise<unknown>]>([
  [
    'after the owner used a mailed one',
    async ({ admin, sub, stranger }) => {
      const browser = stranger();
      const page = await browser.open(`/idp${(await admin.createMailedPasswordLink(sub))?.path}`);
      expect((await browser.submit(page, { password: 'a password of my own' })).status).toBe(200);
    },
  ],
  ['after a day', async () => (servers.now = new Date(servers.now.getTime() + DAY_MS))],
  ['after a newer link', ({ makeLink }) => makeLink()],
  [
    'after a reset by the administrator',
    ({ admin, sub }) => admin.setRandomPassword(sub, { removesPasskeys: false }),
  ],
  ['after the account was deleted', ({ admin, sub }) => admin.deleteAccount(sub)],
  [
    'after the password was changed',
    async ({ ana }) => {
      const page = await ana.open('/idp/account/password');
      const changed = await ana.submit(page, { current: ANA.password, password: 'a password of my own' });
      expect(changed.status).toBe(200);
    },
  ],
])('a link no longer works %s [SEC-17]', async (_when, happen) => {
  const context = await anaWithLinks();
  const link = await context.makeLink();
  const browser = context.stranger();
  const page = await browser.open(link);
  await happen(context);
  expect((await browser.open(link)).text).toContain(BROKEN);
  expect((await browser.submit(page, { password: NEW_PASSWORD })).status).toBe(410);
});

test('a new password by link follows the rules of signing up, from our own page only [SEC-17]', async () => {
  const { stranger, makeLink } = await anaWithLinks();
  const browser = stranger();
  const page = await browser.open(await makeLink());
  for (const [password, words] of [
    ['', 'Choose a password.'],
    ['short', 'Too short: this has 5.'],
  ] as const) {
    const refused = await browser.submit(page, { password });
    expect(refused.status).toBe(422);
    expect(errorOf(refused, 'password')).toBe(words);
  }
  const foreign = await browser.submit(page, { password: NEW_PASSWORD }, { 'sec-fetch-site': 'cross-site' });
  expect(foreign.status).toBe(403);
  expect((await browser.open('/idp/password-link/unknown')).text).toContain(BROKEN);
});
