import type { Day } from '@oinkly/domain/days';
import type { WeekTotal } from '@oinkly/domain/week-summaries';
import { and, asc, between, eq, gt, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { forEachPage } from '../../db/in-pages.ts';
import { preparedQuery } from '../../db/prepared-query.ts';
import { weeklyTotals } from '../../db/tables/ledger.tables.ts';
import type { LedgerTransaction } from './ledger-transaction.ts';
import { insertInto } from '../../db/writable-table.ts';

/** `changeLedger` calls it at its end; call it earlier only to read the totals. */
export async function refreshWeeklyTotals(tx: LedgerTransaction): Promise<void> {
  const { userId, weeksToSum, changedWeeks } = tx.ledger;
  if (weeksToSum.size === 0) return;
  const weekStarts = [...weeksToSum].sort();
  weeksToSum.clear();
  const rows = await selectChangedTotals(tx, {
    userId,
    weekStarts,
    first: weekStarts[0],
    last: weekStarts.at(-1),
  });
  await writeTotals(tx, userId, rows);
  for (const row of rows) {
    const before = { spentCents: Number(row.spentBefore), rankedCents: Number(row.rankedBefore) };
    changedWeeks.set(row.weekStart, {
      weekStart: row.weekStart,
      before: changedWeeks.get(row.weekStart)?.before ?? before,
      after: { spentCents: Number(row.spentCents), rankedCents: Number(row.rankedCents) },
    });
  }
}

/** The driver returns bigints as text. */
interface ChangedTotal extends Record<string, unknown> {
  weekStart: Day;
  spentCents: string;
  rankedCents: string;
  purchases: number;
  spentBefore: string;
  rankedBefore: string;
}

/** Not in one statement with the write: on a cluster, it would then send the rows to every server. */
const selectChangedTotals = preparedQuery<
  { userId: string; weekStarts: Day[]; first: Day | undefined; last: Day | undefined },
  ChangedTotal
>(
  'list_changed_totals',
  (value) =>
    // One read of all days: without statistics, a read per week could become one of all expenses.
    sql`
    select s.week_start::text as "weekStart", s.spent_cents as "spentCents", s.ranked_cents as "rankedCents", s.purchases,
      coalesce(t.spent_cents, 0) as "spentBefore", coalesce(t.ranked_cents, 0) as "rankedBefore"
    from (
      select w.week_start, coalesce(e.spent_cents, 0)::bigint as spent_cents, coalesce(e.ranked_cents, 0)::bigint as ranked_cents,
        coalesce(e.purchases, 0)::integer as purchases
      from unnest(${value('weekStarts')}::date[]) as w(week_start) left join (
        select week_start, sum(cost_cents) filter (where is_counted) as spent_cents, sum(ranked_cents) as ranked_cents,
          count(*) filter (where is_counted) as purchases
        from expenses
        where user_id = ${value('userId')} and day between ${value('first')}::date and ${value('last')}::date + 6
          and week_start = any(${value('weekStarts')}::date[])
        group by week_start
      ) e using (week_start)
    ) s left join weekly_totals t on t.user_id = ${value('userId')} and t.week_start = s.week_start
    where (s.spent_cents, s.ranked_cents, s.purchases)
      is distinct from (coalesce(t.spent_cents, 0), coalesce(t.ranked_cents, 0), coalesce(t.purchases, 0))
    order by s.week_start`,
);

/** An expense usually changes one week, so the statement for one is prepared. */
async function writeTotals(
  tx: LedgerTransaction,
  userId: string,
  rows: readonly ChangedTotal[],
): Promise<void> {
  const [only, ...others] = rows;
  if (only && others.length === 0) {
    await upsertTotal(tx, { ...only, userId });
    return;
  }
  await forEachPage(rows, (page) =>
    tx.execute(
      upsert(
        page.map(
          (row) =>
            sql`(${userId}, ${row.weekStart}, ${row.spentCents}, ${row.rankedCents}, ${row.purchases})`,
        ),
      ),
    ),
  );
}

const upsertTotal = preparedQuery<
  Pick<ChangedTotal, 'weekStart' | 'spentCents' | 'rankedCents' | 'purchases'> & { userId: string },
  never
>('upsert_total', (value) =>
  upsert([
    sql`(${value('userId')}, ${value('weekStart')}, ${value('spentCents')}, ${value('rankedCents')}, ${value('purchases')})`,
  ]),
);

function upsert(rows: readonly SQL[]): SQL {
  return sql`
    ${insertInto(weeklyTotals)} (user_id, week_start, spent_cents, ranked_cents, purchases)
    values ${sql.join([...rows], sql`, `)}
    on conflict (user_id, week_start) do update set
      spent_cents = excluded.spent_cents, ranked_cents = excluded.ranked_cents, purchases = excluded.purchases`;
}

/** Lists them, oldest first, without empty weeks. */
export async function listWeekTotals(
  db: Database,
  userId: string,
  first: Day,
  last: Day,
): Promise<Map<Day, WeekTotal>> {
  const rows = await selectWeekTotals(db, { userId, first, last });
  return new Map(rows.map(({ weekStart: week, ...total }) => [week, total]));
}

const { weekStart, spentCents, purchases } = weeklyTotals;

const selectWeekTotals = preparedQuery<
  { userId: string; first: Day; last: Day },
  WeekTotal & { weekStart: Day }
>('list_week_totals', (value, db) =>
  db
    .select({ weekStart, spentCents, purchases })
    .from(weeklyTotals)
    .where(
      and(
        eq(weeklyTotals.userId, value('userId')),
        between(weekStart, value('first'), value('last')),
        gt(purchases, 0),
      ),
    )
    .orderBy(asc(weekStart)),
);

export async function hasCountedExpenses(db: Database, userId: string): Promise<boolean> {
  const rows = await db
    .select({ weekStart: weeklyTotals.weekStart })
    .from(weeklyTotals)
    .where(and(eq(weeklyTotals.userId, userId), gt(weeklyTotals.purchases, 0)))
    .limit(1);
  return rows.length > 0;
}
