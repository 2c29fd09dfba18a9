import { sql, type SQL } from 'drizzle-orm';

const DAYS_WITHOUT_BANK = 3;
const DAYS_WITHOUT_EXPENSE = 14;
const MS_PER_DAY = 86_400_000;

/**
 * SQL that says whether a user is active (PD-21): with a bank that was healthy in the last 3 days or an expense in the 14 days up to `today`.
 * A user without any data is not. `person` is the SQL of the user's id, `today` of a day.
 */
export function isActiveOn(person: SQL, today: SQL, now: Date): SQL<boolean> {
  const bankSince = new Date(now.getTime() - DAYS_WITHOUT_BANK * MS_PER_DAY).toISOString();
  return sql`(
    exists (select from connections where user_id = ${person} and (status = 'healthy' or last_synced_at > ${bankSince}))
    or exists (select from expenses where user_id = ${person} and day between ${today} - ${DAYS_WITHOUT_EXPENSE - 1}::integer and ${today}
      and deleted_at is null and withdrawn_at is null and merged_into_id is null)
  )`;
}
