import type { Day } from '@oinkly/domain/days';
import type { Highlight } from '@oinkly/domain/highlights';
import { and, asc, desc, eq, inArray, lte, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { users, weeklyResults, weeklyTotals } from '../../db/schema.ts';
import type { WeekSums } from '../ledger/index.ts';
import { isActiveOn } from './activity.ts';

export type WeeklyResultRow = typeof weeklyResults.$inferSelect;

export interface UserWeek {
  userId: string;
  weekStart: Day;
}

export function keyOfWeek({ userId, weekStart }: UserWeek): string {
  return `${userId} ${weekStart}`;
}

/** Longest due first. `hasDue`: lacks recurring expenses from before `before`. */
export async function listUsersWithEndedWeeks(
  db: Database,
  { now, before, limit }: { now: Date; before: Day; limit: number },
): Promise<{ id: string; hasDue: boolean }[]> {
  const hasDue = sql<boolean>`
    exists (select from recurring_series where user_id = users.id and ended_at is null and next_on < ${before})
    or exists (select from expenses where user_id = users.id and is_upcoming and day < ${before})`;
  return db
    .select({ id: users.id, hasDue })
    .from(users)
    .where(lte(users.nextWeekCloseAt, now))
    .orderBy(asc(users.nextWeekCloseAt))
    .limit(limit);
}

export interface ClosingState {
  id: string;
  timeZone: string | null;
  createdAt: Date;
  lastWeek: Day | null;
  wantsResult: boolean;
}

export async function listClosingStates(db: Database, userIds: readonly string[]): Promise<ClosingState[]> {
  return db
    .select({
      id: users.id,
      timeZone: users.timeZone,
      createdAt: users.createdAt,
      wantsResult: sql<boolean>`'result' = any(${users.notificationKinds})`,
      lastWeek: sql<Day | null>`(select max(week_start) from weekly_results where user_id = users.id)`,
    })
    .from(users)
    .where(inArray(users.id, [...userIds]));
}

export async function updateNextWeekClose(
  db: Database,
  times: readonly { userId: string; nextWeekCloseAt: Date }[],
): Promise<void> {
  await db.execute(sql`
    update users set next_week_close_at = t.at
    from unnest(${sql.param(times.map(({ userId }) => userId))}::uuid[],
      ${sql.param(times.map(({ nextWeekCloseAt }) => nextWeekCloseAt.toISOString()))}::timestamptz[]) as t(user_id, at)
    where users.id = t.user_id`);
}

/** Sums by `keyOfWeek`. Weeks without expenses are absent. */
export async function listWeekSums(
  db: Database,
  weeks: readonly UserWeek[],
): Promise<ReadonlyMap<string, WeekSums>> {
  const rows = await db
    .select({
      userId: weeklyTotals.userId,
      weekStart: weeklyTotals.weekStart,
      spentCents: weeklyTotals.spentCents,
      rankedCents: weeklyTotals.rankedCents,
    })
    .from(weeklyTotals)
    .innerJoin(
      tableOfWeeks(weeks),
      and(eq(weeklyTotals.userId, sql`w.user_id`), eq(weeklyTotals.weekStart, sql`w.week_start`)),
    );
  return new Map(rows.map((row) => [keyOfWeek(row), row]));
}

/** The weeks whose users were active on the last day (PD-21), by `keyOfWeek`. */
export async function listActiveWeeks(
  db: Database,
  weeks: readonly UserWeek[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ userId: sql<string>`w.user_id`, weekStart: sql<Day>`w.week_start::text` })
    .from(tableOfWeeks(weeks))
    .where(isActiveOn(sql`w.user_id`, sql`(w.week_start + 6)`, sql`${now.toISOString()}::timestamptz`));
  return new Set(rows.map(keyOfWeek));
}

function tableOfWeeks(weeks: readonly UserWeek[]): SQL {
  return sql`unnest(${sql.param(weeks.map(({ userId }) => userId))}::uuid[],
    ${sql.param(weeks.map(({ weekStart }) => weekStart))}::date[]) as w(user_id, week_start)`;
}

