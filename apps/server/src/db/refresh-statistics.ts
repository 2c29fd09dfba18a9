import { getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

/** From this share of new rows on, a table's statistics are useless. */
const STALE_SHARE = 0.2;
const FEW_ROWS = 1_000;

/**
 * Refreshes the planner's statistics after a bulk change of `rowCount` rows, if that is a large share of a table. PostgreSQL itself takes
 * minutes, and until then plans for an almost empty table.
 */
export async function refreshStatistics(
  db: Database,
  tables: readonly PgTable[],
  rowCount: number,
): Promise<void> {
  if (rowCount < FEW_ROWS) return;
  for (const table of tables) {
    const { rows } = await db.execute(sql`
      select from pg_class where oid = ${getTableName(table)}::regclass and reltuples * ${STALE_SHARE} < ${rowCount}`);
    // VACUUM also marks the pages that index-only scans may skip, and drops deleted rows.
    if (rows.length > 0) await db.execute(sql`vacuum (analyze) ${table}`);
  }
}
