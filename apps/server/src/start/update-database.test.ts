import { identityAdmin, type IdentityAdmin } from '@oinkly/identity-provider';
import { getRollbackPlans } from 'pg-boss';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ConfigError } from '../errors/config-error.ts';
import { openPool, SILENCE_MS } from '../db/database.ts';
import { migrate, readAppliedMigrations } from '../db/migrate.ts';
import { listMisplacedTables } from '../db/distribution/cluster.ts';
import { distributeTables } from '../db/distribution/distribute.ts';
import { JobQueue } from '../jobs/job-queue.ts';
import { QUEUE_SCHEMA_VERSION, readQueueVersion } from '../jobs/queue-schema.ts';
import { restoreDump } from '../test-support/earlier-version.ts';
import {
  MIGRATIONS_DIR,
  readJournal,
  withFirstMigration,
  withNextMigration,
} from '../test-support/next-migration.ts';
import { untilWaitingForLocks } from '../test-support/lock-waits.ts';
import { addCitusDouble } from '../test-support/citus-double.ts';
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts';
import { updateDatabase } from './update-database.ts';

const { entries: migrations } = await readJournal();
const newest = migrations.length;

/** A database that this version left without its job queue, with or without a user. The next version has one migration more. */
async function olderDatabase({ hasUser }: { hasUser: boolean }): Promise<TestDatabase> {
  const database = await createTestDatabase('template0');
  onTestFinished(() => database.drop());
  await migrate(database.db, MIGRATIONS_DIR);
  if (hasUser) await addUser(database);
  return database;
}

const nextVersion = () => withNextMigration('CREATE TABLE next (id integer)');

async function currentDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  await addUser(database);
  return database;
}

async function addUser({ db }: TestDatabase): Promise<void> {
  await db.$client.query(
    `INSERT INTO users (id, email, created_at) VALUES (gen_random_uuid(), 'ana@example.org', now())`,
  );
}

function identitiesAt(databaseUrl: string): IdentityAdmin {
  return identityAdmin({ databaseUrl, clock: () => new Date(), onIdleError: () => undefined });
}

/** As one of several processes. */
async function update(
  { directUrl: url }: TestDatabase,
  backUp: (state: string) => Promise<void>,
  migrationsFolder = MIGRATIONS_DIR,
): Promise<void> {
  const db = openPool(url, () => undefined);
  const queue = new JobQueue(url, (problem) => expect.fail(problem.message));
  const identities = identitiesAt(url);
  try {
    await updateDatabase({
      db,
      migrationsFolder,
      queue,
      identityDatabaseUrl: url,
      identities,
      backUp,
    });
  } finally {
    await identities.close();
    await queue.close();
    await db.$client.end();
  }
}

const appliedTo = async ({ db }: TestDatabase) => (await readAppliedMigrations(db.$client)).length;

test('before an update, a database with users is backed up, once for all processes [OPS-4]', async () => {
  const database = await olderDatabase({ hasUser: true });
  const backUp = vi.fn(async () => expect(await appliedTo(database)).toBe(newest));
  const next = await nextVersion();
  await Promise.all([1, 2, 3].map(() => update(database, backUp, next)));
  expect(backUp).toHaveBeenCalledTimes(1);
  expect(await appliedTo(database)).toBe(newest + 1);
  await update(database, backUp, next);
  expect(backUp).toHaveBeenCalledTimes(1);
});

test('an update of the job queue or the log-in pages alone has its backup too [OPS-4]', async () => {
  const database = await currentDatabase();
  const backUp = vi.fn(async () => undefined);
  await update(database, backUp);
  expect(backUp).not.toHaveBeenCalled();
  await database.db.$client.query(getRollbackPlans('pgboss', QUEUE_SCHEMA_VERSION));
  await update(database, backUp);
  expect(backUp).toHaveBeenCalledTimes(1);
  // As the log-in pages do.
  const identities = identitiesAt(database.directUrl);
  await identities.update();
  await identities.close();
  await database.db.$client.query(
    `DROP TABLE identity.recovery_codes, identity.authenticator_apps;
     DELETE FROM identity.migrations WHERE version = (SELECT max(version) FROM identity.migrations)`,
  );
  await update(database, backUp);
  expect(backUp).toHaveBeenCalledTimes(2);
});

test('an update of the job queue may take longer than any other statement [OPS-4]', async () => {
  const database = await currentDatabase();
  const { $client } = database.db;
  await $client.query(getRollbackPlans('pgboss', QUEUE_SCHEMA_VERSION));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const slow = await $client.connect();
  onTestFinished(() => slow.release());
  await slow.query('BEGIN; LOCK TABLE pgboss.version IN SHARE MODE');
  const updated = update(database, async () => undefined);
  await Promise.race([updated, untilWaitingForLocks(database.db, 1)]);
  vi.advanceTimersByTime(10 * SILENCE_MS);
  await slow.query('COMMIT');
  await updated;
  expect(await readQueueVersion($client)).toBe(QUEUE_SCHEMA_VERSION);
});

