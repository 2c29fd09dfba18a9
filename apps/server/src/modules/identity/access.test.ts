import { routes } from '@oinkly/contract/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessions } from '../../db/tables/identity.tables.ts';
import { newSecretToken, newUserToken } from '../../security/secret-token.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';

let t: TestApp;
let ana: TestUser;

beforeAll(async () => {
  t = await createTestApp();
  ana = await t.signUp();
});
afterAll(() => t.close());

const userRoutes = Object.values(routes)
  .filter((route) => route.access === 'user')
  .map(({ method, path }) => ({ method, url: path.replace(':provider', 'plaid').replace(/:\w+/g, '1') }));

test('linking without a session redirects to the login and returns to its page [PD-42]', async () => {
  const location = async (referer?: string) => {
    const headers = { ...(referer !== undefined && { referer }) };
    return (await t.app.inject({ url: '/api/plaid/create-link-token', headers })).headers.location;
  };
  expect(await location('http://localhost:3000/signup-flow')).toBe('/api/login?returnTo=%2Fsignup-flow');
  expect(await location('https://evil.example/signup-flow')).toBe('/api/login?returnTo=%2F');
  expect(await location()).toBe('/api/login?returnTo=%2F');
});

// A navigation cannot name its user.
const calls = userRoutes.filter(
  ({ method, url }) => `${method} ${url}` !== 'GET /api/plaid/create-link-token',
);

test.each(calls)("$method $url for another user than the session's is refused [SEC-1]", async (request) => {
  const answer = await ana.send({ ...request, headers: { 'x-user': 'somebody-else' } });
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ error_code: 'OTHER_USER' });
});

test('a request for a named user passes in that session, and answers 401 without one', async () => {
  const request = { url: '/api/settings', headers: { 'x-user': ana.id } };
  expect((await ana.send(request)).statusCode).toBe(200);
  expect((await t.app.inject(request)).statusCode).toBe(401);
});

describe('requests that another site makes', () => {
  const mutations = userRoutes.filter(({ method }) => method !== 'GET');

  test.each(mutations)('$method $url is refused [SEC-6]', async ({ method, url }) => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { referer: 'https://evil.example/http://localhost:3000/' },
      {},
    ]) {
      const answer = await t.app.inject({ method, url, headers: { cookie: ana.cookie, ...headers } });
      expect(answer.statusCode, JSON.stringify(headers)).toBe(403);
      expect(answer.json()).toMatchObject({ error_code: 'CROSS_SITE_REQUEST' });
    }
  });

  test('a mutation passes by Sec-Fetch-Site, else Origin, else Referer of this site [SEC-6]', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'same-origin' },
      { origin: 'http://localhost:3000' },
      { referer: 'http://localhost:3000/my-account' },
    ]) {
      const answer = await t.app.inject({
        method: 'PUT',
        url: '/api/users',
        headers: { cookie: ana.cookie, ...headers },
        payload: { fullName: 'Ana' },
      });
      expect(answer.statusCode, JSON.stringify(headers)).toBe(200);
    }
  });

  test.each(['/api/logout', '/api/plaid/create-link-token'])(
    'GET %s is refused from another site [SEC-6]',
    async (url) => {
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site', referer: 'http://localhost:3000/' },
        { referer: 'https://evil.example/' },
        { origin: 'null' },
        // Over HTTP in a local network, from a page that hides its address.
        {},
      ]) {
        const answer = await t.app.inject({ url, headers: { cookie: ana.cookie, ...headers } });
        expect(answer.headers.location, JSON.stringify(headers)).toBe('/?problem=CROSS_SITE_REQUEST');
        expect((await ana.send({ url: '/api/auth/user' })).statusCode).toBe(200);
      }
    },
  );

  test.each([
    ['pressed on a page of ours', { 'sec-fetch-site': 'same-origin' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['pressed over http in a local network', { referer: 'http://localhost:3000/my-account' }],
  ])('a sign-out that was %s is one [SEC-6]', async (_how, headers) => {
    const bob = await t.signUp();
    await t.app.inject({ url: '/api/logout', headers: { cookie: bob.cookie, ...headers } });
    expect((await bob.send({ url: '/api/auth/user' })).statusCode).toBe(401);
  });
});

