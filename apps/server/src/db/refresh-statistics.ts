import { getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

/** Share of new rows that makes a table's statistics useless. */
const STALE_SHARE = 0.2;
const FEW_ROWS = 1_000;

/**
 * Does nothing on a cluster, or unless `rowCount` is a large share of a table. PostgreSQL itself takes minutes, and until then
 * plans for an almost empty table.
 */
export async function refreshStatistics(
  db: Database,
  tables: readonly PgTable[],
  rowCount: number,
): Promise<void> {
  if (rowCount < FEW_ROWS) return;
  for (const table of tables) {
    const { rows } = await db.execute(sql`
      select from pg_class where oid = ${getTableName(table)}::regclass and reltuples * ${STALE_SHARE} < ${rowCount}
        and not exists (select from pg_extension where extname = 'citus')`);
    // VACUUM also marks pages for index-only scans.
    if (rows.length > 0) await db.execute(sql`vacuum (analyze) ${table}`);
  }
}
