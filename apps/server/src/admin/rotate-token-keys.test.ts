import type { IdentityAdmin } from '@oinkly/identity-provider';
import { asc, eq } from 'drizzle-orm';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inTransaction, openPool, type DatabasePool } from '../db/database.ts';
import { connections } from '../db/tables/banking.tables.ts';
import { messagePlaces } from '../db/tables/messages.tables.ts';
import { pushKeys } from '../db/tables/notifications.tables.ts';
import { users } from '../db/tables/users.tables.ts';
import { useTokenKeys, withRotationLock } from '../db/token-key-lock.ts';
import { JobQueue } from '../jobs/job-queue.ts';
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts';
import { TokenBox } from '../security/token-box.ts';
import { identitiesOf } from './open-installation.ts';
import { findOneUser } from './find-one-user.ts';
import { rotateTokenKeys, type Rotation } from './rotate-token-keys.ts';

const [old, current, lost] = ['old', 'current', 'lost'].map((id) => ({ id, key: randomBytes(32) })) as [
  { id: string; key: Buffer },
  { id: string; key: Buffer },
  { id: string; key: Buffer },
];
const before = new TokenBox([old]);
const after = new TokenBox([current]);

let database: TestDatabase;
let db: DatabasePool;
let identities: IdentityAdmin;
let dropped: number;

beforeEach(async () => {
  database = await createTestDatabase();
  db = database.checkedDb;
  identities = identitiesOf(database.directUrl);
  dropped = 0;
});
afterEach(async () => {
  await identities.close();
  await database.drop();
});

function rotate(tokenBox = new TokenBox([current, old])): Promise<Rotation> {
  return rotateTokenKeys({
    db,
    identities,
    tokenBox,
    oldKeyIds: [old.id],
    dropOldKeys: async () => {
      dropped += 1;
    },
  });
}

async function addUser(email = `${randomUUID()}@example.org`): Promise<string> {
  const id = randomUUID();
  await database.db.insert(users).values({ id, email, createdAt: new Date() });
  return id;
}

function connectionRow(userId: string, box: TokenBox): typeof connections.$inferInsert {
  const id = randomUUID();
  const { sealed, keyId } = box.seal(`token of ${id}`, id);
  return {
    userId,
    id,
    provider: 'plaid',
    providerConnectionId: id,
    institutionName: 'Bank',
    accessToken: sealed,
    accessTokenKeyId: keyId,
    createdAt: new Date(),
  };
}

function placeRow(userId: string, box: TokenBox): typeof messagePlaces.$inferInsert {
  const id = randomUUID();
  const { sealed, keyId } = box.seal(`target of ${id}`, id);
  return {
    userId,
    id,
    type: 'webhook',
    name: 'Home',
    host: 'hooks.example.org',
    target: sealed,
    targetKeyId: keyId,
    kinds: ['bank'],
    includesAmounts: false,
    createdAt: new Date(),
    attempts: [],
  };
}

async function unopenedBy(box: TokenBox): Promise<string[]> {
  const rows = await database.db.select().from(connections).orderBy(asc(connections.id));
  return rows.filter((row) => !opens(box, row)).map(({ id }) => id);
}

function opens(
  box: TokenBox,
  { id, accessToken, accessTokenKeyId }: typeof connections.$inferSelect,
): boolean {
  try {
    return box.open({ keyId: accessTokenKeyId, sealed: accessToken }, id) === `token of ${id}`;
  } catch {
    return false;
  }
}

test('everything sealed opens with the new key only, then the old key is dropped [SEC-9]', async () => {
  const found = await Promise.all(Array.from({ length: 60 }, () => addUser()));
  await database.db
    .insert(connections)
    .values(
      found.flatMap((id) => [
        connectionRow(id, before),
        connectionRow(id, before),
        connectionRow(id, before),
      ]),
    );
  const places = found.map((id) => placeRow(id, before));
  await database.db.insert(messagePlaces).values(places);
  const push = before.seal('push secret', 'push-keys');
  await database.db.insert(pushKeys).values({
    publicKey: 'public',
    privateKey: push.sealed,
    privateKeyKeyId: push.keyId,
    createdAt: new Date(),
  });
  const queue = new JobQueue(database.url, () => undefined);
  await queue.open();
  const connectionId = randomUUID();
  const { sealed, keyId } = before.seal('token of the removed', connectionId);
  const job = { provider: 'plaid', connectionId, sealedToken: sealed.toString('base64url'), keyId };
  await queue.send('remove-connection', job);

  expect(await rotate()).toEqual({ resealed: 242, unreadable: new Map(), areOldKeysFree: true });
  expect(dropped).toBe(1);
  expect(await unopenedBy(after)).toEqual([]);
  for (const { id, target, targetKeyId } of await database.db.select().from(messagePlaces))
    expect(after.open({ keyId: targetKeyId, sealed: target }, id)).toBe(`target of ${id}`);
  const [stored] = await database.db.select().from(pushKeys);
  expect(
    after.open(
      { keyId: stored?.privateKeyKeyId ?? '', sealed: stored?.privateKey ?? Buffer.of() },
      'push-keys',
    ),
  ).toBe('push secret');
  const { rows } = await database.db.$client.query<{ data: typeof job }>(
    "SELECT data FROM pgboss.job WHERE name = 'remove-connection'",
  );
  expect(rows).toHaveLength(1);
  const data = rows[0]?.data ?? job;
  expect(data).toMatchObject({ provider: 'plaid', connectionId });
  expect(
    after.open({ keyId: data.keyId, sealed: Buffer.from(data.sealedToken, 'base64url') }, connectionId),
  ).toBe('token of the removed');
  await queue.close();

  expect(await rotate()).toMatchObject({ resealed: 0, areOldKeysFree: true });
});

