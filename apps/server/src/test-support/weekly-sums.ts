import { expect } from 'vitest';
import type { TestDatabase } from './test-database.ts';

const SUMS = `select user_id, week_start, coalesce(sum(cost_cents) filter (where is_counted), 0) as spent_cents, sum(ranked_cents) as ranked_cents,
  count(*) filter (where is_counted) as purchases from expenses group by user_id, week_start`;

/** For expenses that a test wrote by SQL. */
export async function storeWeeklyTotals({ db }: Pick<TestDatabase, 'db'>): Promise<void> {
  await db.$client.query('delete from weekly_totals');
  await db.$client.query(
    `insert into weekly_totals (user_id, week_start, spent_cents, ranked_cents, purchases) ${SUMS}`,
  );
}

export async function expectSumsToAgree({ db }: TestDatabase): Promise<void> {
  const { rows } = await db.$client.query(`
    select user_id, week_start::text, to_jsonb(t) - 'user_id' as stored, to_jsonb(e) - 'user_id' as expected from weekly_totals t
    full join (${SUMS}) e using (user_id, week_start)
    where (coalesce(t.spent_cents, 0), coalesce(t.ranked_cents, 0), coalesce(t.purchases, 0))
      is distinct from (coalesce(e.spent_cents, 0)::bigint, coalesce(e.ranked_cents, 0)::bigint, coalesce(e.purchases, 0)::integer)`);
  expect(rows, 'weeks whose stored totals are wrong').toEqual([]);
}
