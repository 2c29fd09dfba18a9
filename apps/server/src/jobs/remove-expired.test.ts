import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { deleteExpired, deleteExpiredOfUsers } from '../db/delete-expired.ts';
import { linkSessions, providerRequests } from '../db/tables/banking.tables.ts';
import { loginAttempts, sessions } from '../db/tables/identity.tables.ts';
import { notifications } from '../db/tables/notifications.tables.ts';
import { personalTokens } from '../db/tables/personal-tokens.tables.ts';
import { signUpInvites } from '../db/tables/sign-up.tables.ts';
import { users } from '../db/tables/users.tables.ts';
import { untilWaitingForLocks } from '../test-support/lock-waits.ts';
import { createTestApp, type TestApp, type TestUser } from '../test-support/test-app.ts';
import { jobHandlers } from '../start/job-handlers.ts';
import { JobQueue } from './job-queue.ts';

const NOW = Date.parse('2026-06-05T19:00:00Z');
const DAY_MS = 24 * 60 * 60_000;
const ago = (days: number, ms = 0) => new Date(NOW - days * DAY_MS - ms);

let t: TestApp;
let ana: TestUser;

beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.database.db.$client.query('truncate users, login_attempts cascade');
  ana = await t.signUp();
});

const removeExpired = () => jobHandlers(t.deps)['remove-expired']({}, new AbortController().signal);

const session = (createdAt: Date, lastSeenAt: Date) => ({
  userId: ana.id,
  tokenHash: randomBytes(32),
  createdAt,
  lastSeenAt,
  userAgent: 'a browser',
  idToken: 'an e-mail',
});
const attempt = (expiresAt: Date, state: string) => ({
  tokenHash: randomBytes(32),
  state,
  nonce: 'n',
  codeVerifier: 'v',
  returnTo: '/',
  expiresAt,
});
const linkSession = (expiresAt: Date, providerSessionId: string) => ({
  userId: ana.id,
  stateHash: randomBytes(32),
  provider: 'plaid',
  providerSessionId,
  createdAt: ago(1),
  expiresAt,
});
const notification = (createdAt: Date) => ({
  userId: ana.id,
  event: { kind: 'bank' } as const,
  eventKey: randomUUID(),
  createdAt,
});

const token = (expiresAt: Date, name: string) => ({
  userId: ana.id,
  id: randomUUID(),
  tokenHash: randomBytes(32),
  name,
  scopes: ['week:read' as const],
  createdAt: ago(30),
  expiresAt,
});

function abortedWhenAskedTwice(): AbortSignal {
  const { signal } = new AbortController();
  let asked = 0;
  return Object.defineProperty(signal, 'aborted', { get: () => (asked += 1) > 1 });
}

test("data with a retention period is deleted after it, without the user's return [SEC-3]", async () => {
  const { db } = t.database;
  await db.delete(sessions);
  await db
    .insert(sessions)
    .values([session(ago(30, 1), ago(0)), session(ago(8), ago(7, 1)), session(ago(29), ago(6))]);
  await db.insert(loginAttempts).values([attempt(ago(0, 1), 'over'), attempt(ago(0, -1), 'open')]);
  await db.insert(linkSessions).values([linkSession(ago(0, 1), 'over'), linkSession(ago(0, -1), 'open')]);
  await db.insert(notifications).values([notification(ago(90, 1)), notification(ago(89))]);
  await db.insert(providerRequests).values([
    { accessHash: randomBytes(32), requestedAt: [ago(2), ago(1)] },
    { accessHash: randomBytes(32), requestedAt: [ago(2), ago(0)] },
  ]);
  await db.insert(signUpInvites).values(
    [ago(0, 1), ago(0, -1)].map((expiresAt) => ({
      tokenHash: randomBytes(32),
      createdAt: ago(7),
      expiresAt,
    })),
  );
  await db.insert(personalTokens).values([token(ago(0), 'over'), token(ago(0, -1), 'valid')]);
  await removeExpired();
  expect({
    tokens: (await db.select().from(personalTokens)).map(({ name }) => name),
    invites: (await db.select().from(signUpInvites)).map(({ expiresAt }) => expiresAt),
    sessions: (await db.select().from(sessions)).map(({ createdAt }) => createdAt),
    logins: (await db.select().from(loginAttempts)).map(({ state }) => state),
    linkSessions: (await db.select().from(linkSessions)).map((row) => row.providerSessionId),
    notifications: (await db.select().from(notifications)).map(({ createdAt }) => createdAt),
    requests: (await db.select().from(providerRequests)).map(({ requestedAt }) => requestedAt),
  }).toEqual({
    tokens: ['valid'],
    invites: [ago(0, -1)],
    sessions: [ago(29)],
    logins: ['open'],
    linkSessions: ['open'],
    notifications: [ago(89)],
    requests: [[ago(2), ago(0)]],
  });
});

