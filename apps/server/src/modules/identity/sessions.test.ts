import type { Session } from '@oinkly/contract/account';
import { eq } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { identities, sessions } from '../../db/tables/identity.tables.ts';
import { pushSubscriptions } from '../../db/tables/notifications.tables.ts';
import { NO_ISSUER_ACCOUNTS } from '../../test-support/no-issuer-accounts.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import { EMBEDDED_ISSUER, endSessionsOfSubject, openSession } from './index.ts';

const issuerAccounts = { ...NO_ISSUER_ACCOUNTS, endLogins: vi.fn(), deleteAccount: vi.fn() };
let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ issuerAccounts });
});
afterAll(() => t.close());
beforeEach(() => t.setNow('2026-06-05T19:00:00Z'));

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:149.0) Gecko/20100101 Firefox/149.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

/** Returns the other browser's cookie. */
async function logInWith(user: TestUser, userAgent: string): Promise<string> {
  const from = { userAgent, idToken: null, authenticatedAt: null };
  return `session=${await openSession(t.deps, user, from)}`;
}

const list = async (user: TestUser) => (await user.send({ url: '/api/sessions' })).json<Session[]>();
const statusWith = async (cookie: string) =>
  (await t.app.inject({ url: '/api/auth/user', headers: { cookie } })).statusCode;

describe('the session list', () => {
  test('is a list, the latest used first, of browsers in words [SEC-3]', async () => {
    const ana = await t.signUp();
    t.setNow('2026-06-05T20:00:00Z');
    await logInWith(ana, IPHONE);
    t.setNow('2026-06-05T21:00:00Z');
    await logInWith(ana, FIREFOX);
    t.setNow('2026-06-05T21:30:00Z');
    await logInWith(ana, '');
    t.setNow('2026-06-05T22:00:00Z');
    expect(await list(ana)).toEqual([
      // The request itself is the latest use.
      {
        id: expect.stringMatching(/^[\w-]{43}$/) as string,
        device: null,
        loggedInAt: '2026-06-05T19:00:00.000Z',
        lastUsedAt: '2026-06-05T22:00:00.000Z',
        current: true,
      },
      expect.objectContaining({ device: null, current: false }),
      expect.objectContaining({ device: 'Firefox on Linux', lastUsedAt: '2026-06-05T21:00:00.000Z' }),
      expect.objectContaining({ device: 'Safari on iOS', loggedInAt: '2026-06-05T20:00:00.000Z' }),
    ]);
  });

  test('hides expired sessions and those of other users', async () => {
    const [ana, bo] = [await t.signUp(), await t.signUp()];
    await logInWith(bo, FIREFOX);
    const long = { userId: ana.id, userAgent: FIREFOX };
    await t.deps.db.insert(sessions).values([
      {
        ...long,
        tokenHash: randomBytes(32),
        createdAt: new Date('2026-05-20T19:00:00Z'),
        lastSeenAt: new Date('2026-05-29T18:59:59Z'),
      },
      {
        ...long,
        tokenHash: randomBytes(32),
        createdAt: new Date('2026-05-06T18:59:59Z'),
        lastSeenAt: new Date('2026-06-05T18:00:00Z'),
      },
    ]);
    expect(await list(ana)).toHaveLength(1);
  });

  test('can be ended one by one [SEC-3]', async () => {
    const ana = await t.signUp();
    const [phone, laptop] = [await logInWith(ana, IPHONE), await logInWith(ana, FIREFOX)];
    const lost = (await list(ana)).find(({ device }) => device === 'Safari on iOS');
    const end = () => ana.send({ method: 'DELETE', url: `/api/sessions/${lost?.id ?? ''}` });
    expect((await end()).json()).toEqual({ success: true });
    expect([await statusWith(phone), await statusWith(laptop)]).toEqual([401, 200]);
    expect((await end()).json()).toMatchObject({ error_code: 'SESSION_NOT_FOUND' });
  });

  test('also ends at the embedded issuer; an unknown session ends nothing [SEC-3]', async () => {
    const [ana, bo] = [await t.signUp(), await t.signUp()];
    const known = { userId: ana.id, issuer: EMBEDDED_ISSUER, subject: 'ana-there' };
    await t.deps.db.insert(identities).values(known);
    const [phone, bos] = [await logInWith(ana, IPHONE), (await list(bo))[0]?.id];
    const lost = (await list(ana)).find(({ current }) => !current)?.id;
    const end = async (id = '') =>
      (await ana.send({ method: 'DELETE', url: `/api/sessions/${id}` })).statusCode;
    issuerAccounts.endLogins.mockReset().mockRejectedValueOnce(new Error('No database'));

    expect([await end(bos), issuerAccounts.endLogins.mock.calls]).toEqual([404, []]);
    expect([await end(lost), await statusWith(phone)]).toEqual([500, 200]);
    expect([await end(lost), await statusWith(phone)]).toEqual([200, 401]);
    expect(issuerAccounts.endLogins.mock.calls).toEqual([['ana-there'], ['ana-there']]);
    expect(await statusWith(ana.cookie)).toBe(200);
  });

  test('can be ended everywhere else at once, for this user only [SEC-3]', async () => {
    const [ana, bo] = [await t.signUp(), await t.signUp()];
    const elsewhere = [await logInWith(ana, IPHONE), await logInWith(ana, FIREFOX)];
    expect((await ana.send({ method: 'DELETE', url: '/api/sessions' })).json()).toEqual({ success: true });
    for (const cookie of elsewhere) expect(await statusWith(cookie)).toBe(401);
    expect([await statusWith(ana.cookie), await statusWith(bo.cookie)]).toEqual([200, 200]);
    expect(await list(ana)).toMatchObject([{ current: true }]);
  });
});

