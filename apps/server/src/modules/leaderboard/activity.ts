import { sql, type SQL } from 'drizzle-orm';

const DAYS_WITHOUT_BANK = 3;
const DAYS_WITHOUT_EXPENSE = 14;

/** Returns a condition on `connections`: healthy in the last 3 days. */
export function isHealthyBank(now: SQL): SQL {
  return sql`(status = 'healthy' or last_synced_at > ${now} - ${DAYS_WITHOUT_BANK}::integer * interval '24 hours')`;
}

/**
 * Returns whether a user among `users`, a list, is active: with a bank healthy in the last 3 days or an expense in the last 14 (PD-21).
 */
export function isActiveOn(userId: SQL, users: SQL, today: SQL, now: SQL): SQL<boolean> {
  // The second comparison keeps the planner from reading a table as a whole, the list keeps a cluster from asking all servers.
  const isOfUser = sql`user_id = ${userId} and user_id >= ${userId} and user_id = ${users}`;
  return sql`(exists (select from connections where ${isOfUser} and ${isHealthyBank(now)})
    or exists (
      select from expenses
      where ${isOfUser} and day between ${today} - ${DAYS_WITHOUT_EXPENSE - 1}::integer and ${today}
        and deleted_at is null and withdrawn_at is null and merged_into_id is null))`;
}