test("waits for a user's change, then deletes all their expired rows", async () => {
  const { $client } = t.database.db;
  await $client.query(
    `insert into notifications (user_id, event, event_key, created_at)
     select $1, '{"kind":"bank"}', n::text, $2 from generate_series(1, 2500) n`,
    [ana.id, ago(100)],
  );
  const left = async () =>
    (await $client.query<{ key: string }>('select event_key as key from notifications')).rows.map(
      ({ key }) => key,
    );
  const holder = await $client.connect();
  onTestFinished(() => holder.release());
  await holder.query('begin');
  await holder.query('select 1 from users where id = $1 for no key update', [ana.id]);
  const removed = removeExpired();
  await untilWaitingForLocks(t.database.db, 1);
  expect(await left()).toHaveLength(2500);
  await holder.query('rollback');
  await removed;
  expect(await left()).toEqual([]);
});

test('looks at a thousand users or rows at a time, stops in between, and later reaches all', async () => {
  const { db } = t.database;
  await db.delete(providerRequests);
  await db.delete(users);
  // Tokens of the first and the last of 1,001 users.
  await db.$client.query(
    `with others as (
       insert into users (id, email, created_at)
       select lpad(n::text, 32, '0')::uuid, n || '@example.org', $1 from generate_series(1, 1001) n returning id)
     insert into personal_tokens (user_id, id, token_hash, name, scopes, created_at, expires_at)
     select id, id, sha256(id::text::bytea), 't', '{}', $1, $1 from others where id::text like '%001'`,
    [ago(30)],
  );
  await db.$client.query(
    `insert into provider_requests (access_hash, requested_at)
     select sha256(n::text::bytea), array[$1::timestamptz] from generate_series(1, 1001) n`,
    [ago(2)],
  );
  const left = async () => [await db.$count(personalTokens), await db.$count(providerRequests)];
  await deleteExpiredOfUsers(t.deps.db, personalTokens, undefined, abortedWhenAskedTwice());
  await deleteExpired(
    t.deps.db,
    providerRequests,
    providerRequests.accessHash,
    undefined,
    abortedWhenAskedTwice(),
  );
  expect(await left()).toEqual([1, 1]);
  await removeExpired();
  expect(await left()).toEqual([0, 0]);
});

test('a job that was given back ends early', async () => {
  const { db } = t.database;
  await db.insert(notifications).values(notification(ago(100)));
  await jobHandlers(t.deps)['remove-expired']({}, AbortSignal.abort());
  expect(await db.select().from(notifications)).toHaveLength(1);
});

test('expired rows are deleted daily, and at the start of a server that was off', async () => {
  const queue = new JobQueue(t.database.directUrl, () => undefined);
  await queue.open();
  onTestFinished(() => queue.close());
  // Either queue may take it.
  await t.database.db.insert(notifications).values(notification(ago(100)));
  await queue.work(jobHandlers(t.deps), t.deps.log);
  await queue.followClock();
  await expect.poll(() => t.database.db.select().from(notifications)).toEqual([]);
  const { rows } = await t.database.db.$client.query<{ cron: string }>(
    `select cron from pgboss.schedule where name = 'remove-expired'`,
  );
  expect(rows.map(({ cron }) => /^\d+ \d+ \* \* \*$/.test(cron))).toEqual([true]);
});
