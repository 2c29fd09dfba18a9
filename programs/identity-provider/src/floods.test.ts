import { afterEach, expect, test, vi } from 'vitest';
import { identityAdmin } from './index.ts';
import { Browser, type BrowserPage } from './test-support/browser.ts';
import { type RelyingParty, signUp } from './test-support/relying-party.ts';
import { ANA, openLogIn, ORIGIN, RunningProvider } from './test-support/running-provider.ts';

/** Every hash waits here while it is set. */
const gate = vi.hoisted(() => ({ begun: [] as string[], held: undefined as (() => void)[] | undefined }));

vi.mock(import('node:crypto'), async (importOriginal) => {
  const crypto = await importOriginal();
  const argon2 = (...call: Parameters<typeof crypto.argon2>) => {
    const { message } = call[1];
    gate.begun.push(typeof message === 'string' ? message : 'not a text');
    if (gate.held === undefined) crypto.argon2(...call);
    else gate.held.push(() => crypto.argon2(...call));
  };
  return { ...crypto, argon2, default: { ...crypto, argon2 } };
});

const servers = new RunningProvider();
const FLOOD = 30;
const HERE = '10.0.0.1';
const ELSEWHERE = '10.0.0.2';
const BO = { email: 'bo@example.com', password: 'a windmill of straw' };
const NEW_PASSWORD = 'a house of bricks';

afterEach(() => releaseAll());

function from(address: string): Record<string, string> {
  return { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address };
}

function releaseAll(): void {
  const { held = [] } = gate;
  gate.held = undefined;
  for (const start of held) start();
}

interface Setting {
  address: string;
  party: RelyingParty;
}
type Send = () => Promise<BrowserPage>;

async function makeAdmin(work: (admin: ReturnType<typeof identityAdmin>, sub: string) => Promise<string>) {
  const admin = identityAdmin({
    databaseUrl: servers.databaseUrl,
    clock: () => servers.now,
    onIdleError: () => undefined,
  });
  try {
    const sub = (await admin.findAccount(ANA.email))?.sub ?? '';
    return await work(admin, sub);
  } finally {
    await admin.close();
  }
}

/** Each returns how to send one of the flood's forms. */
const FLOODS: [string, (setting: Setting) => Promise<Send>][] = [
  [
    'logs in with the right password',
    async ({ address, party }) => {
      const { browser, page } = await openLogIn(address, party);
      return () => browser.submit(page, ANA, from(HERE));
    },
  ],
  [
    'logs in with wrong passwords',
    async ({ address, party }) => {
      const { browser, page } = await openLogIn(address, party);
      return () => browser.submit(page, { ...ANA, password: 'not the password' }, from(HERE));
    },
  ],
  [
    'creates accounts',
    async ({ address, party }) => {
      const { browser, page } = await openLogIn(address, party);
      const form = await browser.open(`${page.url.pathname}/sign-up`);
      return () => browser.submit(form, { email: 'new@example.com', password: NEW_PASSWORD }, from(HERE));
    },
  ],
  [
    'changes a password',
    async ({ address, party }) => {
      const { browser, page } = await openLogIn(address, party);
      await browser.submit(page, ANA);
      const form = await browser.open('/idp/account/password');
      return () => browser.submit(form, { current: ANA.password, password: NEW_PASSWORD }, from(HERE));
    },
  ],
  [
    'replaces a temporary password',
    async ({ address, party }) => {
      const password = await makeAdmin(async (admin, sub) => {
        const set = await admin.setRandomPassword(sub, { removesPasskeys: false });
        return set?.password ?? '';
      });
      const { browser, page } = await openLogIn(address, party);
      const form = await browser.submit(page, { email: ANA.email, password });
      return () => browser.submit(form, { password: NEW_PASSWORD }, from(HERE));
    },
  ],
  [
    'sets a password by link',
    async ({ address }) => {
      const path = await makeAdmin(async (admin, sub) => (await admin.createPasswordLink(sub)) ?? '');
      const browser = new Browser(ORIGIN, address);
      const form = await browser.open(`/idp${path}`);
      return () => browser.submit(form, { password: NEW_PASSWORD }, from(HERE));
    },
  ],
];

