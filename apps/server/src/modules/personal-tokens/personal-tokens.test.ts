import type { PersonalToken } from '@oinkly/contract/tokens';
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { identities } from '../../db/tables/identity.tables.ts';
import { EMBEDDED_ISSUER } from '../identity/index.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import { tokensOfSubject } from './tokens-of-subject.ts';
import { stopWindows } from '../../test-support/stop-windows.ts';

let t: TestApp;
let ana: TestUser;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow('2026-06-05T19:00:00Z');
  await t.resetRateLimits();
  ana = await t.signUp();
});

type NewToken = PersonalToken & { token: string };

const create = (user: TestUser, body: object = {}) =>
  user.send({ method: 'POST', url: '/api/tokens', body: { name: 'Phone', scopes: ['week:read'], ...body } });
const created = async (user: TestUser, body: object = {}) => (await create(user, body)).json<NewToken>();
const list = async (user: TestUser) => (await user.send({ url: '/api/tokens' })).json<PersonalToken[]>();
const revoke = (user: TestUser, id: string) => user.send({ method: 'DELETE', url: `/api/tokens/${id}` });
const readWeek = (token: string, remoteAddress = '10.0.0.1') =>
  t.app.inject({ url: '/api/v1/week', headers: { authorization: `Bearer ${token}` }, remoteAddress });

test('a token is shown once, can be recognized, and is stored only as its hash [SEC-24] [SEC-2]', async () => {
  const { token, ...shown } = await created(ana, {
    name: ' Kitchen\u202e ',
    scopes: ['week:read', 'week:read'],
  });
  expect(token).toMatch(/^oink_[\w-]{64}$/);
  expect(shown).toEqual({
    id: expect.any(String) as string,
    name: 'Kitchen',
    scopes: ['week:read'],
    createdAt: '2026-06-05T19:00:00.000Z',
    expiresAt: '2027-06-05T19:00:00.000Z',
    lastUsedAt: null,
  });
  const answer = await ana.send({ url: '/api/tokens' });
  expect(answer.json()).toEqual([shown]);
  const { rows } = await t.database.db.$client.query<{ row: string; hash: Buffer }>(
    'select to_jsonb(r)::text as row, token_hash as hash from personal_tokens r where user_id = $1',
    [ana.id],
  );
  expect(rows[0]?.hash).toEqual(createHash('sha256').update(token).digest());
  expect(rows[0]?.row).not.toContain(token.slice('oink_'.length));
});

test('a token of an older version, which does not name its user, still works [PD-78]', async () => {
  await create(ana);
  const older = `oink_${randomBytes(32).toString('base64url')}`;
  await t.database.db.$client.query('update personal_tokens set token_hash = $1', [
    createHash('sha256').update(older).digest(),
  ]);
  expect((await readWeek(older)).statusCode).toBe(200);
});

test('the list shows when a token was last used, written at most once an hour [PD-78]', async () => {
  const { token } = await created(ana);
  const lastUsedAt = async () => (await list(ana))[0]?.lastUsedAt;
  for (const [now, shown] of [
    ['2026-06-05T19:10:00Z', '2026-06-05T19:10:00.000Z'],
    ['2026-06-05T20:09:00Z', '2026-06-05T19:10:00.000Z'],
    ['2026-06-05T20:11:00Z', '2026-06-05T20:11:00.000Z'],
  ] as const) {
    t.setNow(now);
    await readWeek(token);
    expect(await lastUsedAt()).toBe(shown);
  }
});

test.each([
  [{}, '2027-06-05T19:00:00.000Z'],
  [{ lifetimeDays: 365 }, '2027-06-05T19:00:00.000Z'],
  [{ lifetimeDays: 90 }, '2026-09-03T19:00:00.000Z'],
  [{ lifetimeDays: 30 }, '2026-07-05T19:00:00.000Z'],
])('a token made with %j works until %s and not after [SEC-34] [SEC-24]', async (body, expiresAt) => {
  const made = await created(ana, body);
  expect(made.expiresAt).toBe(expiresAt);
  const end = Date.parse(expiresAt);
  t.setNow(new Date(end - 1).toISOString());
  expect((await readWeek(made.token)).statusCode).toBe(200);
  t.setNow(expiresAt);
  const refused = await readWeek(made.token);
  expect(refused.statusCode).toBe(401);
  expect(refused.json()).toMatchObject({ error_code: 'TOKEN_INVALID' });
});

test('expired tokens are not listed and leave room for new ones [SEC-34]', async () => {
  for (let count = 0; count < 20; count += 1) await create(ana, { lifetimeDays: 30 });
  await t.resetRateLimits();
  expect((await create(ana)).statusCode).toBe(409);
  t.setNow('2026-07-05T19:00:00Z');
  await t.database.db.$client.query(
    `update sessions set last_seen_at = now_, created_at = now_, authenticated_at = now_
     from (values ($1::timestamptz)) v(now_) where user_id = $2`,
    ['2026-07-05T19:00:00Z', ana.id],
  );
  await t.resetRateLimits();
  const kept = await created(ana);
  expect((await list(ana)).map(({ id }) => id)).toEqual([kept.id]);
});

