import { addDays, type Day } from '@oinkly/domain/days';
import { sql, type SQL } from 'drizzle-orm';

const DAYS_WITHOUT_BANK = 3;
const DAYS_WITHOUT_EXPENSE = 14;
const MS_PER_DAY = 86_400_000;

/**
 * SQL that says whether a user is active (PD-21): with a bank that was healthy in the last 3 days or an expense in the 14 days up to `today`.
 * A user without any data is not. `person` is the SQL of the user's id.
 */
export function isActiveOn(person: SQL, today: Day, now: Date): SQL<boolean> {
  const bankSince = new Date(now.getTime() - DAYS_WITHOUT_BANK * MS_PER_DAY).toISOString();
  const expenseFrom = addDays(today, -DAYS_WITHOUT_EXPENSE + 1);
  return sql`(
    exists (select from connections where user_id = ${person} and (status = 'healthy' or last_synced_at > ${bankSince}))
    or exists (select from expenses where user_id = ${person} and day between ${expenseFrom} and ${today}
      and deleted_at is null and withdrawn_at is null and merged_into_id is null)
  )`;
}
