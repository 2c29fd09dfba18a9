import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { inTransaction, type DatabasePool } from './database.ts';

/** Any fixed number works. */
const MIGRATION_LOCK = 7_246_554;

/** Brings the schema up to date. Many processes may call it at once. */
export async function migrate(db: DatabasePool, migrationsFolder: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.$client.query('SET LOCAL statement_timeout = 0');
    await tx.$client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await applyMigrations(tx, { migrationsFolder });
  });
}

/** The times that name the migrations of this release, oldest first. */
export function knownMigrations(migrationsFolder: string): number[] {
  return readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);
}

/** The times of the applied ones, oldest first; none for an empty database. */
export async function readAppliedMigrations(client: Queryable): Promise<number[]> {
  const { rows: tables } = await client.query(
    "SELECT 1 WHERE to_regclass('drizzle.__drizzle_migrations') IS NOT NULL",
  );
  if (tables.length === 0) return [];
  const { rows } = await client.query<{ at: number }>(
    'SELECT created_at::float8 AS at FROM drizzle.__drizzle_migrations ORDER BY created_at',
  );
  return rows.map(({ at }) => at);
}

/** Creates the tables as after migration `last`, without rows: a backup brings them. */
export async function createAppSchema(
  client: Queryable,
  migrationsFolder: string,
  last: number,
): Promise<void> {
  await client.query('CREATE SCHEMA drizzle');
  // As the library creates it.
  await client.query(
    'CREATE TABLE drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  );
  for (const { folderMillis, sql } of readMigrationFiles({ migrationsFolder })) {
    if (folderMillis > last) break;
    for (const statement of sql) await client.query(statement);
  }
}

type Queryable = Pick<pg.ClientBase, 'query'>;

/** `too-old`: before the first migration, so this release can't update it. */
export type SchemaAge = 'too-old' | 'older' | 'current' | 'newer';

/** An empty database counts as older. */
export function ageOfMigrations(applied: readonly number[], migrationsFolder: string): SchemaAge {
  const known = knownMigrations(migrationsFolder);
  const [last = 0, newest = 0] = [applied.at(-1), known.at(-1)];
  if (last === newest) return 'current';
  if (last > newest) return 'newer';
  return last > 0 && last < (known[0] ?? 0) ? 'too-old' : 'older';
}

export async function ageOfSchema({ $client }: DatabasePool, migrationsFolder: string): Promise<SchemaAge> {
  return ageOfMigrations(await readAppliedMigrations($client), migrationsFolder);
}

/** Its last migration made what the first one here makes, at the same time in the journal, so its databases are current. */
export const LAST_COMMIT_BEFORE_0_1_0 = '2e3b79bc';

export const REFUSED_DATABASE = {
  'too-old': `A version of Oinkly before 0.1.0 wrote this database: start commit ${LAST_COMMIT_BEFORE_0_1_0} once, which updates it, then start this version.`,
  newer:
    'A newer version of Oinkly has updated this database: start that version, or go back to a copy of the data from before the update.',
};