describe('a session that is ended by hand', () => {
  const addDevice = (user: TestUser) =>
    t.deps.db.insert(pushSubscriptions).values({
      userId: user.id,
      endpointHash: randomBytes(32),
      endpoint: 'https://push.example/a-phone',
      p256dh: 'key',
      auth: 'secret',
      userAgent: IPHONE,
      createdAt: t.deps.clock(),
    });
  const hasDevice = async (user: TestUser) =>
    (await t.deps.db.$count(pushSubscriptions, eq(pushSubscriptions.userId, user.id))) > 0;

  test.each<[string, (ana: TestUser, subject: string) => Promise<unknown>]>([
    [
      'in one browser',
      async (ana) => {
        const other = (await list(ana)).find(({ current }) => !current);
        await ana.send({ method: 'DELETE', url: `/api/sessions/${other?.id ?? ''}` });
      },
    ],
    ['everywhere else', (ana) => ana.send({ method: 'DELETE', url: '/api/sessions' })],
    [
      'by a change of how one logs in',
      (_ana, subject) => endSessionsOfSubject({ ...t.deps, log: t.app.log }, subject, undefined),
    ],
  ])("%s stops notifications on that user's devices [SEC-3]", async (_how, end) => {
    const [ana, bo] = [await t.signUp(), await t.signUp()];
    const subject = `known-as-${ana.id}`;
    await t.deps.db.insert(identities).values({ userId: ana.id, issuer: EMBEDDED_ISSUER, subject });
    const phone = await logInWith(ana, IPHONE);
    for (const user of [ana, bo]) await addDevice(user);
    await end(ana, subject);
    expect(await statusWith(phone)).toBe(401);
    expect([await hasDevice(ana), await hasDevice(bo)]).toEqual([false, true]);
  });

  test('a session that cannot be ended leaves everything unchanged', async () => {
    const ana = await t.signUp();
    await addDevice(ana);
    await ana.send({ method: 'DELETE', url: `/api/sessions/${'A'.repeat(43)}` });
    expect(await hasDevice(ana)).toBe(true);
  });
});

describe('a recent login', () => {
  const isRecent = async (user: TestUser) =>
    (await user.send({ url: '/api/auth/recent-login' })).json<{ recent: boolean }>().recent;
  const DELETION = { method: 'DELETE', url: '/api/user/account' } as const;
  const EXPORT = { url: '/api/export/everything.json' } as const;

  test.each([DELETION, EXPORT])(
    'is needed for $url: ten minutes are, a second more is not [SEC-20]',
    async (request) => {
      const ana = await t.signUp();
      t.setNow('2026-06-05T19:10:01Z');
      const refused = await ana.send(request);
      // Never a 401: the user is signed in.
      expect(refused.statusCode).toBe(403);
      expect(refused.json()).toMatchObject({
        error_code: 'REAUTH_REQUIRED',
        action_required: 'log_in_again',
        retryable: false,
      });
      t.setNow('2026-06-05T19:10:00Z');
      expect((await ana.send(request)).statusCode).toBe(200);
    },
  );

  test('is not needed for any other call of a user [SEC-20]', async () => {
    const ana = await t.signUp();
    t.setNow('2026-06-05T20:00:00Z');
    expect((await ana.send({ url: '/api/export/expenses.csv' })).statusCode).toBe(200);
    expect((await ana.send({ method: 'DELETE', url: '/api/sessions' })).statusCode).toBe(200);
  });

  test('is checked before a dialog opens, with a minute to spare [SEC-20]', async () => {
    const ana = await t.signUp();
    expect(await isRecent(ana)).toBe(true);
    t.setNow('2026-06-05T19:09:00Z');
    expect(await isRecent(ana)).toBe(true);
    t.setNow('2026-06-05T19:09:01Z');
    expect(await isRecent(ana)).toBe(false);
  });

  test('is not renewed by using the session, nor by an issuer without auth_time [SEC-20]', async () => {
    const ana = await t.signUp();
    const cookie = await logInWith(ana, FIREFOX);
    const answer = await t.app.inject({ ...EXPORT, headers: { cookie } });
    expect(answer.json()).toMatchObject({ error_code: 'REAUTH_REQUIRED' });
  });
});
