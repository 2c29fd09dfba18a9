import { getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

/** Share of new rows that makes a table's statistics useless. */
const STALE_SHARE = 0.2;
const FEW_ROWS = 1_000;

/**
 * Does nothing unless `rowCount` is a large share of a table. PostgreSQL itself takes minutes, and until then plans for an almost empty
 * table. On a cluster, the coordinator doesn't know that share, and each server is asked: once an hour has to do.
 */
export async function refreshStatistics(
  db: Database,
  tables: readonly PgTable[],
  rowCount: number,
): Promise<void> {
  if (rowCount < FEW_ROWS) return;
  for (const table of tables) {
    const { rows } = await db.execute<{ isCluster: boolean }>(sql`
      select to_regclass('pg_dist_node') is not null as "isCluster"
      from pg_class left join pg_stat_user_tables on relid = oid
      where oid = ${getTableName(table)}::regclass and reltuples * ${STALE_SHARE} < ${rowCount}
        and (to_regclass('pg_dist_node') is null or last_analyze is null or last_analyze < now() - interval '1 hour')`);
    const [stale] = rows;
    if (!stale) continue;
    // VACUUM also marks pages for index-only scans.
    await db.execute(stale.isCluster ? sql`analyze ${table}` : sql`vacuum (analyze) ${table}`);
  }
}