/** Stores results; never changes a stored one. */
export async function insertResults(
  db: Database,
  rows: readonly Omit<WeeklyResultRow, 'correctedAt' | 'seenAt'>[],
): Promise<void> {
  const column = (name: keyof (typeof rows)[number]) => sql.param(rows.map((row) => row[name]));
  // Arrays: a statement's parameters are limited.
  await db.execute(sql`
    insert into weekly_results (user_id, week_start, budget_cents, spent_cents, ranked_cents, was_active, highlight, closed_at)
    select * from unnest(${column('userId')}::uuid[], ${column('weekStart')}::date[], ${column('budgetCents')}::bigint[],
      ${column('spentCents')}::bigint[], ${column('rankedCents')}::bigint[], ${column('wasActive')}::boolean[],
      ${sql.param(rows.map(({ highlight }) => highlight && JSON.stringify(highlight)))}::jsonb[], ${column('closedAt')}::timestamptz[])
    on conflict do nothing`);
}

/** Sums of closed weeks, without what the user entered since the closing. */
export async function listClosedWeekSums(
  db: Database,
  userId: string,
  closedAfter: Date,
): Promise<Map<Day, WeekSums>> {
  // Lateral: a join could read all expenses.
  const { rows } = await db.execute<{ weekStart: Day; spentCents: string; rankedCents: string }>(sql`
    select w.week_start::text as "weekStart", sums.*
    from weekly_results w cross join lateral (
      select coalesce(sum(cost_cents) filter (where is_counted), 0) as "spentCents",
        coalesce(sum(ranked_cents), 0) as "rankedCents"
      from expenses
      where user_id = w.user_id and day between w.week_start and w.week_start + 6
        and (bank_transaction_id is not null or created_at <= w.closed_at)
    ) sums
    where w.user_id = ${userId} and w.closed_at > ${closedAfter.toISOString()}`);
  return new Map(
    rows.map(({ weekStart, spentCents, rankedCents }) => [
      weekStart,
      { spentCents: Number(spentCents), rankedCents: Number(rankedCents) },
    ]),
  );
}

/** Never below zero, even if the bank withdraws an expense that the user raised. */
export async function addToResult(
  db: Database,
  { userId, weekStart, difference, now }: { userId: string; weekStart: Day; difference: WeekSums; now: Date },
): Promise<Pick<WeeklyResultRow, 'spentCents' | 'budgetCents'>> {
  const [result] = await db
    .update(weeklyResults)
    .set({
      spentCents: sql`greatest(0, ${weeklyResults.spentCents} + ${difference.spentCents})`,
      rankedCents: sql`greatest(0, ${weeklyResults.rankedCents} + ${difference.rankedCents})`,
      correctedAt: now,
    })
    .where(and(eq(weeklyResults.userId, userId), eq(weeklyResults.weekStart, weekStart)))
    .returning({ spentCents: weeklyResults.spentCents, budgetCents: weeklyResults.budgetCents });
  if (!result) throw new Error(`There is no result of the week ${weekStart}`);
  return result;
}

export async function updateHighlight(
  db: Database,
  { userId, weekStart }: UserWeek,
  highlight: Highlight,
): Promise<void> {
  await db
    .update(weeklyResults)
    .set({ highlight })
    .where(and(eq(weeklyResults.userId, userId), eq(weeklyResults.weekStart, weekStart)));
}

export async function markResultSeen(
  db: Database,
  userId: string,
  weekStart: Day,
  seenAt: Date,
): Promise<boolean> {
  const marked = await db
    .update(weeklyResults)
    .set({ seenAt })
    .where(and(eq(weeklyResults.userId, userId), eq(weeklyResults.weekStart, weekStart)))
    .returning({ weekStart: weeklyResults.weekStart });
  return marked.length > 0;
}

/** Newest first. */
export async function listResults(db: Database, userId: string): Promise<WeeklyResultRow[]> {
  return db
    .select()
    .from(weeklyResults)
    .where(eq(weeklyResults.userId, userId))
    .orderBy(desc(weeklyResults.weekStart));
}
