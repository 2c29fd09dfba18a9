import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { inTransaction, type DatabasePool } from './database.ts';

/** Any fixed number works. */
const MIGRATION_LOCK = 7_246_554;

/** Many processes may call it at once. */
export async function migrate(db: DatabasePool, migrationsFolder: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.$client.query('SET LOCAL statement_timeout = 0');
    await tx.$client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await applyMigrations(tx, { migrationsFolder });
  });
}

export type SchemaAge = 'older' | 'current' | 'newer';

/** An empty database counts as older. */
export async function ageOfSchema({ $client }: DatabasePool, migrationsFolder: string): Promise<SchemaAge> {
  const known = readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0;
  const { rows: tables } = await $client.query(
    "SELECT 1 WHERE to_regclass('drizzle.__drizzle_migrations') IS NOT NULL",
  );
  if (tables.length === 0) return 'older';
  const { rows } = await $client.query<{ newest: number | null }>(
    'SELECT max(created_at)::float8 AS newest FROM drizzle.__drizzle_migrations',
  );
  const applied = rows[0]?.newest ?? 0;
  if (applied === known) return 'current';
  return applied < known ? 'older' : 'newer';
}

export const NEWER_DATABASE =
  'A newer version of Oinkly has updated this database: start that version, or go back to a copy of the data from before the update.';
