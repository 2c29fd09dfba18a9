import { getTableName } from 'drizzle-orm';
import pg from 'pg';
import { readAppliedMigrations } from '../db/migrate.ts';
import { TABLES } from '../db/tables/readable-tables.ts';
import { fullName } from './archive-format.ts';
import { BackupError } from './backup-error.ts';
import { knowsMigrations } from './load-backup.ts';
import { IDENTITY_SCHEMAS, listTables, MAIN_SCHEMAS } from './tables.ts';

/* A restore goes only where no user would lose anything. */

/** Without `public`, which other programs use too. */
const OWN_SCHEMAS = new Set([...MAIN_SCHEMAS.filter((name) => name !== 'public'), ...IDENTITY_SCHEMAS]);

/** Throws a `BackupError` if a table, such as that of the users, has rows. */
export async function refuseRows(client: pg.Client, table: string, place: string): Promise<void> {
  const present = await listTables(client, [...MAIN_SCHEMAS, ...IDENTITY_SCHEMAS]);
  if (!present.some((one) => fullName(one) === table)) return;
  const { rows } = await client.query(`SELECT FROM ${table} LIMIT 1`);
  if (rows.length > 0) {
    throw new BackupError(`${place} already has users: restore into an empty place. Nothing was changed.`);
  }
}

/** Throws a `BackupError` if the database has Citus, whose own connections look like a server's. */
export async function refuseCitus(client: pg.Client): Promise<void> {
  const { rows } = await client.query("SELECT 1 WHERE to_regclass('pg_dist_node') IS NOT NULL");
  if (rows.length > 0) {
    throw new BackupError(
      'The database at DATABASE_URL has Citus: restore into one without it, and distribute that. Nothing was changed.',
    );
  }
}

/** Throws a `BackupError` if others are connected: a server that runs would lose its tables. */
export async function refuseOtherConnections(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ others: number }>(
    `SELECT count(*)::int AS others FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename IS NOT NULL`,
  );
  const others = rows[0]?.others ?? 0;
  if (others > 0) {
    throw new BackupError(
      `The database at DATABASE_URL is in use (${others} connections): stop all servers and poolers first.`,
    );
  }
}

/**
 * Drops the tables of a server that has started once. Refuses everything that Oinkly's migrations have not made, because it would be
 * dropped with them.
 */
export async function dropEmptyTables(client: pg.Client, migrationsFolder: string): Promise<void> {
  const present = await listRelations(client);
  const own = new Set(TABLES.map((table) => `public.${getTableName(table)}`));
  const isOurs = (one: Relation) => OWN_SCHEMAS.has(one.schema) || (one.isTable && own.has(fullName(one)));
  const other = present.find((one) => !isOurs(one));
  if (other) {
    throw new BackupError(
      `The database at DATABASE_URL has a table of another program, ${fullName(other)}: restore into an empty place. Nothing was changed.`,
    );
  }
  const applied = await readAppliedMigrations(client);
  if (applied.length > 0 && knowsMigrations(applied, migrationsFolder)) {
    await client.query('DROP SCHEMA IF EXISTS drizzle, pgboss, identity CASCADE');
    for (const table of TABLES) {
      await client.query(`DROP TABLE IF EXISTS public.${pg.escapeIdentifier(getTableName(table))} CASCADE`);
    }
    return;
  }
  const { rows } = await client.query<{ name: string }>(
    'SELECT nspname::text AS name FROM pg_namespace WHERE nspname = ANY ($1)',
    [[...OWN_SCHEMAS]],
  );
  const [made] = [...present.map(fullName), ...rows.map(({ name }) => name)];
  if (made === undefined) return;
  throw new BackupError(
    `The database at DATABASE_URL has tables of another program or of another version, such as ${made}: restore into an empty place. Nothing was changed.`,
  );
}

interface Relation {
  schema: string;
  name: string;
  /** Otherwise a view. */
  isTable: boolean;
}

async function listRelations(client: pg.Client): Promise<Relation[]> {
  const { rows } = await client.query<Relation>(
    `SELECT n.nspname::text AS schema, c.relname::text AS name, c.relkind IN ('r', 'p') AS "isTable"
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
       AND NOT EXISTS (
         SELECT FROM pg_depend d
         WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e'
       )
     ORDER BY 1, 2`,
  );
  return rows;
}
