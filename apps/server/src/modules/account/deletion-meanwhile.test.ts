import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { friendInvites, friendships, guests } from '../../db/tables/friends.tables.ts';
import { identities, loginAttempts } from '../../db/tables/identity.tables.ts';
import { hashOfToken, newSecretToken, newUserToken } from '../../security/secret-token.ts';
import { ScriptedBank } from '../../test-support/scripted-bank.ts';
import { untilWaitingForLocks } from '../../test-support/lock-waits.ts';
import { createTestApp, type TestApp } from '../../test-support/test-app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await createTestApp({ provider: new ScriptedBank() });
});
afterAll(() => t.close());

/** Returns the answer after the deletion's commit. */
async function duringDeletionOf<T>(userId: string, request: () => Promise<T>): Promise<T> {
  const client = await t.database.db.$client.connect();
  try {
    await client.query('begin');
    await client.query('delete from users where id = $1', [userId]);
    const answer = request();
    await untilWaitingForLocks(t.database.db, 1);
    await client.query('commit');
    return await answer;
  } finally {
    client.release();
  }
}

const entry = { name: 'Lunch', amount: 12.5, date: '2026-06-04', category: 'Dining' };

test.each([
  { method: 'POST', url: '/api/expenses', body: entry },
  { method: 'POST', url: '/api/expenses', body: { ...entry, type: 'recurring', dayOfMonth: 4 } },
  { method: 'POST', url: '/api/map-share', body: {} },
  {
    method: 'POST',
    url: '/api/imports',
    body: { requestId: randomUUID(), fileName: 'a.csv', rows: [entry] },
  },
  { method: 'POST', url: '/api/plaid/create-link-token', body: {} },
  { method: 'POST', url: '/api/plaid/exchange-token', body: { public_token: 'public-1' } },
  { method: 'GET', url: '/api/invite' },
  { method: 'POST', url: '/api/invite', body: {} },
  { method: 'PUT', url: '/api/users', body: { weeklyBudget: 100 } },
  { method: 'PUT', url: '/api/users', body: { fullName: 'Renamed' } },
  { method: 'PUT', url: '/api/settings', body: { monthlyIncome: 400 } },
] as const)(
  '$method $url that meets the deletion of its user answers as after it [DEL-3]',
  async (request) => {
    const ana = await t.signUp();
    const answer = await duringDeletionOf(ana.id, () => ana.send(request));
    expect(answer.json()).toMatchObject({ error_code: 'UNAUTHORIZED' });
    expect(answer.statusCode).toBe(401);
  },
);

test('a navigation to the bank that meets it leads back into the app [DEL-3]', async () => {
  const ana = await t.signUp();
  const answer = await duringDeletionOf(ana.id, () => ana.send({ url: '/api/plaid/create-link-token' }));
  expect(answer.statusCode).toBe(302);
  expect(answer.headers.location).toBe('/?problem=UNAUTHORIZED');
});

test("a login during the user's deletion fails and opens no session [DEL-3] [SEC-4]", async () => {
  const ana = await t.signUp();
  const identity = { issuer: 'https://issuer.example', subject: 'ana' };
  await t.deps.db.insert(identities).values({ ...identity, userId: ana.id });
  await t.deps.db.insert(loginAttempts).values({
    tokenHash: hashOfToken('attempt'),
    state: 's',
    nonce: 'n',
    codeVerifier: 'v',
    returnTo: '/',
    expiresAt: new Date('2026-06-05T19:10:00Z'),
  });
  const email = `${ana.id}@example.org`;
  const finish = vi.spyOn(t.deps.openId, 'finish').mockResolvedValue({
    ...identity,
    email,
    isEmailConfirmed: false,
    idToken: 'id token',
    authenticatedAt: null,
  });
  onTestFinished(() => finish.mockRestore());
  const answer = await duringDeletionOf(ana.id, () =>
    t.app.inject({ url: '/api/login/callback?code=x&state=s', headers: { cookie: 'login=attempt' } }),
  );
  expect(answer.statusCode).toBe(302);
  expect(answer.headers.location).toBe('/?problem=LOGIN_FAILED');
  expect(String(answer.headers['set-cookie'] ?? '')).not.toContain('session=');
});

test('an invitation whose owner is being deleted is answered as invalid [DEL-3]', async () => {
  const [ana, bo] = [await t.signUp(), await t.signUp()];
  const createdAt = t.deps.clock();
  await t.deps.db.insert(friendInvites).values({ userId: bo.id, code: 'bo-invites', createdAt });
  const accept = () => ana.send({ method: 'POST', url: '/api/invites/bo-invites/accept', body: {} });
  expect((await duringDeletionOf(bo.id, accept)).json()).toMatchObject({ error_code: 'INVITE_NOT_FOUND' });
  expect((await ana.send({ url: '/api/auth/user' })).statusCode).toBe(200);
});

test('a pact that is agreed to while the friend’s account is being deleted is none [DEL-3] [PD-102]', async () => {
  const [ana, bo] = [await t.signUp(), await t.signUp()];
  const createdAt = t.deps.clock();
  await t.deps.db.insert(friendships).values([
    { userId: ana.id, friendId: bo.id, createdAt },
    { userId: bo.id, friendId: ana.id, createdAt },
  ]);
  await bo.send({ method: 'PUT', url: `/api/pacts/${ana.id}` });
  const agree = () => ana.send({ method: 'PUT', url: `/api/pacts/${bo.id}` });
  expect((await duringDeletionOf(bo.id, agree)).json()).toEqual({ success: true });
  expect((await ana.send({ url: '/api/pacts' })).json()).toEqual({ pacts: [] });
  const { rows } = await t.deps.db.$client.query('select 1 from notifications where user_id = $1', [bo.id]);
  expect(rows).toEqual([]);
});

test.each([
  ['joins', 'POST', '/api/invites/:code/guest', { name: 'Noa' }, 'INVITE_NOT_FOUND'],
  ['answers', 'PUT', '/api/guest-pages/:token/weeks/2026-05-25', { kept: true }, 'GUEST_NOT_FOUND'],
  ['replaces the link', 'POST', '/api/guest-pages/:token/link', {}, 'GUEST_NOT_FOUND'],
] as const)(
  'a guest who %s while the inviter’s account is being deleted gets nowhere [DEL-3] [PD-103]',
  async (_what, method, path, body, refusal) => {
    const ana = await t.signUp();
    const createdAt = t.deps.clock();
    const code = `invites-${ana.id}`;
    const { token, hash } = newUserToken(ana.id);
    await t.deps.db.insert(friendInvites).values({ userId: ana.id, code, createdAt });
    await t.deps.db.insert(guests).values({
      userId: ana.id,
      id: randomUUID(),
      name: 'Mia',
      tokenHash: hash,
      firstWeek: '2026-05-25',
      createdAt,
      lastTapAt: createdAt,
    });
    t.setNow('2026-06-03T12:00:00Z');
    onTestFinished(() => t.setNow(createdAt.toISOString()));
    const answer = await duringDeletionOf(ana.id, () =>
      t.app.inject({
        method,
        url: path.replace(':code', code).replace(':token', token),
        headers: { 'sec-fetch-site': 'same-origin' },
        payload: method === 'PUT' ? body : { ...body, secret: newSecretToken().token },
      }),
    );
    expect(answer.json()).toMatchObject({ error_code: refusal });
  },
);