describe('sessions', () => {
  test('signing out ends the session on the server [API-10] [SEC-3] [ACC-4]', async () => {
    const bob = await t.signUp();
    const answer = await bob.send({ url: '/api/logout' });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers['set-cookie']).toMatch(/^session=;/);
    expect((await bob.send({ url: '/api/auth/user' })).statusCode).toBe(401);
  });

  test('a session ends after 7 days without use and after 30 days in any case [SEC-3]', async () => {
    const at = (day: number) => t.setNow(new Date(Date.UTC(2026, 5, 5 + day, 12)).toISOString());
    at(0);
    const [idle, busy] = [await t.signUp(), await t.signUp()];
    for (const day of [6, 12, 18, 24, 29]) {
      at(day);
      expect((await busy.send({ url: '/api/auth/user' })).statusCode, `day ${day}`).toBe(200);
    }
    at(8);
    expect((await idle.send({ url: '/api/auth/user' })).statusCode).toBe(401);
    at(31);
    expect((await busy.send({ url: '/api/auth/user' })).statusCode).toBe(401);
    at(0);
  });

  test('the database knows a session only by the hash of its token [SEC-3]', async () => {
    const token = ana.cookie.replace('session=', '');
    // The user's id, and 256 random bits.
    expect(Buffer.from(token, 'base64url')).toHaveLength(16 + 32);
    const { rows } = await t.database.db.$client.query<{ token_hash: Buffer }>(
      'select token_hash from sessions',
    );
    expect(rows.every((row) => !row.token_hash.toString('base64url').includes(token))).toBe(true);
    for (const forged of ['guess', newUserToken(ana.id).token]) {
      const headers = { cookie: `session=${forged}` };
      expect((await t.app.inject({ url: '/api/auth/user', headers })).statusCode).toBe(401);
    }
  });

  test('a session of an older version, whose token names no user, continues [SEC-3]', async () => {
    const { token, hash: tokenHash } = newSecretToken();
    const now = t.deps.clock();
    await t.deps.db
      .insert(sessions)
      .values({ userId: ana.id, tokenHash, createdAt: now, lastSeenAt: now, userAgent: 'old' });
    const answer = await t.app.inject({ url: '/api/auth/user', headers: { cookie: `session=${token}` } });
    expect(answer.json()).toMatchObject({ id: ana.id });
  });
});

describe('bodies and paths', () => {
  const put = (payload: string | undefined, contentType = 'application/json') =>
    t.app.inject({
      method: 'PUT',
      url: '/api/users',
      headers: { cookie: ana.cookie, 'sec-fetch-site': 'same-origin', 'content-type': contentType },
      ...(payload !== undefined && { payload }),
    });

  test('a JSON content type without a body is no body [API-7] [API-12]', async () => {
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/auto-import-transactions',
      headers: { cookie: ana.cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    });
    expect(answer.json()).toEqual({ success: true, imported: 0 });
    expect((await put(undefined)).statusCode).toBe(400);
  });

  test.each([
    ['not JSON', '{"fullName":', 400, 'MALFORMED_BODY'],
    ['a prototype key', '{"__proto__":{"fullName":"Eve"},"fullName":"Eve"}', 400, 'MALFORMED_BODY'],
    [
      'an own key that every object inherits',
      '{"fullName":{"length":{"toString":[]}}}',
      400,
      'MALFORMED_BODY',
    ],
    ['a constructor key', '{"fullName":"Eve","constructor":{}}', 400, 'MALFORMED_BODY'],
    ['more than 64 kB', JSON.stringify({ fullName: 'x'.repeat(70_000) }), 413, 'PAYLOAD_TOO_LARGE'],
  ])('%s is refused with its code [SEC-14]', async (_title, payload, status, code) => {
    const answer = await put(payload);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ error_code: code });
  });

  test('a form is refused: a body must be JSON [SEC-6]', async () => {
    const answer = await put('fullName=Eve', 'application/x-www-form-urlencoded');
    expect(answer.statusCode).toBe(415);
    expect(answer.json()).toMatchObject({ error_code: 'UNSUPPORTED_MEDIA_TYPE' });
  });

  test.each([
    '/api',
    '/api/nothing',
    '/api/expenses/1/2',
    '/api/auth',
    '/api//users',
    '/api/%',
    '/api/expenses/%ED%A0%80',
    `/api/expenses/${'9'.repeat(300)}`,
  ])('the unknown path %s is a JSON 404, never the page', async (url) => {
    const answer = await ana.send({ url });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ error_code: 'NOT_FOUND' });
  });

  test.each(['0x10', '1e3', '0', '01', '1.0', '%201', '-1'])('%s is no id of an expense', async (id) => {
    const answer = await ana.send({ method: 'DELETE', url: `/api/expenses/${id}` });
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { error_code: 'VALIDATION_FAILED' }]);
  });

  test('an unknown provider is a 404 on every path of a provider [API-11]', async () => {
    for (const { method, path } of Object.values(routes).filter(({ path }) => path.includes(':provider'))) {
      if (path.includes('create-link-token') && method === 'GET') continue;
      const body = path.endsWith('exchange-token')
        ? { public_token: 'x' }
        : path.endsWith('oauth-exchange')
          ? { state: 'x' }
          : undefined;
      const answer = await ana.send({
        method,
        url: path.replace(':provider', 'nobody').replace(':itemId', 'x'),
        ...(body && { body }),
      });
      expect(answer.statusCode, path).toBe(404);
      expect(answer.json(), path).toMatchObject({ error_code: 'PROVIDER_NOT_FOUND' });
    }
  });

  test('answers of the API are never stored, and carry the headers that keep a page safe [SEC-7]', async () => {
    const { headers } = await ana.send({ url: '/api/auth/user' });
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['content-security-policy']).not.toContain('unsafe-inline');
  });

  test('an error carries a request id and nothing internal [SEC-15] [ER-1]', async () => {
    const answer = await ana.send({ url: '/api/expenses/0', method: 'DELETE' });
    const body = answer.json<Record<string, unknown>>();
    expect(Object.keys(body).sort()).toEqual([
      'action_required',
      'error',
      'error_code',
      'error_type',
      'fields',
      'message',
      'request_id',
      'retryable',
      'timestamp',
    ]);
    expect(answer.body).not.toMatch(/node_modules|at .*\.ts|select |zod/i);
  });
});
