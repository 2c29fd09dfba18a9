import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type IdentityAdmin, identityAdmin } from './index.ts';
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

const otherAccess = {
  name: 'Robots',
  exists: async (subject: string) => held.has(subject),
  remove: async (subject: string) => {
    if (!isWell) throw new Error('no database');
    held.delete(subject);
  },
};

beforeEach(() => {
  held.clear();
  isWell = true;
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((admin) => admin.close()));
});

/** Ana and Bo, each with a passkey and a robot. */
async function anaAndBo() {
  const { address, party } = await servers.startWithParty({ otherAccess });
  const people = [];
  for (const account of [ANA, { ...ANA, email: 'bo@example.com' }]) {
    const { browser, flow, landed } = await signUp(address, party, account);
    const sub = (await party.finish(flow, landed.url)).claims()?.sub ?? '';
    await addPasskey(browser);
    held.add(sub);
    people.push({ browser, sub });
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
      return {
        browser,
        page: await browser.submit(page, { email: ANA.email, password: set?.password ?? '' }),
      };
    },
  ],
];

async function passkeysOf(sub: string): Promise<number> {
  const { rows } = await servers.database.query('SELECT 1 FROM identity.passkeys WHERE account_id = $1', [
    sub,
  ]);
  return rows.length;
}

describe.each(FORMS)('the form of %s', (_name, openForm) => {
  test.each([
    [{}, { passkeys: 1, robots: true }],
    [{ removesPasskeys: 'on' }, { passkeys: 0, robots: true }],
    [{ removesOtherAccess: 'on' }, { passkeys: 1, robots: false }],
    [
      { removesPasskeys: 'on', removesOtherAccess: 'on' },
      { passkeys: 0, robots: false },
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
        Object.keys(chosen).length,
      );
      expect([await passkeysOf(ana.sub), held.has(ana.sub)]).toEqual([1, true]);
      await browser.submit(page, { current: ANA.password, password: NEW_PASSWORD, ...chosen });
      expect({ passkeys: await passkeysOf(ana.sub), robots: held.has(ana.sub) }).toEqual(left);
      expect({ passkeys: await passkeysOf(bo.sub), robots: held.has(bo.sub) }).toEqual({
        passkeys: 1,
        robots: true,
      });
    },
  );

  test('offers only what there is [SEC-34]', async () => {
    const setting = await anaAndBo();
    held.delete(setting.ana.sub);
    const { browser, page } = await openForm(setting);
    expect(page.text).toContain('name="removesPasskeys"');
    expect(page.text).not.toContain('Robots');
    await servers.database.query('DELETE FROM identity.passkeys');
    expect((await browser.open(page.url.href)).text).not.toContain('Also remove');
  });
});

test.each(FORMS.slice(0, 2))(
  '%s says so if the application’s could not be removed',
  async (_name, openForm) => {
    const setting = await anaAndBo();
    const { browser, page } = await openForm(setting);
    isWell = false;
    const done = await browser.submit(page, {
      current: ANA.password,
      password: NEW_PASSWORD,
      removesOtherAccess: 'on',
    });
    expect(done.status).toBe(500);
    expect(done.text).toContain('Robots may still work.');
  },
);

test('a temporary password stays if the application’s could not be removed', async () => {
  const setting = await anaAndBo();
  const [, , [, openForm] = []] = FORMS;
  if (!openForm) throw new Error('The form is missing');
  const { browser, page } = await openForm(setting);
  isWell = false;
  const send = () => browser.submit(page, { password: NEW_PASSWORD, removesOtherAccess: 'on' });
  expect((await send()).status).toBe(500);
  isWell = true;
  expect((await send()).url.searchParams.has('code')).toBe(true);
  expect(held.has(setting.ana.sub)).toBe(false);
});

test('without a hook and passkeys, a password form offers to remove nothing', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser } = await signUp(address, party, ANA);
  expect((await browser.open('/idp/account/password')).text).not.toContain('Also remove');
});