test('a new database, or one without users, needs no backup [OPS-4]', async () => {
  const backUp = vi.fn(async () => undefined);
  const empty = await createTestDatabase('template0');
  onTestFinished(() => empty.drop());
  const next = await nextVersion();
  for (const database of [empty, await olderDatabase({ hasUser: false })]) {
    await update(database, backUp, next);
    expect(await appliedTo(database)).toBe(newest + 1);
  }
  expect(backUp).not.toHaveBeenCalled();
});

test('if a migration fails, the job queue stays as the older version needs it [OPS-5]', async () => {
  const database = await olderDatabase({ hasUser: true });
  const { $client } = database.db;
  const olderQueue = new JobQueue(database.directUrl, (problem) => expect.fail(problem.message));
  await olderQueue.open();
  await olderQueue.close();
  await $client.query(getRollbackPlans('pgboss', QUEUE_SCHEMA_VERSION));
  const older = await readQueueVersion($client);
  // The next migration creates it.
  await $client.query('CREATE TABLE next (id integer)');
  await expect(update(database, async () => undefined, await nextVersion())).rejects.toThrow();
  expect(await readQueueVersion($client)).toBe(older);
});

test('a try whose last part failed is not mistaken for the untouched database [OPS-4]', async () => {
  const database = await olderDatabase({ hasUser: true });
  // The log-in pages create it.
  await database.db.$client.query(
    'CREATE SCHEMA identity; CREATE TABLE identity.migrations (version integer); INSERT INTO identity.migrations VALUES (1)',
  );
  const states: string[] = [];
  const backUp = async (state: string) => void states.push(state);
  const next = await nextVersion();
  for (const _try of [1, 2, 3]) await expect(update(database, backUp, next)).rejects.toThrow();
  const after = `${newest + 1}.${QUEUE_SCHEMA_VERSION}.1`;
  expect(states).toEqual([`${newest}.0.1`, after, after]);
});

test('on a cluster, an update places new tables, also if an earlier try stopped before it [OPS-4]', async () => {
  const database = await currentDatabase();
  await addCitusDouble(database.db);
  await distributeTables(database.db, () => undefined);
  const { $client } = database.db;
  // As if this version had just added the table.
  await $client.query("DELETE FROM pg_dist_partition WHERE logicalrelid = 'message_places'::regclass");
  await $client.query("INSERT INTO interrupted_at VALUES ('message_places')");
  const backUp = vi.fn(async () => undefined);
  await expect(update(database, backUp)).rejects.toThrow('The table message_places could not be placed');
  expect(await listMisplacedTables(database.db)).toEqual(['message_places']);
  await $client.query('DELETE FROM interrupted_at');
  await update(database, backUp);
  expect(await listMisplacedTables(database.db)).toEqual([]);
  expect(backUp).toHaveBeenCalledTimes(2);
  await update(database, backUp);
  expect(backUp).toHaveBeenCalledTimes(2);
});

test('if the backup fails, nothing is updated [OPS-4]', async () => {
  const database = await olderDatabase({ hasUser: true });
  const full = new ConfigError('The disk is full.');
  await expect(update(database, () => Promise.reject(full), await nextVersion())).rejects.toBe(full);
  expect(await appliedTo(database)).toBe(newest);
});

test('a database of the last commit before 0.1.0 is adopted as it is [OPS-4] [OPS-5]', async () => {
  const database = await createTestDatabase('template0');
  onTestFinished(() => database.drop());
  await restoreDump('before-0.1.0', database);
  await addUser(database);
  const applied = await appliedTo(database);
  const backUp = vi.fn(async () => undefined);
  await update(database, backUp, await withFirstMigration());
  expect(backUp).not.toHaveBeenCalled();
  expect(await appliedTo(database)).toBe(applied);
});

test('a database of an earlier commit is refused unchanged, and the commit that updates it is named [OPS-4]', async () => {
  const database = await createTestDatabase('template0');
  onTestFinished(() => database.drop());
  await restoreDump('before-0.1.0', database);
  await database.db.$client.query('DELETE FROM drizzle.__drizzle_migrations WHERE id = 49');
  const backUp = vi.fn(async () => undefined);
  await expect(update(database, backUp)).rejects.toThrow(
    new ConfigError(
      'A version of Oinkly before 0.1.0 wrote this database: start commit 2e3b79bc once, which updates it, then start this version.',
    ),
  );
  expect(backUp).not.toHaveBeenCalled();
  expect(await appliedTo(database)).toBe(48);
});

test.each([
  ['app', `INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('later', 4102444800000)`],
  ['job queue', 'UPDATE pgboss.version SET version = 99'],
  [
    'log-in pages',
    'CREATE SCHEMA identity; CREATE TABLE identity.migrations (version integer); INSERT INTO identity.migrations VALUES (99)',
  ],
])('a database whose %s a newer version has updated is refused [OPS-4]', async (_part, statement) => {
  const database = await currentDatabase();
  await database.db.$client.query(statement);
  await expect(update(database, async () => undefined)).rejects.toThrow(
    /^A newer version of Oinkly has updated this database: /,
  );
});
