import { IDENTITY_SCHEMA_VERSION, readIdentityVersion, type IdentityAdmin } from '@oinkly/identity-provider';
import pg from 'pg';
import { ConfigError } from '../errors/config-error.ts';
import { inTransaction, type DatabasePool } from '../db/database.ts';
import { listMisplacedTables } from '../db/distribution/cluster.ts';
import { distributeTables } from '../db/distribution/distribute.ts';
import { ageOfMigrations, migrate, readAppliedMigrations, REFUSED_DATABASE } from '../db/migrate.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { QUEUE_SCHEMA_VERSION, readQueueVersion } from '../jobs/queue-schema.ts';

interface Schemas {
  db: DatabasePool;
  migrationsFolder: string;
  queue: JobQueue;
  identityDatabaseUrl: string;
  identities: Pick<IdentityAdmin, 'update'>;
  /** Called before an update of a database with users, with a name for its state. If it throws, nothing is updated. */
  backUp: (state: string) => Promise<void>;
}

/** Any fixed number works. */
const UPDATE_LOCK = 7_246_558;

/**
 * Creates all schemas, or updates them after a backup. Many processes may call it at once: the first one updates, and
 * the others wait. On a cluster, places new tables. Throws a `DistributionError` if it can't, and a `ConfigError` if a newer version has updated one, or one from before 0.1.0 wrote them.
 */
export async function updateDatabase(schemas: Schemas): Promise<void> {
  const { db, migrationsFolder, queue, identityDatabaseUrl, identities, backUp } = schemas;
  if (!(await readState(schemas)).isOlder) {
    await Promise.all([migrate(db, migrationsFolder), queue.open()]);
    return;
  }
  await inTransaction(db, async (tx) => {
    // It waits for the backup and for other processes.
    await tx.$client.query('SET LOCAL statement_timeout = 0');
    await tx.$client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await tx.$client.query('SELECT pg_advisory_xact_lock($1)', [UPDATE_LOCK]);
    const { isOlder, state } = await readState(schemas);
    if (isOlder && (await hasUsers(db))) await backUp(state);
    // One after the other: if this one fails, the older version can still use the database.
    await migrate(db, migrationsFolder);
    // On a cluster, a new table of this server would keep the rows of deleted users.
    if ((await listMisplacedTables(db)).length > 0) await distributeTables(db, () => undefined);
    await queue.open();
    // Also beside another issuer, or every start would be an update.
    if ((await identityVersionAt(identityDatabaseUrl)) > 0) await identities.update();
  });
}

async function readState({
  db,
  migrationsFolder,
  identityDatabaseUrl,
}: Schemas): Promise<{ isOlder: boolean; state: string }> {
  const migrations = await readAppliedMigrations(db.$client);
  const age = ageOfMigrations(migrations, migrationsFolder);
  const queue = await readQueueVersion(db.$client);
  const identity = await identityVersionAt(identityDatabaseUrl);
  if (age === 'too-old') throw new ConfigError(REFUSED_DATABASE[age]);
  if (age === 'newer' || queue > QUEUE_SCHEMA_VERSION || identity > IDENTITY_SCHEMA_VERSION) {
    throw new ConfigError(REFUSED_DATABASE.newer);
  }
  const isOlder =
    age === 'older' ||
    isBetween(queue, QUEUE_SCHEMA_VERSION) ||
    isBetween(identity, IDENTITY_SCHEMA_VERSION) ||
    (await listMisplacedTables(db)).length > 0;
  return { isOlder, state: [migrations.length, queue, identity].join('.') };
}

/** Zero is a schema that does not exist yet. */
function isBetween(version: number, newest: number): boolean {
  return version > 0 && version < newest;
}

async function identityVersionAt(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await readIdentityVersion(client);
  } finally {
    await client.end();
  }
}

export async function hasUsers({ $client }: DatabasePool): Promise<boolean> {
  const { rows: tables } = await $client.query("SELECT 1 WHERE to_regclass('public.users') IS NOT NULL");
  if (tables.length === 0) return false;
  return (await $client.query('SELECT FROM users LIMIT 1')).rows.length > 0;
}
