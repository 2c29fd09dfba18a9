import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { loginAttempts } from '../../db/tables/identity.tables.ts';
import { users } from '../../db/tables/users.tables.ts';
import { hashOfToken } from '../../security/secret-token.ts';
import { createTestApp, type TestApp } from '../../test-support/test-app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

test('if the issuer does not answer, the browser returns with the reason and no cookie [PD-50]', async () => {
  const answer = await t.app.inject({ url: '/api/login', headers: { host: 'localhost:3000' } });
  expect(answer.statusCode).toBe(302);
  expect(answer.headers.location).toBe('/?problem=ISSUER_UNAVAILABLE');
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test('login starts on the public host, so cookies of two host names never mix', async () => {
  const answer = await t.app.inject({
    url: '/api/login?returnTo=%2Fexpenses',
    headers: { host: '127.0.0.1:3000' },
  });
  expect(answer.headers.location).toBe('http://localhost:3000/api/login?returnTo=%2Fexpenses&moved=1');
  const behindProxy = await t.app.inject({ url: '/api/login?moved=1', headers: { host: 'internal:3000' } });
  expect(behindProxy.headers.location).toBe('/?problem=ISSUER_UNAVAILABLE');
});

test.each([
  ['without the cookie of the browser that began it', undefined],
  ['with a made-up cookie', 'guess'],
])('a callback %s logs no user in [SEC-4]', async (_title, token) => {
  const answer = await t.app.inject({
    url: '/api/login/callback?code=x&state=y',
    ...(token && { headers: { cookie: `login=${token}` } }),
  });
  expect(answer.headers.location).toBe('/?problem=LOGIN_FAILED');
  expect(String(answer.headers['set-cookie'] ?? '')).not.toContain('session=');
});

test('an attempt works once and expires [SEC-4]', async () => {
  const attempt = (token: string, expiresAt: string) =>
    t.deps.db.insert(loginAttempts).values({
      tokenHash: hashOfToken(token),
      state: 's',
      nonce: 'n',
      codeVerifier: 'v',
      returnTo: '/',
      expiresAt: new Date(expiresAt),
    });
  await attempt('old', '2026-06-05T18:59:59Z');
  await attempt('fresh', '2026-06-05T19:10:00Z');
  const callback = (token: string) =>
    t.app.inject({ url: '/api/login/callback?code=x&state=s', headers: { cookie: `login=${token}` } });
  expect((await callback('old')).headers.location).toBe('/?problem=LOGIN_FAILED');
  // The issuer never answers, so this error shows that the attempt was found.
  expect((await callback('fresh')).headers.location).toBe('/?problem=ISSUER_UNAVAILABLE');
  expect((await callback('fresh')).headers.location).toBe('/?problem=LOGIN_FAILED');
});

test('a user without the required claim gets the reason and no account [SEC-4]', async () => {
  const finish = vi.spyOn(t.deps.openId, 'finish').mockRejectedValue(new AppError('USER_NOT_ALLOWED'));
  onTestFinished(() => finish.mockRestore());
  await t.deps.db.insert(loginAttempts).values({
    tokenHash: hashOfToken('refused'),
    state: 's',
    nonce: 'n',
    codeVerifier: 'v',
    returnTo: '/',
    expiresAt: new Date('2026-06-05T19:10:00Z'),
  });
  const answer = await t.app.inject({
    url: '/api/login/callback?code=x&state=s',
    headers: { cookie: 'login=refused' },
  });
  expect(answer.headers.location).toBe('/?problem=USER_NOT_ALLOWED');
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(await t.database.db.select().from(users)).toEqual([]);
});
