import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../app.ts';
import { identities, loginAttempts } from '../../db/tables/identity.tables.ts';
import { users } from '../../db/tables/users.tables.ts';
import { SayingIssuer } from '../../test-support/saying-issuer.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import { TEST_SITE } from '../../test-support/test-site.ts';

const ISSUER = 'https://issuer.example';

let t: TestApp;
let app: FastifyInstance;
let issuer: SayingIssuer;

beforeAll(async () => {
  t = await createTestApp();
  issuer = new SayingIssuer(ISSUER);
  app = await buildApp({ ...t.deps, openId: issuer }, TEST_SITE);
});
afterAll(async () => {
  await app.close();
  await t.close();
});
beforeEach(() => {
  t.setNow('2026-06-05T19:00:00Z');
  issuer.meanwhile = async () => undefined;
});

async function aKnownUser(subject: string): Promise<TestUser> {
  const user = await t.signUp();
  await t.deps.db.insert(identities).values({ userId: user.id, issuer: ISSUER, subject });
  return user;
}

const cookieIn = (answer: { cookies: { name: string; value: string }[] }, name: string) =>
  answer.cookies.find((cookie) => cookie.name === name)?.value;

async function passThroughIssuer(cookie: string, query = '?again=1&returnTo=%2Fmy-account%3Fthen%3Ddelete') {
  const headers = { cookie, host: 'localhost:3000' };
  const begun = await app.inject({ url: `/api/login${query}`, headers });
  const login = cookieIn(begun, 'login') ?? '';
  const back = await app.inject({
    url: '/api/login/callback?code=c&state=s',
    headers: { cookie: `${cookie}; login=${login}` },
  });
  const session = cookieIn(back, 'session');
  return { location: back.headers.location, cookie: session === undefined ? null : `session=${session}` };
}

const statusWith = async (cookie: string | null, url = '/api/auth/user') =>
  (await app.inject({ url, headers: { cookie: cookie ?? '' } })).statusCode;
const EXPORT = '/api/export/everything.json';

test('logging in again names the user, is recent, returns, renews the session [SEC-20] [SEC-3]', async () => {
  const ana = await aKnownUser('ana');
  t.setNow('2026-06-05T20:00:00Z');
  expect(await statusWith(ana.cookie, EXPORT)).toBe(403);
  issuer.proven = { subject: 'ana', authenticatedAt: new Date('2026-06-05T19:58:00Z') };
  const back = await passThroughIssuer(ana.cookie);
  expect(issuer.asked).toEqual({ email: expect.stringContaining('@') as string, maxAgeS: 300 });
  expect(back.location).toBe('/my-account?then=delete');
  expect(await statusWith(back.cookie, EXPORT)).toBe(200);
  // What counts is when the issuer asked, not when the browser returned.
  t.setNow('2026-06-05T20:08:01Z');
  expect(await statusWith(back.cookie, EXPORT)).toBe(403);
  expect([await statusWith(ana.cookie), await statusWith(back.cookie)]).toEqual([401, 200]);
});

test("another account's login changes nothing and creates no user [SEC-20]", async () => {
  const ana = await aKnownUser('ana-2');
  await aKnownUser('bo');
  const allUsers = () => t.database.db.select().from(users).orderBy(users.id);
  const before = await allUsers();
  t.setNow('2026-06-05T20:00:00Z');
  for (const subject of ['bo', 'nobody-yet']) {
    issuer.proven = { subject, authenticatedAt: new Date('2026-06-05T20:00:00Z') };
    const back = await passThroughIssuer(ana.cookie);
    expect(back).toEqual({ location: '/?problem=OTHER_ACCOUNT', cookie: null });
    expect(await statusWith(ana.cookie)).toBe(200);
    expect(await statusWith(ana.cookie, EXPORT)).toBe(403);
  }
  // Not even the email, which the issuer reported again.
  expect(await allUsers()).toEqual(before);
});

test.each([
  ['says nothing of when', 'dee', null],
  ['says 1970, as glewlwyd does', 'eve', new Date(0)],
  ['has not asked again', 'flo', new Date('2026-06-05T19:50:59Z')],
])(
  'an issuer that %s confirms nothing; the user is told so and stays logged in [SEC-20]',
  async (_what, subject, authenticatedAt) => {
    const ana = await aKnownUser(subject);
    t.setNow('2026-06-05T20:00:00Z');
    issuer.proven = { subject, authenticatedAt };
    const emails = () => t.deps.db.select({ email: users.email }).from(users).where(eq(users.id, ana.id));
    const before = await emails();
    const back = await passThroughIssuer(ana.cookie);
    expect(back).toEqual({ location: '/?problem=REAUTH_UNCONFIRMED', cookie: null });
    expect(await emails()).toEqual(before);
    expect([await statusWith(ana.cookie), await statusWith(ana.cookie, EXPORT)]).toEqual([200, 403]);
  },
);

test('without a session, logging in again is an ordinary login', async () => {
  await aKnownUser('cy');
  issuer.proven = { subject: 'cy', authenticatedAt: null };
  const back = await passThroughIssuer('');
  expect([issuer.asked, back.location]).toEqual([undefined, '/my-account?then=delete']);
  // The issuer has not said when it asked, which proves no recent login.
  expect([await statusWith(back.cookie), await statusWith(back.cookie, EXPORT)]).toEqual([200, 403]);
});

test("a login as another user ends the browser's old session [SEC-3]", async () => {
  const ana = await aKnownUser('ana-3');
  await aKnownUser('bo-3');
  issuer.proven = { subject: 'bo-3', authenticatedAt: new Date('2026-06-05T19:00:00Z') };
  const back = await passThroughIssuer(ana.cookie, '');
  expect([await statusWith(ana.cookie), await statusWith(back.cookie)]).toEqual([401, 200]);
});

test('deleting a user deletes their attempts to log in again', async () => {
  const ana = await aKnownUser('ana-4');
  await app.inject({ url: '/api/login?again=1', headers: { cookie: ana.cookie, host: 'localhost:3000' } });
  const attempts = async () =>
    (await t.deps.db.select().from(loginAttempts)).filter(({ userId }) => userId === ana.id).length;
  expect(await attempts()).toBe(1);
  await ana.send({ method: 'DELETE', url: '/api/user/account' });
  expect(await attempts()).toBe(0);
});

test('a login in progress opens no session after a sign-out elsewhere; the next one does [SEC-3]', async () => {
  const ana = await aKnownUser('ana-5');
  issuer.proven = { subject: 'ana-5', authenticatedAt: new Date('2026-06-05T19:00:00Z') };
  issuer.meanwhile = () => ana.send({ method: 'DELETE', url: '/api/sessions' });
  expect(await passThroughIssuer('', '')).toEqual({ location: '/?problem=LOGIN_FAILED', cookie: null });
  const bo = await aKnownUser('bo-5');
  issuer.meanwhile = () => bo.send({ method: 'DELETE', url: '/api/sessions' });
  expect(await statusWith((await passThroughIssuer('', '')).cookie)).toBe(200);
  expect(await statusWith(ana.cookie)).toBe(200);
});
