import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { DatabasePool } from './database.ts';

/** So many rows go at a time: nobody waits for long behind them, and no statement takes too long. */
const BATCH = 1000;

/**
 * Deletes the rows of a table for which `condition` is true, a batch a transaction, until none is left or the signal is aborted. Rows that
 * somebody else is changing or deleting just then are left for the next time.
 */
export async function deleteInBatches(
  db: DatabasePool,
  table: PgTable,
  condition: SQL | undefined,
  signal: AbortSignal,
): Promise<void> {
  let deleted = BATCH;
  while (deleted >= BATCH && !signal.aborted) {
    const { rowCount } = await db.execute(
      sql`DELETE FROM ${table} WHERE ctid = ANY (ARRAY (SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
    );
    deleted = rowCount ?? 0;
  }
}