test.each(FLOODS)(
  'a flood that %s keeps no other network’s log-in waiting [SEC-22]',
  async (_what, prepare) => {
    const setting = await servers.startWithParty();
    await signUp(setting.address, setting.party, ANA);
    await signUp(setting.address, setting.party, BO);
    const send = await prepare(setting);
    const other = await openLogIn(setting.address, setting.party);
    gate.begun.length = 0;
    gate.held = [];
    const flood = Array.from({ length: FLOOD }, send);
    await expect.poll(() => gate.begun).not.toEqual([]);
    const logIn = other.browser.submit(other.page, BO, from(ELSEWHERE));
    await expect.poll(() => gate.begun).toContain(BO.password);
    expect(gate.begun.indexOf(BO.password)).toBe(1);
    releaseAll();
    expect((await logIn).url.searchParams.has('code')).toBe(true);
    await Promise.all(flood);
  },
);

test('a network with fifty waiting passwords is told to wait, and others log in [SEC-13]', async () => {
  const { address, party } = await servers.startWithParty({
    limits: { failuresPerAccountAndNetworkIn15Min: 100, failuresPerNetworkIn15Min: 100 },
  });
  await signUp(address, party, ANA);
  const opened = await openLogIn(address, party);
  const other = await openLogIn(address, party);
  gate.held = [];
  const flood = Array.from({ length: 60 }, () => opened.browser.submit(opened.page, ANA, from(HERE)));
  // One runs and fifty wait.
  const refused = await Promise.any(
    flood.map(async (answer) => {
      const page = await answer;
      if (page.status !== 429) throw new Error('It was not refused');
      return page;
    }),
  );
  expect(refused.headers.get('retry-after')).toBe('5');
  const logIn = other.browser.submit(other.page, ANA, from(ELSEWHERE));
  await expect.poll(() => gate.held?.length).toBe(2);
  releaseAll();
  expect((await logIn).url.searchParams.has('code')).toBe(true);
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(9);
});

test('an account has ten password changes an hour, in all browsers together [SEC-13]', async () => {
  const { address, party } = await servers.startWithParty();
  const { browser: ana } = await signUp(address, party, ANA);
  const { browser: bo } = await signUp(address, party, BO);
  const change = async (browser: Browser, current: string, password: string) =>
    browser.submit(await browser.open('/idp/account/password'), { current, password });
  const [first, second] = [ANA.password, NEW_PASSWORD];
  for (let round = 0; round < 5; round += 1) {
    expect((await change(ana, first, second)).status).toBe(200);
    expect((await change(ana, second, first)).status).toBe(200);
  }
  const { browser: again, page } = await openLogIn(address, party);
  await again.submit(page, ANA);
  gate.begun.length = 0;
  for (const browser of [ana, again]) {
    const refused = await change(browser, first, second);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('3600');
  }
  expect(gate.begun).toEqual([]);
  expect((await change(bo, BO.password, NEW_PASSWORD)).status).toBe(200);
  servers.now = new Date(servers.now.getTime() + 60 * 60_000);
  expect((await change(again, first, second)).status).toBe(200);
});

test('a temporary password is offered as the new one ten times an hour at most [SEC-13]', async () => {
  const { address, party } = await servers.startWithParty();
  await signUp(address, party, ANA);
  const password = await makeAdmin(async (admin, sub) => {
    const set = await admin.setRandomPassword(sub, { removesPasskeys: false });
    return set?.password ?? '';
  });
  const { browser, page } = await openLogIn(address, party);
  const form = await browser.submit(page, { email: ANA.email, password });
  for (let round = 0; round < 10; round += 1)
    expect((await browser.submit(form, { password })).status).toBe(422);
  const refused = await browser.submit(form, { password });
  expect(refused.status).toBe(429);
  expect(refused.text).toContain('Too many tries. Wait 60 minutes, then try again.');
});
