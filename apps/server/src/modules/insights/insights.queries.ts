import type { Day } from '@oinkly/domain/days';
import { z } from 'zod';
import { sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { preparedQuery } from '../../db/prepared-query.ts';

export interface SpentSum {
  category: string;
  /** The number of the period, from 0. */
  period: number;
  /** Monday is 0. */
  weekday: number;
  spentCents: number;
  purchases: number;
}

export interface MerchantSum {
  name: string;
  spentCents: number;
  purchases: number;
}

type Range = Record<'from' | 'to', Day>;

/** Adds up counted expenses of these days, both included, per period and category. */
export async function sumExpenses(
  db: Database,
  userId: string,
  { from, to }: Range,
  periodDays: number,
): Promise<SpentSum[]> {
  return spentSums.parse(await selectSums(db, { userId, from, to, periodDays }));
}

const selectSums = preparedQuery<Range & { userId: string; periodDays: number }, Record<string, unknown>>(
  'sum_expenses',
  (value) => sql`
    select category, (day - ${value('from')}::date) / ${value('periodDays')}::integer as period,
      extract(isodow from day)::integer - 1 as weekday, sum(cost_cents) as "spentCents", count(*) as purchases
    from expenses
    where user_id = ${value('userId')} and day between ${value('from')}::date and ${value('to')}::date and is_counted
    group by category, period, weekday`,
);

export async function listTopMerchants(
  db: Database,
  userId: string,
  { from, to }: Range,
  count: number,
): Promise<MerchantSum[]> {
  return merchantSums.parse(await selectTopMerchants(db, { userId, from, to, count }));
}

const selectTopMerchants = preparedQuery<Range & { userId: string; count: number }, Record<string, unknown>>(
  'list_top_merchants',
  (value) => sql`
    select name, sum(cost_cents) as "spentCents", count(*) as purchases
    from expenses
    where user_id = ${value('userId')} and day between ${value('from')}::date and ${value('to')}::date and is_counted
    group by name having sum(cost_cents) > 0
    order by sum(cost_cents) desc, name limit ${value('count')}::integer`,
);

const count = z.coerce.number();
const spentSums = z.array(
  z.object({ category: z.string(), period: count, weekday: count, spentCents: count, purchases: count }),
);
const merchantSums = z.array(z.object({ name: z.string(), spentCents: count, purchases: count }));
