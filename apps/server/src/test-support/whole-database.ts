import pg from 'pg';

export interface WholeDatabase {
  /** Every row of every table, as JSON text. */
  rows: Record<string, string[]>;
  sequences: unknown[];
  /** Columns, constraints and indexes, as PostgreSQL describes them. */
  structure: unknown[];
}

/** The job queue makes them by day. */
const DAILY = "NOT c.relname LIKE 'queue\\_stats\\_%'";
const OURS = "n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'";

/** Reads everything that a backup must bring back, by the catalog. */
export async function readWholeDatabase(connectionString: string): Promise<WholeDatabase> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const ask = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows;
    const tables = await ask<{ name: string }>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind = 'r' AND ${OURS} AND ${DAILY} ORDER BY 1`,
    );
    const rows: Record<string, string[]> = {};
    for (const { name } of tables) {
      const found = await ask<{ row: string }>(`SELECT to_jsonb(r)::text AS row FROM ${name} r ORDER BY 1`);
      rows[name] = found.map(({ row }) => row);
    }
    return {
      rows,
      sequences: await ask(`SELECT schemaname, sequencename, last_value FROM pg_sequences ORDER BY 1, 2`),
      structure: await ask(
        `SELECT c.oid::regclass::text AS place, a.attname AS name, format('%s %s %s %s %s %s', format_type(a.atttypid, a.atttypmod),
           a.attnotnull, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid), c.relpersistence) AS definition
         FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
         LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
         WHERE c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped AND ${OURS} AND ${DAILY}
         UNION ALL
         SELECT c.oid::regclass::text, o.conname, pg_get_constraintdef(o.oid) || o.convalidated
         FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE ${OURS} AND ${DAILY}
         UNION ALL
         SELECT c.oid::regclass::text, i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid)
         FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE ${OURS} AND ${DAILY}
         ORDER BY 1, 2, 3`,
      ),
    };
  } finally {
    await client.end();
  }
}
