import pg from 'pg';
import type { SequenceOfBackup, TableOfBackup } from './archive-format.ts';

/** The app's, its migrations, and the job queue. */
export const MAIN_SCHEMAS = ['public', 'drizzle', 'pgboss'];
/** The log-in pages. At home, another role owns it. */
export const IDENTITY_SCHEMAS = ['identity'];

type Client = Pick<pg.ClientBase, 'query'>;
type Table = Pick<TableOfBackup, 'schema' | 'name' | 'columns'>;

/** Lists tables that the role may use, with the columns that a row is made of; PostgreSQL computes the others. */
export async function listTables(client: Client, schemas: readonly string[]): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT n.nspname::text AS schema, c.relname::text AS name, ARRAY(
       SELECT attname::text FROM pg_attribute
       WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum
     ) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND has_schema_privilege(n.oid, 'USAGE') AND NOT EXISTS (
       SELECT FROM pg_depend d
       WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e'
     )
     ORDER BY 1, 2`,
    [schemas],
  );
  return rows;
}

export async function countRowsOf(client: Client, table: { schema: string; name: string }): Promise<number> {
  const { rows } = await client.query<{ rows: string }>(`SELECT count(*) AS rows FROM ${quoted(table)}`);
  return Number(rows[0]?.rows);
}

export async function readSequences(client: Client, schemas: readonly string[]): Promise<SequenceOfBackup[]> {
  const { rows: sequences } = await client.query<{ schema: string; name: string }>(
    `SELECT schemaname::text AS schema, sequencename::text AS name FROM pg_sequences
     WHERE schemaname = ANY ($1) AND has_schema_privilege(schemaname, 'USAGE') ORDER BY 1, 2`,
    [schemas],
  );
  const read: SequenceOfBackup[] = [];
  for (const sequence of sequences) {
    const { rows } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${quoted(sequence)}`,
    );
    if (rows[0]) read.push({ ...sequence, ...rows[0] });
  }
  return read;
}

/** Quotes schema and name for SQL. */
export function quoted({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

export function columnList({ columns }: Pick<TableOfBackup, 'columns'>): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ');
}

/** The same text for the same value on every server, and no limit on time. For the rest of the transaction. */
export async function setTransactionDefaults(client: Client): Promise<void> {
  await client.query(`SELECT set_config(name, setting, true) FROM (VALUES
    ('DateStyle', 'ISO, YMD'), ('IntervalStyle', 'postgres'), ('TimeZone', 'UTC'),
    ('bytea_output', 'hex'), ('extra_float_digits', '3'), ('search_path', 'public'),
    ('statement_timeout', '0'), ('lock_timeout', '0'), ('idle_in_transaction_session_timeout', '0'),
    ('transaction_timeout', '0')
  ) AS wanted (name, setting) WHERE EXISTS (SELECT FROM pg_settings known WHERE known.name = wanted.name)`);
}
