import { expect, inject, vi } from 'vitest';
import type { DatabasePool } from '../db/database.ts';
import { A_WHILE } from './a-while.ts';

/** Waits until at least `count` statements wait for a lock. */
export async function untilWaitingForLocks(db: DatabasePool, count: number): Promise<void> {
  // On a cluster, they wait on their users' servers.
  const activity = inject('postgresUrls').length > 1 ? 'citus_stat_activity' : 'pg_stat_activity';
  await vi.waitFor(async () => {
    const { rows } = await db.$client.query(
      `select 1 from ${activity} where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(count);
  }, A_WHILE);
}
