import { addDays, type Day } from '@oinkly/domain/days';
import { EXPENSE_CATEGORIES } from '@oinkly/domain/expense-categories';
import type { WeekFacts } from '@oinkly/domain/highlights';
import type { WeekTotal } from '@oinkly/domain/week-summaries';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { keyOfWeek, type UserWeek } from './weekly-results.queries.ts';

const WEEKS_COMPARED = 8;

/**
 * All facts of these weeks but their budgets, by `keyOfWeek`. The cost per week depends on two weeks'
 * expenses only.
 */
export async function listWeekFacts(
  db: Database,
  weeks: readonly UserWeek[],
): Promise<ReadonlyMap<string, Omit<WeekFacts, 'budgetCents'>>> {
  if (weeks.length === 0) return new Map();
  // Lateral: a join could read all expenses.
  const { rows } = await db.execute(sql`
    select w.user_id as "userId", w.week_start::text as "weekStart", purchases.*,
      (select coalesce(json_object_agg(week_start, json_build_object('spentCents', spent_cents, 'purchases', purchases)), '{}')
        from weekly_totals
        where user_id = w.user_id and week_start between w.week_start - ${7 * WEEKS_COMPARED}::integer and w.week_start) as totals
    from unnest(${sql.param(weeks.map(({ userId }) => userId))}::uuid[],
      ${sql.param(weeks.map(({ weekStart }) => weekStart))}::date[]) as w(user_id, week_start)
    cross join lateral (
      select coalesce(json_agg(json_build_object('category', category, 'spentCents', spent, 'beforeCents', before)), '[]') as categories,
        coalesce(bit_or(days), 0) as days
      from (
        select category,
          coalesce(sum(cost_cents) filter (where day >= w.week_start), 0) as spent,
          coalesce(sum(cost_cents) filter (where day < w.week_start), 0) as before,
          coalesce(bit_or(1 << (day - w.week_start)) filter (where day >= w.week_start), 0) as days
        from expenses
        where user_id = w.user_id and day between w.week_start - 7 and w.week_start + 6 and is_counted
        group by category
      ) as by_category
    ) as purchases`);
  return new Map(factsRows.parse(rows).map((row) => [keyOfWeek(row), factsOf(row)]));
}

const NOTHING: WeekTotal = { spentCents: 0, purchases: 0 };

function factsOf({ weekStart, totals, categories, days }: FactsRow): Omit<WeekFacts, 'budgetCents'> {
  const totalOf = (weeksBefore: number) => totals[addDays(weekStart, -7 * weeksBefore)] ?? NOTHING;
  const earlier = Array.from({ length: WEEKS_COMPARED }, (_, index) => totalOf(index + 1));
  const first = earlier.findLastIndex(({ purchases }) => purchases > 0);
  return {
    ...totalOf(0),
    categories,
    // One bit per day.
    daysWithPurchase: days.toString(2).replaceAll('0', '').length,
    earlier: earlier.slice(0, first + 1),
  };
}

const total = z.object({ spentCents: z.number(), purchases: z.number() });
const factsRows = z.array(
  z.object({
    userId: z.string(),
    weekStart: z.string().transform((day): Day => day),
    totals: z.record(z.string(), total),
    categories: z.array(
      z.object({ category: z.enum(EXPENSE_CATEGORIES), spentCents: z.number(), beforeCents: z.number() }),
    ),
    days: z.number(),
  }),
);
type FactsRow = z.output<typeof factsRows>[number];
