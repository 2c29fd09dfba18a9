import { addDays, type Day } from '@oinkly/domain/days';
import { EXPENSE_CATEGORIES } from '@oinkly/domain/expense-categories';
import type { WeekFacts } from '@oinkly/domain/highlights';
import type { WeekTotal } from '@oinkly/domain/week-summaries';
import { and, between, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { weeklyTotals } from '../../db/tables/readable-tables.ts';
import type { WeekSums } from '../ledger/index.ts';
import { keyOfWeek, usersOf, weekStartsOf, type UserWeek } from './weekly-results.queries.ts';

const WEEKS_COMPARED = 8;

export type TotalOfWeek = WeekSums & WeekTotal;

/** Totals of these weeks and of the weeks they are compared with, by `keyOfWeek`. Weeks without expenses are absent. */
export async function listTotalsWithEarlier(
  db: Database,
  weeks: readonly UserWeek[],
): Promise<ReadonlyMap<string, TotalOfWeek>> {
  const weekStarts = weekStartsOf(weeks);
  const [first, last] = [weekStarts[0], weekStarts.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const rows = await db
    .select({
      userId: weeklyTotals.userId,
      weekStart: weeklyTotals.weekStart,
      spentCents: weeklyTotals.spentCents,
      rankedCents: weeklyTotals.rankedCents,
      purchases: weeklyTotals.purchases,
    })
    .from(weeklyTotals)
    .where(
      and(
        isOneOf(weeklyTotals.userId, usersOf(weeks)),
        between(weeklyTotals.weekStart, addDays(first, -7 * WEEKS_COMPARED), last),
      ),
    );
  return new Map(rows.map((row) => [keyOfWeek(row), row]));
}

/**
 * All facts of these weeks but their budgets, by `keyOfWeek`. `totals` must cover these weeks. The cost per week
 * depends on two weeks' expenses only.
 */
export async function listWeekFacts(
  db: Database,
  weeks: readonly UserWeek[],
  totals: ReadonlyMap<string, TotalOfWeek>,
): Promise<ReadonlyMap<string, Omit<WeekFacts, 'budgetCents'>>> {
  if (weeks.length === 0) return new Map();
  const userIds = sql`${sql.param(usersOf(weeks))}::uuid[]`;
  const weekStarts = weekStartsOf(weeks);
  const [first = '', last = ''] = [weekStarts[0], weekStarts.at(-1)];
  const { rows: sums } = await db.execute(sql`
    select user_id as "userId", week_start as "weekStart", category, sum(cost_cents) as "spentCents",
      bit_or(1 << (extract(isodow from day)::integer - 1)) as days
    from expenses
    where user_id = any(${userIds}) and day between ${addDays(first, -7)}::date and ${addDays(last, 6)}::date and is_counted
    group by user_id, week_start, category
    order by category`);
  const sumsOf = Map.groupBy(categorySums.parse(sums), keyOfWeek);
  const facts = new Map<string, Omit<WeekFacts, 'budgetCents'>>();
  for (const [weekStart, ofWeek] of Map.groupBy(weeks, (week) => week.weekStart)) {
    const starts = weekStartsBackFrom(weekStart);
    for (const { userId } of ofWeek) {
      const keys = starts.map((start) => keyOfWeek({ userId, weekStart: start }));
      facts.set(keyOfWeek({ userId, weekStart }), factsOf(keys, sumsOf, totals));
    }
  }
  return facts;
}

/** A week and those compared with it, newest first. */
function weekStartsBackFrom(weekStart: Day): Day[] {
  return Array.from({ length: WEEKS_COMPARED + 1 }, (_, index) => addDays(weekStart, -7 * index));
}

const NOTHING: WeekTotal = { spentCents: 0, purchases: 0 };

/** `keys` are those of the week and of the weeks before it, newest first. */
function factsOf(
  keys: readonly string[],
  sumsOf: ReadonlyMap<string, CategorySum[]>,
  totals: ReadonlyMap<string, WeekTotal>,
): Omit<WeekFacts, 'budgetCents'> {
  const [spent = [], before = []] = keys.slice(0, 2).map((key) => sumsOf.get(key) ?? []);
  const [total = NOTHING, ...earlier] = keys.map((key) => {
    const { spentCents, purchases } = totals.get(key) ?? NOTHING;
    return { spentCents, purchases };
  });
  const centsOf = (sums: readonly CategorySum[], category: string) =>
    sums.find((sum) => sum.category === category)?.spentCents ?? 0;
  const first = earlier.findLastIndex(({ purchases }) => purchases > 0);
  const days = spent.reduce((all, sum) => all | sum.days, 0);
  return {
    ...total,
    categories: [...new Set([...spent, ...before].map(({ category }) => category))].map((category) => ({
      category,
      spentCents: centsOf(spent, category),
      beforeCents: centsOf(before, category),
    })),
    // One bit per day.
    daysWithPurchase: days.toString(2).replaceAll('0', '').length,
    earlier: earlier.slice(0, first + 1),
  };
}

const week = { userId: z.string(), weekStart: z.string().transform((day): Day => day) };
const cents = z.coerce.number();
const categorySums = z.array(
  z.object({ ...week, category: z.enum(EXPENSE_CATEGORIES), spentCents: cents, days: z.number() }),
);
type CategorySum = z.output<typeof categorySums>[number];
