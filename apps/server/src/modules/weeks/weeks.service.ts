import type { Day } from '@oinkly/domain/days';
import type { StillToCome } from '@oinkly/domain/still-to-come';
import { summarizeTotals, type WeekSummary, type WeekTotal } from '@oinkly/domain/week-summaries';
import { mapRange, mapYear, weeksOfMap } from '@oinkly/domain/weeks';
import type { Database } from '../../db/database.ts';
import { readComing, type NamedPriceChange, type RecurringView } from '../expenses/index.ts';
import { listBudgetChanges } from '../budget/index.ts';
import type { UserRow } from '../identity/index.ts';
import { hasCountedExpenses, hasListedExpenses, listNewRequestIds, listWeekTotals } from '../ledger/index.ts';
import { todayOf } from '../time/index.ts';

export interface Weeks {
  /** By Monday, oldest first. Weeks without a counted expense are absent. */
  totals: ReadonlyMap<Day, WeekTotal>;
  hasExpenses: boolean;
  hasOnlyUncounted: boolean;
  /** What recurs and is still due this week. */
  toCome: StillToCome;
  /** Since last Monday. */
  priceChanges: NamedPriceChange[];
  /** The monthly payments of the user's banks. */
  merchants: RecurringView['merchants'];
  /** Of the requests that added expenses in the last day. */
  requestIds: string[];
}

/** By then, a device has sent an addition without an answer again. */
const ANSWER_LOST_MS = 24 * 60 * 60_000;

/** Reads the weeks between two Mondays, both included. */
export async function readWeeks(
  deps: { db: Database; clock: () => Date },
  user: UserRow,
  { from, to }: { from: Day; to: Day },
): Promise<Weeks> {
  const since = new Date(deps.clock().getTime() - ANSWER_LOST_MS);
  const [totals, coming, requestIds] = await Promise.all([
    listWeekTotals(deps.db, user.id, from, to),
    readComing(deps, user),
    listNewRequestIds(deps.db, user.id, since),
  ]);
  const hasExpenses = totals.size > 0 || (await hasCountedExpenses(deps.db, user.id));
  const hasOnlyUncounted = !hasExpenses && (await hasListedExpenses(deps.db, user.id));
  return { totals, hasExpenses, hasOnlyUncounted, ...coming, requestIds };
}

/** Reads the weeks of a user's map, with the running one and those to come. */
export async function readMapWeeks(
  { db, clock }: { db: Database; clock: () => Date },
  user: Pick<UserRow, 'id' | 'timeZone'>,
): Promise<{ year: number; weeks: WeekSummary[] }> {
  const today = todayOf(user, clock);
  const year = mapYear(today);
  const { from, to } = mapRange(year);
  const [totals, budgets] = await Promise.all([
    listWeekTotals(db, user.id, from, to),
    listBudgetChanges(db, user.id),
  ]);
  return { year, weeks: summarizeTotals(weeksOfMap(year), totals, budgets, today) };
}
