import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type IdentityAdmin, identityAdmin } from './index.ts';
import { addAuthenticatorApp, type AuthenticatorApp } from './test-support/authenticator-app.ts';
import { Browser, type BrowserPage } from './test-support/browser.ts';
import { addPasskey } from './test-support/passkey-steps.ts';
import { signUp } from './test-support/relying-party.ts';
import { ANA, openLogIn, ORIGIN, RunningProvider } from './test-support/running-provider.ts';

const servers = new RunningProvider();
const NEW_PASSWORD = 'a house of bricks';
const opened: IdentityAdmin[] = [];
/** What the application holds for each subject. */
const held = new Set<string>();
let isWell = true;
let isKnown = true;

/** Robots fail while not well; visitors never do. */
const otherAccess = ['Robots', 'Visitors'].map((name) => ({
  name,
  endsWithFirstProof: name === 'Robots',
  exists: async (subject: string) => {
    if (!isKnown) throw new Error('no database');
    return held.has(`${name} ${subject}`);
  },
  remove: async (subject: string) => {
    if (!isWell && name === 'Robots') throw new Error('no database');
    held.delete(`${name} ${subject}`);
  },
}));
const hasRobots = (sub: string) => held.has(`Robots ${sub}`);
const hasVisitors = (sub: string) => held.has(`Visitors ${sub}`);

beforeEach(() => {
  held.clear();
  isWell = true;
  isKnown = true;
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((admin) => admin.close()));
});

/** Ana and Bo, each with a passkey, an authenticator app, a robot and a visitor. */
async function anaAndBo() {
  const { address, party } = await servers.startWithParty({ otherAccess });
  const people = [];
  for (const account of [ANA, { ...ANA, email: 'bo@example.com' }]) {
    const { browser, flow, landed } = await signUp(address, party, account);
    const sub = (await party.finish(flow, landed.url)).claims()?.sub ?? '';
    await addPasskey(browser);
    const { app } = await addAuthenticatorApp(browser, servers.now);
    for (const { name } of otherAccess) held.add(`${name} ${sub}`);
    people.push({ browser, sub, app });
  }
  const [ana, bo] = people;
  if (!ana || !bo) throw new Error('Someone is missing');
  const admin = identityAdmin({
    databaseUrl: servers.databaseUrl,
    clock: () => servers.now,
    onIdleError: () => undefined,
  });
  opened.push(admin);
  return { address, party, ana, bo, admin };
}
type Setting = Awaited<ReturnType<typeof anaAndBo>>;

/** Each form that sets a new password: how to open it, and what it needs besides. */
const FORMS: [string, (setting: Setting) => Promise<{ browser: Browser; page: BrowserPage }>][] = [
  [
    'Change password',
    async ({ ana: { browser } }) => ({ browser, page: await browser.open('/idp/account/password') }),
  ],
  [
    'a password link',
    async ({ address, admin, ana }) => {
      const browser = new Browser(ORIGIN, address);
      return { browser, page: await browser.open(`/idp${await admin.createPasswordLink(ana.sub)}`) };
    },
  ],
  [
    'a temporary password',
    async ({ address, party, admin, ana }) => {
      const set = await admin.setRandomPassword(ana.sub, { removesPasskeys: false });
      const { browser, page } = await openLogIn(address, party);
      const next = await browser.submit(page, { email: ANA.email, password: set?.password ?? '' });
      return { browser, page: await enterCode(browser, next, ana.app) };
    },
  ],
];

/** The next one. */
function enterCode(browser: Browser, page: BrowserPage, app: AuthenticatorApp): Promise<BrowserPage> {
  servers.now = new Date(servers.now.getTime() + 30_000);
  return browser.submit(page, { code: app.codeAt(servers.now) });
}

async function appsOf(sub: string): Promise<number> {
  const { rows } = await servers.database.query(
    'SELECT 1 FROM identity.authenticator_apps WHERE account_id = $1',
    [sub],
  );
  return rows.length;
}

async function passkeysOf(sub: string): Promise<number> {
  const { rows } = await servers.database.query('SELECT 1 FROM identity.passkeys WHERE account_id = $1', [
    sub,
  ]);
  return rows.length;
}

const leftTo = async (sub: string) => ({
  passkeys: await passkeysOf(sub),
  apps: await appsOf(sub),
  robots: hasRobots(sub),
  visitors: hasVisitors(sub),
});
const ALL = { passkeys: 1, apps: 1, robots: true, visitors: true };