test('a revoked token stops working at once, for good, and alone [SEC-24]', async () => {
  const [lost, kept] = [await created(ana), await created(ana)];
  expect((await revoke(ana, lost.id)).json()).toEqual({ success: true });
  expect([(await readWeek(lost.token)).statusCode, (await readWeek(kept.token)).statusCode]).toEqual([
    401, 200,
  ]);
  expect((await revoke(ana, lost.id)).json()).toMatchObject({ error_code: 'TOKEN_NOT_FOUND' });
  expect((await list(ana)).map(({ id }) => id)).toEqual([kept.id]);
});

test('an old login must be repeated before a token is created [SEC-20] [SEC-24]', async () => {
  t.setNow('2026-06-05T19:10:01Z');
  expect((await create(ana)).json()).toMatchObject({ error_code: 'REAUTH_REQUIRED' });
  expect(await list(ana)).toEqual([]);
});

test('a user has at most 20 tokens, also when several are created at once [SEC-22]', async () => {
  for (let count = 0; count < 18; count += 1) expect((await create(ana)).statusCode).toBe(200);
  await t.resetRateLimits();
  const answers = await Promise.all([create(ana), create(ana), create(ana)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 409]);
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
    error_code: 'TOO_MANY_TOKENS',
  });
  const tokens = await list(ana);
  expect(tokens).toHaveLength(20);
  await revoke(ana, tokens[0]?.id ?? '');
  await t.resetRateLimits();
  expect((await create(ana)).statusCode).toBe(200);
});

test.each([
  ['no scope', { scopes: [] }],
  ['an unknown scope', { scopes: ['expenses:remove'] }],
  ['no name', { name: ' ' }],
  ['a long name', { name: 'x'.repeat(61) }],
  ['another lifetime', { lifetimeDays: 3650 }],
])('a token with %s is refused [SEC-14]', async (_title, body) => {
  expect((await create(ana, body)).statusCode).toBe(400);
  expect(await list(ana)).toEqual([]);
});

test('creation and revocation are logged as security events, without the token [SEC-15] [SEC-24]', async () => {
  const info = vi.spyOn(Object.getPrototypeOf(t.app.log) as { info: (entry: object) => void }, 'info');
  const { id, token } = await created(ana);
  await revoke(ana, id);
  const events = info.mock.calls.map(([entry]) => entry);
  info.mockRestore();
  const who = { userId: ana.id, tokenId: id };
  expect(events).toContainEqual({ event: 'token_created', ...who, scopes: ['week:read'] });
  expect(events).toContainEqual({ event: 'token_revoked', ...who });
  expect(JSON.stringify(events)).not.toContain(token.slice('oink_'.length));
});

test('signing out everywhere keeps tokens; an ended session creates none [SEC-3] [SEC-24]', async () => {
  const { token } = await created(ana);
  await ana.send({ method: 'DELETE', url: '/api/sessions' });
  expect((await readWeek(token)).statusCode).toBe(200);
  await t.database.db.$client.query('delete from sessions where user_id = $1', [ana.id]);
  expect((await create(ana)).statusCode).toBe(401);
  expect((await readWeek(token)).statusCode).toBe(200);
});

test('the embedded log-in pages can remove all tokens of one user [SEC-34]', async () => {
  const bo = await t.signUp();
  const [lost, kept] = [await created(ana), await created(bo)];
  const subject = `subject-${ana.id}`;
  await t.database.db.insert(identities).values({ issuer: EMBEDDED_ISSUER, subject, userId: ana.id });
  const tokens = tokensOfSubject(t.deps);
  expect([await tokens.exists(subject), await tokens.exists('unknown')]).toEqual([true, false]);
  await tokens.remove('unknown');
  await tokens.remove(subject);
  expect(await tokens.exists(subject)).toBe(false);
  expect([(await readWeek(lost.token)).statusCode, (await readWeek(kept.token)).statusCode]).toEqual([
    401, 200,
  ]);
});

test('no export holds a token, its hash or its name [PD-30] [SEC-24]', async () => {
  const { token } = await created(ana, { name: 'A telling name' });
  const hash = createHash('sha256').update(token).digest();
  for (const file of ['everything.json', 'expenses.csv']) {
    const { statusCode, body } = await ana.send({ url: `/api/export/${file}` });
    expect(statusCode).toBe(200);
    for (const secret of [token, hash.toString('hex'), hash.toString('base64'), 'A telling name'])
      expect(body).not.toContain(secret);
  }
});

test('a token may be used 60 times a minute, each for itself [SEC-13] [SEC-24]', async () => {
  stopWindows();
  const [busy, calm] = [await created(ana), await created(ana)];
  for (let times = 0; times < 60; times += 1) expect((await readWeek(busy.token)).statusCode).toBe(200);
  const refused = await readWeek(busy.token);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await readWeek(calm.token)).statusCode).toBe(200);
});

test('wrong tokens are limited per network, and never shut out a valid one [SEC-13] [SEC-23]', async () => {
  stopWindows();
  const { token } = await created(ana);
  const wrong = `oink_${'A'.repeat(43)}`;
  for (let times = 0; times < 60; times += 1)
    expect((await readWeek(wrong, '10.9.9.9')).statusCode).toBe(401);
  expect((await readWeek(wrong, '10.9.9.9')).statusCode).toBe(429);
  expect((await readWeek(wrong, '10.9.9.8')).statusCode).toBe(401);
  expect((await readWeek(token, '10.9.9.9')).statusCode).toBe(200);
});
