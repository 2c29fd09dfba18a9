import { expect } from 'vitest';
import type { TestDatabase } from './test-database.ts';

/** Expects the stored sums of all weeks to be what the expenses add up to. */
export async function expectSumsToAgree({ db }: TestDatabase): Promise<void> {
  const { rows } = await db.$client.query(`
    select coalesce(t.user_id, e.user_id) from weekly_totals t
    full join (
      select user_id, week_start, sum(cost_cents) filter (where is_counted) as spent, sum(ranked_cents) as ranked,
        count(*) filter (where is_counted) as purchases
      from expenses group by 1, 2) e using (user_id, week_start)
    where (coalesce(t.spent_cents, 0), coalesce(t.ranked_cents, 0), coalesce(t.purchases, 0))
      is distinct from (coalesce(e.spent, 0)::bigint, coalesce(e.ranked, 0)::bigint, coalesce(e.purchases, 0)::integer)`);
  expect(rows).toEqual([]);
}
