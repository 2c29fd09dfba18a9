import type { Day } from '@oinkly/domain/days';
import { EXPENSE_CATEGORIES, type ExpenseCategory } from '@oinkly/domain/expense-categories';
import { INSIGHT_WEEKS, insightRange, PERIOD_WEEKS } from '@oinkly/domain/insights';
import { weekEndOf } from '@oinkly/domain/weeks';
import type { Deps } from '../deps.ts';
import type { UserRow } from '../identity/index.ts';
import { todayOf } from '../time/index.ts';
import { listTopMerchants, sumExpenses, type MerchantSum } from './insights.queries.ts';

const TOP_MERCHANTS = 8;

export interface Insights {
  from: Day;
  to: Day;
  /** Spending per four weeks, oldest first. The largest category comes first. */
  categories: { category: ExpenseCategory; spentCents: number[] }[];
  merchants: MerchantSum[];
  /** Monday first. */
  weekdays: { spentCents: number; purchases: number }[];
}

/** Returns what the last 52 weeks have in common (PD-70). */
export async function readInsights(deps: Pick<Deps, 'db' | 'clock'>, user: UserRow): Promise<Insights> {
  const { from, to } = insightRange(todayOf(user, deps.clock));
  const days = { from, to: weekEndOf(to) };
  const [sums, merchants] = await Promise.all([
    sumExpenses(deps.db, user.id, days, PERIOD_WEEKS * 7),
    listTopMerchants(deps.db, user.id, days, TOP_MERCHANTS),
  ]);
  const weekdays = Array.from({ length: 7 }, () => ({ spentCents: 0, purchases: 0 }));
  const categories = EXPENSE_CATEGORIES.map((category) => ({
    category,
    spentCents: Array<number>(INSIGHT_WEEKS / PERIOD_WEEKS).fill(0),
  }));
  for (const { category, period, weekday, spentCents, purchases } of sums) {
    const ofCategory = categories.find((known) => known.category === category)?.spentCents;
    if (ofCategory) ofCategory[period] = (ofCategory[period] ?? 0) + spentCents;
    const onWeekday = weekdays[weekday];
    if (onWeekday) {
      onWeekday.spentCents += spentCents;
      onWeekday.purchases += purchases;
    }
  }
  const total = (cents: readonly number[]) => cents.reduce((sum, part) => sum + part, 0);
  return {
    from,
    to,
    categories: categories
      .filter(({ spentCents }) => total(spentCents) > 0)
      .sort((a, b) => total(b.spentCents) - total(a.spentCents)),
    merchants,
    weekdays,
  };
}
