import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterEach, expect, test } from 'vitest';
import { type IdentityAdmin, identityAdmin } from './index.ts';
import { addPasskey, logInWithPasskey } from './test-support/passkey-steps.ts';
import { CLIENT, ISSUER, signUp } from './test-support/relying-party.ts';
import { ANA, openLogIn, ORIGIN, RunningProvider } from './test-support/running-provider.ts';

const servers = new RunningProvider();
const BO = { email: 'bo@example.com', password: 'a windmill of straw' };
const KEEPING = { removesPasskeys: false };
const opened: IdentityAdmin[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((admin) => admin.close()));
});

function openAdmin(databaseUrl = servers.databaseUrl): IdentityAdmin {
  const admin = identityAdmin({
    databaseUrl,
    clock: () => servers.now,
    onIdleError: () => undefined,
  });
  opened.push(admin);
  return admin;
}

/** Ana and Bo, each logged in in their own browser. */
async function anaAndBo() {
  const { address, party } = await servers.startWithParty();
  servers.now = new Date('2026-06-05T12:00:00Z');
  const ana = await signUp(address, party, ANA);
  const tokens = await party.finish(ana.flow, ana.landed.url);
  servers.now = new Date('2026-06-06T12:00:00Z');
  const bo = await signUp(address, party, BO);
  const sub = tokens.claims()?.sub ?? '';
  const isKnown = async (browser: typeof ana.browser) => {
    const silent = await browser.open((await party.begin({ prompt: 'none' })).authorizationUrl);
    return silent.url.searchParams.has('code');
  };
  return { address, party, ana: ana.browser, bo: bo.browser, sub, tokens, isKnown, admin: openAdmin() };
}

test('accounts are listed with subject, email and day, the oldest first', async () => {
  const { admin, sub } = await anaAndBo();
  expect(await admin.listAccounts()).toEqual([
    { sub, email: ANA.email, createdAt: new Date('2026-06-05T12:00:00Z') },
    { sub: expect.any(String) as string, email: BO.email, createdAt: new Date('2026-06-06T12:00:00Z') },
  ]);
});

