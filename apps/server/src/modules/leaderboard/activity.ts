import { sql, type SQL } from 'drizzle-orm';

const DAYS_WITHOUT_BANK = 3;
const DAYS_WITHOUT_EXPENSE = 14;

/** Active: with a bank healthy in the last 3 days or an expense in the last 14 (PD-21). */
export function isActiveOn(userId: SQL, today: SQL, now: SQL): SQL<boolean> {
  // With EXISTS, the planner may read both tables as a whole.
  return sql`coalesce(
    (select true from connections where user_id = ${userId}
      and (status = 'healthy' or last_synced_at > ${now} - ${DAYS_WITHOUT_BANK}::integer * interval '24 hours') limit 1),
    (select true from expenses where user_id = ${userId} and day between ${today} - ${DAYS_WITHOUT_EXPENSE - 1}::integer and ${today}
      and deleted_at is null and withdrawn_at is null and merged_into_id is null limit 1),
    false)`;
}
