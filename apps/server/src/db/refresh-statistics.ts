import { getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

/** From this share of a table on, its statistics say nothing of the rows that were just written. */
const STALE_SHARE = 0.2;
/** A few rows don't mislead the planner. */
const FEW_ROWS = 1_000;

/**
 * Brings the planner's statistics of tables up to date after a bulk change of `rowCount` rows, if these are a large share of a table.
 * PostgreSQL does so by itself within minutes; until then it plans for an almost empty table.
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
    // VACUUM also marks the pages that an index-only scan need not visit.
    if (rows.length > 0) await db.execute(sql`vacuum (analyze) ${table}`);
  }
}
