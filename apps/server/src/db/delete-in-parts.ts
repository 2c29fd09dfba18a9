import { sql, type SQL } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import type { DatabasePool } from './database.ts';

/** Blocks of a table per statement, so that no lock lasts long. */
const BLOCKS = 1000;

/**
 * For a table on the coordinator. One transaction per part of the table, without an index: a single DELETE could not stop between parts.
 * Skips locked rows.
 */
export async function deleteInParts(
  db: DatabasePool,
  table: PgTable,
  condition: SQL | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { rows } = await db.execute<{ blocks: number }>(
    sql`SELECT (pg_relation_size(${getTableConfig(table).name}::regclass) / current_setting('block_size')::int)::int AS blocks`,
  );
  const blocks = rows[0]?.blocks ?? 0;
  for (let from = 0; from < blocks && !signal.aborted; from += BLOCKS) {
    const [first, end] = [`(${from},0)`, `(${from + BLOCKS},0)`];
    await db.execute(
      sql`DELETE FROM ${table} WHERE ctid = ANY (ARRAY (
        SELECT ctid FROM ${table} WHERE ctid >= ${first}::tid AND ctid < ${end}::tid AND (${condition ?? sql`true`})
        FOR UPDATE SKIP LOCKED))`,
    );
  }
}
