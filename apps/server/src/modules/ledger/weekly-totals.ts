import type { Day } from '@oinkly/domain/days';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { LedgerTransaction } from './ledger-transaction.ts';

/** Notes that expenses of these weeks were written: those that a row was in before and those that it is in now. */
export function touchWeeks(tx: LedgerTransaction, weekStarts: Iterable<Day>): void {
  for (const weekStart of weekStarts) tx.ledger.touchedWeeks.add(weekStart);
}

/** The same for rows as they are after they were written. */
export function touchWeeksOf(tx: LedgerTransaction, rows: readonly { weekStart: Day }[]): void {
  touchWeeks(
    tx,
    rows.map(({ weekStart }) => weekStart),
  );
}

/**
 * Brings `weekly_totals` up to date for the touched weeks. `changeLedger` does it at its end; call it earlier only to read the totals in
 * the same transaction.
 */
export async function refreshWeeklyTotals(tx: LedgerTransaction): Promise<void> {
  const { userId, touchedWeeks, changedWeeks } = tx.ledger;
  if (touchedWeeks.size === 0) return;
  const weekStarts = [...touchedWeeks];
  touchedWeeks.clear();
  const { rows } = await tx.execute(sql`
    with sums as (
      select w.week_start, s.*
      from unnest(${sql.param(weekStarts)}::date[]) as w(week_start)
      cross join lateral (
        select coalesce(sum(cost_cents) filter (where is_counted), 0)::bigint as spent_cents,
          coalesce(sum(ranked_cents), 0)::bigint as ranked_cents,
          (count(*) filter (where is_counted))::integer as purchases
        from expenses where user_id = ${userId} and day between w.week_start and w.week_start + 6
      ) s
    ), changed as (
      select s.*, coalesce(t.spent_cents, 0) as spent_before, coalesce(t.ranked_cents, 0) as ranked_before
      from sums s left join weekly_totals t on t.user_id = ${userId} and t.week_start = s.week_start
      where (s.spent_cents, s.ranked_cents, s.purchases)
        is distinct from (coalesce(t.spent_cents, 0), coalesce(t.ranked_cents, 0), coalesce(t.purchases, 0))
    ), written as (
      insert into weekly_totals (user_id, week_start, spent_cents, ranked_cents, purchases)
      select ${userId}::uuid, week_start, spent_cents, ranked_cents, purchases from changed
      on conflict (user_id, week_start) do update set
        spent_cents = excluded.spent_cents, ranked_cents = excluded.ranked_cents, purchases = excluded.purchases
    )
    select week_start::text, spent_cents, ranked_cents, spent_before, ranked_before from changed order by week_start`);
  for (const row of changedRows.parse(rows)) {
    const before = { spentCents: row.spent_before, rankedCents: row.ranked_before };
    changedWeeks.set(row.week_start, {
      weekStart: row.week_start,
      before: changedWeeks.get(row.week_start)?.before ?? before,
      after: { spentCents: row.spent_cents, rankedCents: row.ranked_cents },
    });
  }
}

const cents = z.coerce.number();
const changedRows = z.array(
  z.object({
    week_start: z.string(),
    spent_cents: cents,
    ranked_cents: cents,
    spent_before: cents,
    ranked_before: cents,
  }),
);