test('a random password replaces the old one and ends this account’s logins only', async () => {
  const { admin, sub, address, party, ana, bo, isKnown } = await anaAndBo();
  const reset = async () => (await admin.setRandomPassword(sub, KEEPING))?.password ?? '';
  const password = await reset();
  expect(password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
  const newest = await reset();
  expect(newest).not.toBe(password);
  expect([await isKnown(ana), await isKnown(bo)]).toEqual([false, true]);
  for (const [tried, works] of [
    [ANA.password, false],
    [password, false],
    [newest, true],
  ] as const) {
    const { browser, page } = await openLogIn(address, party);
    const landed = await browser.submit(page, { email: ANA.email, password: tried });
    expect(landed.text.includes('Choose a new password')).toBe(works);
  }
});

test('a random password keeps the account’s passkeys, or removes them with their logins', async () => {
  const { admin, sub, address, party, ana, bo } = await anaAndBo();
  const { authenticator } = await addPasskey(ana);
  const { authenticator: bos } = await addPasskey(bo);
  const thief = await openLogIn(address, party);
  const comesIn = async (keys: typeof bos) => {
    const { browser, page } = await openLogIn(address, party);
    return (await logInWithPasskey(browser, page, keys)).url.searchParams.has('code');
  };
  expect(await admin.setRandomPassword(sub, KEEPING)).toMatchObject({ passkeys: 1 });
  expect(await comesIn(authenticator)).toBe(true);
  await logInWithPasskey(thief.browser, thief.page, authenticator);

  expect(await admin.setRandomPassword(sub, { removesPasskeys: true })).toMatchObject({ passkeys: 1 });
  expect(await comesIn(authenticator)).toBe(false);
  expect((await thief.browser.open('/idp/account')).text).toContain('<h1>Log in</h1>');
  expect(await comesIn(bos)).toBe(true);
  expect(await admin.setRandomPassword(sub, { removesPasskeys: true })).toMatchObject({ passkeys: 0 });
});

test('logins can be ended without changing the password', async () => {
  const { admin, sub, address, party, ana, bo, isKnown } = await anaAndBo();
  expect(await admin.endLogins(sub)).toBe(true);
  expect([await isKnown(ana), await isKnown(bo)]).toEqual([false, true]);
  const { browser, page } = await openLogIn(address, party);
  expect((await browser.submit(page, ANA)).url.searchParams.has('code')).toBe(true);
});

test('deleting an account leaves nothing behind, is idempotent and frees its email [PD-50]', async () => {
  const { admin, sub, address, party, ana, bo, isKnown } = await anaAndBo();
  const { authenticator } = await addPasskey(ana);
  const failing = await openLogIn(address, party);
  await failing.browser.submit(failing.page, { ...ANA, password: 'not the password' });
  await ana.open((await party.begin({ prompt: 'login' })).authorizationUrl);

  expect(await admin.deleteAccount(sub)).toBe(true);
  const { rows } = await servers.database.query<{ row: string }>(
    `SELECT row::text FROM identity.accounts row UNION ALL SELECT row::text FROM identity.passkeys row
     UNION ALL SELECT row::text FROM identity.models row UNION ALL SELECT row::text FROM identity.attempts row
     WHERE kind = 'account-failure'`,
  );
  const left = rows.map(({ row }) => row).join('\n');
  expect(left).toContain(BO.email);
  expect(left).not.toContain(ANA.email);
  expect(left).not.toContain(sub);
  const failures = await servers.database.query(
    "SELECT 1 FROM identity.attempts WHERE kind = 'account-failure'",
  );
  expect(failures.rows).toEqual([]);
  expect([await isKnown(ana), await isKnown(bo)]).toEqual([false, true]);

  expect(await admin.deleteAccount(sub)).toBe(false);
  const { browser, page } = await openLogIn(address, party);
  expect((await logInWithPasskey(browser, page, authenticator)).status).toBe(422);
  const again = await signUp(address, party, ANA);
  expect((await party.finish(again.flow, again.landed.url)).claims()?.sub).not.toBe(sub);
});

test('the secrets of all authenticator apps are read, however many there are [SEC-9]', async () => {
  const admin = openAdmin();
  await admin.update();
  await servers.database.query(
    `INSERT INTO identity.accounts (id, email, password_hash, created_at)
     SELECT 'account ' || n, n || '@example.com', '', now() FROM generate_series(1, 1001) n`,
  );
  await servers.database.query(
    `INSERT INTO identity.authenticator_apps (account_id, secret, secret_key_id, last_step, added_at)
     SELECT id, '', 'test', 0, now() FROM identity.accounts`,
  );
  const read = new Set<string>();
  for await (const { sub } of admin.appSecrets()) read.add(sub);
  expect(read.size).toBe(1001);
  expect(await admin.sampleAppSecrets()).toHaveLength(1);
});

test('a database without accounts stays untouched until the first request', async () => {
  await servers.database.query('DROP SCHEMA IF EXISTS identity CASCADE');
  const schemas = async () =>
    (await servers.database.query("SELECT 1 FROM pg_namespace WHERE nspname = 'identity'")).rows.length;
  const admin = openAdmin();
  expect(await schemas()).toBe(0);
  expect(await admin.deleteAccount('nobody')).toBe(false);
  expect(await schemas()).toBe(1);
  await openAdmin().close();
});

test('a database that cannot be reached is tried again by the next call', async () => {
  const url = new URL(servers.databaseUrl);
  url.pathname = '/not-there-yet';
  const admin = openAdmin(url.href);
  await expect(admin.listAccounts()).rejects.toThrow('"not-there-yet" does not exist');
  await servers.database.query('CREATE DATABASE "not-there-yet"');
  expect(await admin.listAccounts()).toEqual([]);
  // Closing works without a connection.
  url.pathname = '/never-there';
  const unlucky = openAdmin(url.href);
  await Promise.all([expect(unlucky.listAccounts()).rejects.toThrow('does not exist'), unlucky.close()]);
});

test('an unknown subject changes nothing', async () => {
  const { admin } = await anaAndBo();
  expect(await admin.setRandomPassword('nobody', KEEPING)).toBeUndefined();
  expect(await admin.endLogins('nobody')).toBe(false);
  expect(await admin.deleteAccount('nobody')).toBe(false);
  expect(await admin.listAccounts()).toHaveLength(2);
});

test('a user deleted during a login gets a login page, not an error', async () => {
  const { admin, sub, party, ana } = await anaAndBo();
  await servers.database.query('DELETE FROM identity.accounts WHERE id = $1', [sub]);
  const page = await ana.open((await party.begin()).authorizationUrl);
  expect(page.text).toContain('<h1>Log in</h1>');
  expect(page.text).not.toContain(ANA.email);
  expect(await admin.deleteAccount(sub)).toBe(false);
});

test('rotated keys sign at once in every process, and old signatures stay valid', async () => {
  const { admin, address, party, ana, isKnown, tokens } = await anaAndBo();
  const other = await servers.start();
  const pending = await openLogIn(address, party);
  const kidOf = (token: string | undefined) => decodeProtectedHeader(token ?? '').kid;
  const jwksOf = async (at: string) => (await (await fetch(`${at}/idp/jwks`)).json()) as JSONWebKeySet;

  await admin.rotateKeys();
  const [jwks, others] = [await jwksOf(address), await jwksOf(other)];
  expect(jwks).toEqual(others);
  expect(jwks.keys).toHaveLength(2);
  expect(JSON.stringify(jwks)).not.toMatch(/"(d|p|q)":/);
  const verified = await jwtVerify(tokens.id_token ?? '', createLocalJWKSet(jwks), { issuer: ISSUER });
  expect(verified.payload.sub).toBe(tokens.claims()?.sub);

  // Sessions and flows from before the rotation continue in both processes.
  ana.moveTo(other);
  expect(await isKnown(ana)).toBe(true);
  const landed = await pending.browser.submit(pending.page, ANA);
  const fresh = await party.finish(pending.flow, landed.url);
  expect(kidOf(fresh.id_token)).toBe(jwks.keys[0]?.kid);
  expect(kidOf(fresh.id_token)).not.toBe(kidOf(tokens.id_token));
  const out = await ana.open(
    party.logoutUrl({
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: CLIENT.postLogoutRedirectUris[0] ?? '',
    }),
  );
  expect((await ana.submit(out, {})).url.href).toBe(`${ORIGIN}/`);

  servers.now = new Date(servers.now.getTime() + 31 * 24 * 60 * 60_000);
  expect((await jwksOf(address)).keys).toEqual([jwks.keys[0]]);
});

test('leaked keys are dropped at once, with every session they signed', async () => {
  const { admin, address, ana, isKnown, tokens } = await anaAndBo();
  await admin.rotateKeys();
  await admin.rotateKeys({ dropOld: true });
  const jwks = (await (await fetch(`${address}/idp/jwks`)).json()) as JSONWebKeySet;
  expect(jwks.keys).toHaveLength(1);
  await expect(jwtVerify(tokens.id_token ?? '', createLocalJWKSet(jwks))).rejects.toThrow();
  expect(await isKnown(ana)).toBe(false);
  const { rows } = await servers.database.query('SELECT name FROM identity.keys ORDER BY name');
  expect(rows).toEqual([{ name: 'cookie' }, { name: 'signing' }]);
});
