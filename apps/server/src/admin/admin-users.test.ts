import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { inTransaction, type DatabasePool } from '../db/database.ts';
import { connections } from '../db/tables/banking.tables.ts';
import { messagePlaces } from '../db/tables/messages.tables.ts';
import { pushKeys } from '../db/tables/notifications.tables.ts';
import { sessions } from '../db/tables/identity.tables.ts';
import { users } from '../db/tables/users.tables.ts';
import { JobQueue } from '../jobs/job-queue.ts';
import { areKeysInUse, sampleSealedSecrets } from '../start/sealed-secrets.queries.ts';
import { TokenBox } from '../security/token-box.ts';
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts';
import { countUsers, endAllSessions, findUsersByEmail, listUsers } from './admin-users.queries.ts';
import { forgetLostTokens } from './forget-lost-tokens.ts';
import type { Installation } from './installation.ts';
import { identitiesOf } from './open-installation.ts';

let database: TestDatabase;
let db: DatabasePool;
const [ana, bo] = [randomUUID(), randomUUID()];
const now = new Date('2026-06-05T19:00:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.checkedDb;
  await db.insert(users).values([
    { id: ana, email: 'ana@example.org', createdAt: now },
    { id: bo, email: 'bo@example.org', createdAt: now },
  ]);
  await db.insert(sessions).values(
    [ana, bo].map((userId) => ({
      userId,
      tokenHash: randomBytes(32),
      createdAt: now,
      lastSeenAt: now,
      userAgent: 'a',
    })),
  );
  await db.insert(connections).values({
    userId: ana,
    id: randomUUID(),
    provider: 'plaid',
    providerConnectionId: 'one',
    institutionName: 'Bank',
    accessToken: randomBytes(8),
    accessTokenKeyId: 'old',
    createdAt: now,
  });
});
afterAll(() => database.drop());

test('lists and finds users of all servers', async () => {
  expect(await listUsers(db, 'EXAMPLE', 10)).toMatchObject([
    { id: ana, banks: 1, lastSeenAt: now },
    { id: bo, banks: 0, lastSeenAt: now },
  ]);
  expect(await countUsers(db, 'bo@')).toBe(1);
  expect(await findUsersByEmail(db, 'ANA@example.org')).toMatchObject([{ id: ana }]);
  expect(await inTransaction(db, (tx) => areKeysInUse(tx, ['old']))).toBe(true);
  expect(await inTransaction(db, (tx) => sampleSealedSecrets(tx, 'push'))).toHaveLength(1);
});

test('forgets the lost tokens of all servers', async () => {
  const job = { provider: 'plaid', connectionId: 'c', sealedToken: 's', keyId: 'old' };
  const queue = new JobQueue(database.directUrl, (problem) => expect.fail(problem.message));
  await queue.open();
  await queue.send('remove-connection', job);
  await queue.close();
  await db
    .insert(pushKeys)
    .values({ id: 1, publicKey: 'p', privateKey: randomBytes(8), privateKeyKeyId: 'old', createdAt: now });
  await db.insert(messagePlaces).values({
    userId: bo,
    id: randomUUID(),
    type: 'ntfy',
    name: 'Phone',
    host: 'ntfy.sh',
    target: randomBytes(8),
    targetKeyId: 'old',
    kinds: ['bank'],
    includesAmounts: false,
    createdAt: now,
    attempts: [],
  });
  const key = { id: 'new', key: randomBytes(32) };
  const tokenKeys = { read: async () => [key], forRotation: async () => [key], dropOld: null };
  const identities = identitiesOf(database.directUrl);
  onTestFinished(() => identities.close());
  await identities.update();
  const { sealed } = new TokenBox([{ id: 'old', key: randomBytes(32) }]).seal('secret', 'of an app');
  await db.$client.query(
    `INSERT INTO identity.accounts (id, email, password_hash, created_at) VALUES ('ana', 'ana@example.org', '', now())`,
  );
  await db.$client.query(
    `INSERT INTO identity.authenticator_apps (account_id, secret, secret_key_id, last_step, added_at)
     VALUES ('ana', $1, 'old', 0, now())`,
    [sealed],
  );
  const installation = { db, identities, tokenKeys } as unknown as Installation;
  await expect(forgetLostTokens(installation, { isSure: false })).rejects.toThrow('one authenticator app');
  expect(await identities.sampleAppSecrets()).toHaveLength(1);
  expect(await forgetLostTokens(installation, { isSure: true })).toContain(
    'Forgotten: one bank login, one place for messages, one pending disconnection, the key for notifications, and one authenticator app.',
  );
  expect(await identities.sampleAppSecrets()).toEqual([]);
  expect(await database.db.select().from(messagePlaces)).toMatchObject([
    { targetKeyId: 'forgotten', endReason: 'key-lost', endedAt: expect.any(Date) as Date },
  ]);
});

test("ends all users' sessions, and logins that began before [SEC-3]", async () => {
  const before = new Date();
  expect(await endAllSessions(db)).toBe(2);
  for (const { sessionsEndedAt } of await database.db.select().from(users))
    expect(sessionsEndedAt?.getTime()).toBeGreaterThanOrEqual(before.getTime());
});
