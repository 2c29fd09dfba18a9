import type pg from 'pg';
import { migrations } from './migrations.ts';

/** The newest that this release knows. */
export const IDENTITY_SCHEMA_VERSION = migrations.length;

/** Reads the schema's version; zero without the schema, or without a right to it. */
export async function readIdentityVersion(client: Pick<pg.ClientBase, 'query'>): Promise<number> {
  const { rows: tables } = await client.query(
    `SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'identity' AND c.relname = 'migrations' AND has_table_privilege(c.oid, 'SELECT')
       AND has_schema_privilege(n.oid, 'USAGE')`,
  );
  if (tables.length === 0) return 0;
  const { rows } = await client.query<{ version: number | null }>(
    'SELECT max(version) AS version FROM identity.migrations',
  );
  return rows[0]?.version ?? 0;
}

/** Creates the schema as that version had it, without rows: a backup brings them. */
export async function createIdentitySchema(
  client: Pick<pg.ClientBase, 'query'>,
  version: number,
): Promise<void> {
  await client.query('CREATE SCHEMA identity');
  await client.query('CREATE TABLE identity.migrations (version integer PRIMARY KEY)');
  for (const statements of migrations.slice(0, version)) await client.query(statements);
}
