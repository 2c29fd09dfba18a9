import { HttpBrowser } from '@oinkly/server/test-support/http-browser';
import { freePort, startedServer } from '@oinkly/server/test-support/server-process';
import { createTestDatabase, type TestDatabase } from '@oinkly/server/test-support/test-database';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLBACK, giveWords, goOn, isAskedAgain, signOutThere } from './at-glewlwyd.ts';
import { startGlewlwyd, type Glewlwyd, type GlewlwydAccount } from './glewlwyd.ts';

const FAILED = /\?problem=LOGIN_FAILED$/;
const UNCONFIRMED = /\?problem=REAUTH_UNCONFIRMED$/;

/** Allows for a busy machine. */
const A_TEST = { timeout: 30_000 };

describe('an installation that logs in at glewlwyd', A_TEST, () => {
  let database: TestDatabase;
  let issuer: Glewlwyd;
  let origin: string;
  const cleanUps: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'another-issuer-'));
    cleanUps.push(() => rm(dataDir, { recursive: true, force: true }));
    database = await createTestDatabase();
    cleanUps.push(() => database.drop());
    const port = await freePort();
    origin = `http://localhost:${port}`;
    issuer = await startGlewlwyd(origin);
    cleanUps.push(() => issuer.close());
    const server = await startedServer({
      DATA_DIR: dataDir,
      PORT: String(port),
      DATABASE_URL: database.url,
      TOKEN_KEYS: `k:${Buffer.alloc(32, 7).toString('base64')}`,
      OIDC_ISSUER: issuer.issuer,
      OIDC_CLIENT_ID: issuer.clientId,
      OIDC_CLIENT_SECRET: issuer.clientSecret,
      TEST_BANKS: 'on',
    });
    cleanUps.push(() => server.end('SIGTERM'));
  }, 60_000);
  afterAll(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }, 60_000);

  const begin = () => new HttpBrowser().open(`${origin}/api/login`);
  const signIn = async (account: GlewlwydAccount) => giveWords(await begin(), account);

  /** Returns the application's user, or null. */
  const userOf = async (browser: HttpBrowser) => {
    const { status, json } = await browser.call('GET', `${origin}/api/auth/user`);
    if (status === 401) return null;
    const { email } = json as { email: string };
    const { rows } = await database.db.$client.query<{ id: string; issuer: string }>(
      'select u.id, i.issuer from users u join identities i on i.user_id = u.id where u.email = $1',
      [email],
    );
    expect(rows).toHaveLength(1);
    return { id: rows[0]?.id, issuer: rows[0]?.issuer, email };
  };
  const statusOfExport = async (browser: HttpBrowser) =>
    (await browser.open(`${origin}/api/export/everything.json`)).status;

  test('a new user logs in, signs out at both and returns as the same [PD-50] [AU-1] [SEC-4]', async () => {
    const ana = await issuer.addAccount('ana', 'ana@example.org');
    const browser = await signIn(ana);
    expect(browser.url).toBe(`${origin}/`);
    const user = await userOf(browser);
    expect(user).toMatchObject({ email: 'ana@example.org', issuer: issuer.issuer });

    await browser.open(`${origin}/api/logout`);
    expect(new URL(browser.url).origin).toBe(new URL(issuer.issuer).origin);
    expect(await userOf(browser)).toBeNull();
    await signOutThere(browser);
    expect(browser.url).toBe(`${origin}/`);

    // The issuer's session has ended, so this leads to its password page.
    await goOn(await browser.open(`${origin}/api/login?returnTo=%2Fexpenses`));
    expect(await userOf(browser)).toBeNull();
    await giveWords(browser, ana);
    expect(browser.url).toBe(`${origin}/expenses`);
    expect(await userOf(browser)).toEqual(user);
  });

  test('a changed email keeps its user, and its next owner is another user [AU-5] [SEC-4]', async () => {
    const bea = await issuer.addAccount('bea', 'bea@example.org');
    const before = await userOf(await signIn(bea));
    await issuer.setEmail(bea, 'beatrice@example.org');
    const after = await userOf(await signIn(bea));
    expect(after).toEqual({ ...before, email: 'beatrice@example.org' });

    const other = await issuer.addAccount('other', 'bea@example.org');
    const otherUser = await userOf(await signIn(other));
    expect(otherUser).toMatchObject({ email: 'bea@example.org' });
    expect(otherUser?.id).not.toBe(before?.id);
  });

  test('a forged state or issuer and a foreign or used code log no user in [SEC-4]', async () => {
    const cleo = await issuer.addAccount('cleo', 'cleo@example.org');
    const answer = async () => {
      const browser = await giveWords(await begin(), cleo, CALLBACK);
      return { browser, url: new URL(browser.url) };
    };
    const refused = async (browser: HttpBrowser, url: URL) => {
      await browser.open(url.href);
      expect(browser.url).toMatch(FAILED);
      expect(await userOf(browser)).toBeNull();
    };

    for (const [name, forged] of [
      ['state', 'forged'],
      ['iss', 'https://issuer.example'],
    ] as const) {
      const { browser, url } = await answer();
      expect(url.searchParams.get(name)).toBeTruthy();
      url.searchParams.set(name, forged);
      await refused(browser, url);
    }

    const cleos = await answer();
    const dan = await answer();
    const mixed = new URL(dan.url);
    mixed.searchParams.set('code', cleos.url.searchParams.get('code') ?? '');
    await refused(dan.browser, mixed);

    const used = await answer();
    await used.browser.open(used.url.href);
    const user = await userOf(used.browser);
    expect(user).toMatchObject({ email: 'cleo@example.org' });
    await used.browser.open(used.url.href);
    expect(used.browser.url).toMatch(FAILED);
    expect(await userOf(used.browser)).toEqual(user);
    const replay = await answer();
    replay.url.searchParams.set('code', used.url.searchParams.get('code') ?? '');
    await refused(replay.browser, replay.url);
  });

  test('an answer in another browser logs no user in, even with its own login pending [SEC-4]', async () => {
    const eve = await issuer.addAccount('eve', 'eve@example.org');
    for (const victim of [new HttpBrowser(), await begin()]) {
      const { url } = await giveWords(await begin(), eve, CALLBACK);
      await victim.open(url);
      expect(victim.url).toMatch(FAILED);
      expect(await userOf(victim)).toBeNull();
    }
  });

  test('after five minutes a login needs the password; without its time it opens nothing [SEC-20]', async () => {
    const flo = await issuer.addAccount('flo', 'flo@example.org');
    const browser = await signIn(flo);
    const user = await userOf(browser);
    expect(await statusOfExport(browser)).toBe(403);

    const again = async () => {
      await browser.open(`${origin}/api/login?again=1&returnTo=%2Fmy-account`);
      await goOn(browser);
    };
    await again();
    expect(browser.url).toMatch(UNCONFIRMED);
    issuer.ageLogins(301);
    await again();
    expect(isAskedAgain(browser)).toBe(true);
    await giveWords(browser, flo);
    expect(browser.url).toMatch(UNCONFIRMED);
    expect(await userOf(browser)).toEqual(user);
    expect(await statusOfExport(browser)).toBe(403);
  });

  test('My Account links to no embedded page; deletion leaves the issuer alone [PD-50] [DEL-3]', async () => {
    const gus = await issuer.addAccount('gus', 'gus@example.org');
    const browser = await signIn(gus);
    const user = await userOf(browser);
    await browser.open(`${origin}/my-account`);
    expect(browser.body).toContain('&quot;loginSettingsUrl&quot;:null');

    const remove = () => browser.call('DELETE', `${origin}/api/user/account`);
    expect(await remove()).toMatchObject({ status: 403, json: { error_code: 'REAUTH_REQUIRED' } });
    // Like an issuer that reports the login time.
    await database.db.$client.query('update sessions set authenticated_at = now() where user_id = $1', [
      user?.id,
    ]);
    expect(await remove()).toMatchObject({ status: 200 });
    expect(await userOf(browser)).toBeNull();

    expect(await issuer.hasAccount(gus)).toBe(true);
    // The issuer's session continues, so the user logs in to a new account here.
    await goOn(await browser.open(`${origin}/api/login`));
    const newUser = await userOf(browser);
    expect(newUser).toMatchObject({ email: 'gus@example.org' });
    expect(newUser?.id).not.toBe(user?.id);
  });
});