describe.each(FORMS)('the form of %s', (name, openForm) => {
  // A session and a known password are not two factors.
  const offersApp = name !== 'Change password';

  test.each([
    [{}, ALL],
    [{ removesPasskeys: 'on' }, { ...ALL, passkeys: 0 }],
    [{ removesAuthenticatorApp: 'on' }, { ...ALL, apps: 0 }],
    [{ removesOtherAccess: 'Robots' }, { ...ALL, robots: false }],
    [{ removesOtherAccess: 'Visitors' }, { ...ALL, visitors: false }],
    [
      { removesPasskeys: 'on', removesAuthenticatorApp: 'on', removesOtherAccess: ['Robots', 'Visitors'] },
      { passkeys: 0, apps: 0, robots: false, visitors: false },
    ],
  ])(
    'removes what the user chose with the old password, for this user only: %j [SEC-34]',
    async (chosen, left) => {
      const setting = await anaAndBo();
      const { ana, bo } = setting;
      const { browser, page } = await openForm(setting);
      expect(page.text).toContain('<legend>Also remove</legend>');
      expect(page.text).not.toMatch(/type="checkbox"[^>]*checked/);
      const refused = await browser.submit(page, { current: ANA.password, password: 'short', ...chosen });
      expect(refused.status).toBe(422);
      expect(refused.text.match(/type="checkbox"[^>]*checked/g) ?? []).toHaveLength(
        Object.entries(chosen)
          .filter(([field]) => offersApp || field !== 'removesAuthenticatorApp')
          .flatMap(([, values]) => values).length,
      );
      expect(await leftTo(ana.sub)).toEqual(ALL);
      await browser.submit(page, { current: ANA.password, password: NEW_PASSWORD, ...chosen });
      expect(await leftTo(ana.sub)).toEqual(offersApp ? left : { ...left, apps: 1 });
      expect(await leftTo(bo.sub)).toEqual(ALL);
    },
  );

  test('offers only what there is [SEC-34]', async () => {
    const setting = await anaAndBo();
    held.delete(`Robots ${setting.ana.sub}`);
    const { browser, page } = await openForm(setting);
    expect(page.text).toContain('name="removesPasskeys"');
    expect(page.text.includes('name="removesAuthenticatorApp"')).toBe(offersApp);
    expect(page.text.includes('your new password needs its code')).toBe(offersApp);
    expect(page.text).not.toContain('Robots');
    expect(page.text).toContain('Visitors');
    held.clear();
    await servers.database.query('DELETE FROM identity.passkeys');
    await servers.database.query('DELETE FROM identity.authenticator_apps');
    expect((await browser.open(page.url.href)).text).not.toContain('Also remove');
  });
});

test.each(FORMS.slice(0, 2))(
  '%s says so if some of the application’s could not be removed, and removes the others',
  async (_name, openForm) => {
    const setting = await anaAndBo();
    const { browser, page } = await openForm(setting);
    isWell = false;
    const done = await browser.submit(page, {
      current: ANA.password,
      password: NEW_PASSWORD,
      removesOtherAccess: ['Robots', 'Visitors'],
    });
    expect(done.status).toBe(500);
    expect(done.text).toContain('Robots may still work.');
    expect(done.text).not.toContain('Visitors may still work.');
    expect(await leftTo(setting.ana.sub)).toMatchObject({ robots: true, visitors: false });
  },
);

test('a mailed link that first proves the email says what goes with it, and offers the rest [SEC-17] [SEC-34]', async () => {
  const { address, admin, ana, bo } = await anaAndBo();
  const open = async () => {
    const browser = new Browser(ORIGIN, address);
    return {
      browser,
      page: await browser.open(`/idp${(await admin.createMailedPasswordLink(ana.sub))?.path}`),
    };
  };
  const { browser, page } = await open();
  expect(page.text).toContain('Passkeys, Authenticator app, and Robots.');
  expect(page.text.match(/type="checkbox"[^>]*value="\w+"/g)).toEqual([
    expect.stringContaining('value="Visitors"'),
  ]);
  // What exists is not asked for again: the link is spent by then.
  isKnown = false;
  await browser.submit(page, { password: NEW_PASSWORD });
  isKnown = true;
  expect(await leftTo(ana.sub)).toEqual({ passkeys: 0, apps: 0, robots: false, visitors: true });
  expect(await leftTo(bo.sub)).toEqual(ALL);
  held.add(`Robots ${ana.sub}`);
  const later = await open();
  expect(later.page.text).not.toContain('first proof');
  await later.browser.submit(later.page, { password: 'another house of bricks' });
  expect(hasRobots(ana.sub)).toBe(true);
});

test('what a mailed link promised to remove goes, also if the email was confirmed before it was used [SEC-17]', async () => {
  const { address, admin, ana } = await anaAndBo();
  const browser = new Browser(ORIGIN, address);
  const link = await admin.createMailedPasswordLink(ana.sub);
  const page = await browser.open(`/idp${link?.path}`);
  const confirmation = await admin.createConfirmationLink(ana.sub);
  await browser.submit(await browser.open(`/idp${confirmation?.path}`), {});
  const done = await browser.submit(page, { password: NEW_PASSWORD });
  expect(done.text).toContain('Robots were removed.');
  expect(await leftTo(ana.sub)).toEqual({ passkeys: 0, apps: 0, robots: false, visitors: true });
});

test('a temporary password stays if the application’s could not be removed', async () => {
  const setting = await anaAndBo();
  const [, , [, openForm] = []] = FORMS;
  if (!openForm) throw new Error('The form is missing');
  const { browser, page } = await openForm(setting);
  isWell = false;
  const send = () => browser.submit(page, { password: NEW_PASSWORD, removesOtherAccess: 'Robots' });
  expect((await send()).status).toBe(500);
  isWell = true;
  expect((await send()).url.searchParams.has('code')).toBe(true);
  expect(hasRobots(setting.ana.sub)).toBe(false);
});

test('without a hook and passkeys, a password form offers to remove nothing', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser } = await signUp(address, party, ANA);
  expect((await browser.open('/idp/account/password')).text).not.toContain('Also remove');
});