test('a rotation that breaks off in the middle drops nothing, and the next one ends it [SEC-9]', async () => {
  const userId = await addUser();
  const rows = Array.from({ length: 150 }, () => connectionRow(userId, before));
  await database.db.insert(connections).values(rows);
  let sealed = 0;
  const breaking = new TokenBox([current, old], () => {
    sealed += 1;
    if (sealed > 120) throw new Error('killed');
    return [current, old];
  });
  await expect(rotate(breaking)).rejects.toThrow('killed');
  expect(dropped).toBe(0);
  expect(await unopenedBy(new TokenBox([current, old]))).toEqual([]);
  expect(await rotate()).toMatchObject({ resealed: 50, areOldKeysFree: true });
  expect(await unopenedBy(after)).toEqual([]);
});

test('waits for a token sealed with the old key during the rotation before dropping it [SEC-9]', async () => {
  const userId = await addUser();
  const row = connectionRow(userId, before);
  const seals = Promise.withResolvers<undefined>();
  const isHeld = Promise.withResolvers<undefined>();
  const linking = inTransaction(db, async (tx) => {
    await useTokenKeys(tx);
    isHeld.resolve(undefined);
    await seals.promise;
    await tx.insert(connections).values(row);
  });
  await isHeld.promise;
  const rotating = rotate();
  const waiting = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
  await expect.poll(async () => (await database.db.$client.query(waiting)).rowCount).toBe(1);
  expect(dropped).toBe(0);
  seals.resolve(undefined);
  await linking;
  expect(await rotating).toMatchObject({ resealed: 1, areOldKeysFree: true });
  expect(await unopenedBy(after)).toEqual([]);
});

test('an old key that still seals a place for messages is kept [SEC-9] [SEC-35]', async () => {
  const userId = await addUser();
  await database.db.insert(messagePlaces).values(placeRow(userId, before));
  // It does not open what the old key sealed.
  expect(await rotate(after)).toMatchObject({ resealed: 0, areOldKeysFree: false });
  expect(dropped).toBe(0);
  expect(await rotate()).toMatchObject({ resealed: 1, areOldKeysFree: true });
});

test('secrets of authenticator apps open with the new key only; until then, the old one is kept [SEC-37]', async () => {
  await identities.update();
  await database.db.$client.query(
    `INSERT INTO identity.accounts (id, email, password_hash, created_at)
     SELECT name, name, '', now() FROM unnest(ARRAY['ana', 'bo']) name`,
  );
  for (const sub of ['ana', 'bo']) {
    const { sealed, keyId } = before.seal(`secret of ${sub}`, `authenticator app of account ${sub}`);
    await database.db.$client.query(
      `INSERT INTO identity.authenticator_apps (account_id, secret, secret_key_id, last_step, added_at)
       VALUES ($1, $2, $3, 0, now())`,
      [sub, sealed, keyId],
    );
  }
  // It does not open what the old key sealed.
  expect(await rotate(after)).toMatchObject({ resealed: 0, unreadable: new Map([['old', 2]]) });
  expect(dropped).toBe(0);
  expect(await rotate()).toMatchObject({ resealed: 2, areOldKeysFree: true });
  const secrets = [];
  for await (const secret of identities.appSecrets()) secrets.push(secret);
  expect(secrets.map(({ secret, rowId }) => after.open(secret, rowId))).toEqual([
    'secret of ana',
    'secret of bo',
  ]);
});

test('counts values sealed by a lost key, keeps them and continues [SEC-9]', async () => {
  const userId = await addUser();
  const unreadable = connectionRow(userId, new TokenBox([lost]));
  const damaged = { ...connectionRow(userId, before), accessToken: randomBytes(40) };
  await database.db.insert(connections).values([unreadable, damaged, connectionRow(userId, before)]);
  expect(await rotate()).toEqual({
    resealed: 1,
    unreadable: new Map([
      ['lost', 1],
      ['old', 1],
    ]),
    areOldKeysFree: false,
  });
  expect(dropped).toBe(0);
  const [row] = await database.db.select().from(connections).where(eq(connections.id, unreadable.id));
  expect(row?.accessToken).toEqual(unreadable.accessToken);
});

test('two rotations at once do not run', async () => {
  const db = openPool(database.directUrl, () => undefined);
  const answer = await withRotationLock(db, () => withRotationLock(db, async () => 'both'));
  expect(answer).toBeNull();
  expect(await withRotationLock(db, async () => 'after it')).toBe('after it');
  await db.$client.end();
});

test('an email that several users share selects no user; their ids do', async () => {
  const [first, second] = [await addUser('ana@example.org'), await addUser('Ana@example.org')];
  await expect(findOneUser(db, 'ANA@example.org')).rejects.toThrow(
    new RegExp(`^Several users have the email .*${first}, ${second}`),
  );
  expect(await findOneUser(db, second)).toMatchObject({ id: second });
  await expect(findOneUser(db, 'bo@example.org')).rejects.toThrow('No user has the email');
});
