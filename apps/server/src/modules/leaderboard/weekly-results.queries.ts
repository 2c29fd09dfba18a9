import { addDays, type Day } from '@oinkly/domain/days';
import type { Highlight } from '@oinkly/domain/highlights';
import { and, asc, between, desc, eq, gte, isNull, lt, lte, max, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { connections, expenses, recurringSeries } from '../../db/tables/readable-tables.ts';
import { users } from '../../db/tables/users.tables.ts';
import { weeklyResults } from '../../db/tables/leaderboard.tables.ts';
import { isExistingExpense, type WeekSums } from '../ledger/index.ts';
import { isHealthyBank } from './activity.ts';
import { insertInto } from '../../db/writable-table.ts';

export type WeeklyResultRow = typeof weeklyResults.$inferSelect;

export interface UserWeek {
  userId: string;
  weekStart: Day;
}

export function keyOfWeek({ userId, weekStart }: UserWeek): string {
  return `${userId} ${weekStart}`;
}

/** Lists those longest due first. `hasDue`: lacks recurring expenses from before `before`. */
export async function listUsersWithEndedWeeks(
  db: Database,
  { now, before, limit }: { now: Date; before: Day; limit: number },
): Promise<{ id: string; timeZone: string | null; hasDue: boolean }[]> {
  const due = await db
    .select({ id: users.id, timeZone: users.timeZone })
    .from(users)
    .where(lte(users.nextWeekCloseAt, now))
    .orderBy(asc(users.nextWeekCloseAt))
    .limit(limit);
  const ids = due.map(({ id }) => id);
  const withSeries = await db
    .selectDistinct({ userId: recurringSeries.userId })
    .from(recurringSeries)
    .where(
      and(
        isOneOf(recurringSeries.userId, ids),
        isNull(recurringSeries.endedAt),
        lt(recurringSeries.nextOn, before),
      ),
    );
  const withUpcoming = await db
    .selectDistinct({ userId: expenses.userId })
    .from(expenses)
    .where(and(isOneOf(expenses.userId, ids), expenses.isUpcoming, lt(expenses.day, before)));
  const lacking = new Set([...withSeries, ...withUpcoming].map(({ userId }) => userId));
  return due.map((user) => ({ ...user, hasDue: lacking.has(user.id) }));
}

export interface ClosingUser {
  id: string;
  timeZone: string | null;
  createdAt: Date;
  nextWeekCloseAt: Date;
  wantsResult: boolean;
  wantsRecapMail: boolean;
}

const closingUser = {
  id: users.id,
  timeZone: users.timeZone,
  createdAt: users.createdAt,
  nextWeekCloseAt: users.nextWeekCloseAt,
  wantsResult: sql<boolean>`'result' = any(${users.notificationKinds})`,
  wantsRecapMail: users.wantsRecapMail,
};

export async function findClosingUser(db: Database, userId: string): Promise<ClosingUser | undefined> {
  const [user] = await db.select(closingUser).from(users).where(eq(users.id, userId));
  return user;
}

/** Lists each user's newest closed week. Most have one since `recent`, so older results are read for the others only. */
export async function listLastWeeks(
  db: Database,
  userIds: readonly string[],
  recent: Day,
): Promise<ReadonlyMap<string, Day>> {
  const listSince = async (ids: readonly string[], since?: Day) =>
    db
      .select({ userId: weeklyResults.userId, last: sql<Day>`${max(weeklyResults.weekStart)}` })
      .from(weeklyResults)
      .where(
        and(
          isOneOf(weeklyResults.userId, ids),
          since === undefined ? undefined : gte(weeklyResults.weekStart, since),
        ),
      )
      .groupBy(weeklyResults.userId);
  const found = new Map((await listSince(userIds, recent)).map(({ userId, last }) => [userId, last]));
  const others = userIds.filter((id) => !found.has(id));
  if (others.length > 0) for (const { userId, last } of await listSince(others)) found.set(userId, last);
  return found;
}

/** Sets when users' weeks end next. Locks and returns these users. */
export async function updateNextWeekClose(
  db: Database,
  times: readonly { userId: string; nextWeekCloseAt: Date }[],
): Promise<ClosingUser[]> {
  const changed: ClosingUser[] = [];
  // One for each time zone.
  for (const [at, ofTime] of Map.groupBy(times, ({ nextWeekCloseAt }) => nextWeekCloseAt.getTime())) {
    const ids = ofTime.map(({ userId }) => userId);
    const ofZone = await db
      .update(users)
      .set({ nextWeekCloseAt: new Date(at) })
      .where(isOneOf(users.id, ids))
      .returning(closingUser);
    changed.push(...ofZone);
  }
  return changed;
}

/** The weeks whose users were active on the last day (PD-21), by `keyOfWeek`. Like `isActiveOn` for one day. */
export async function listActiveWeeks(
  db: Database,
  weeks: readonly UserWeek[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const withBank = await db
    .selectDistinct({ userId: connections.userId })
    .from(connections)
    .where(
      and(isOneOf(connections.userId, usersOf(weeks)), isHealthyBank(sql`${now.toISOString()}::timestamptz`)),
    );
  const isHealthy = new Set(withBank.map(({ userId }) => userId));
  const others = weeks.filter(({ userId }) => !isHealthy.has(userId));
  const spent = new Set((await listWeeksWithExpense(db, others)).map(keyOfWeek));
  const weekBefore = ({ userId, weekStart }: UserWeek) => ({ userId, weekStart: addDays(weekStart, -7) });
  return new Set(
    weeks
      .filter(
        (week) =>
          isHealthy.has(week.userId) || spent.has(keyOfWeek(week)) || spent.has(keyOfWeek(weekBefore(week))),
      )
      .map(keyOfWeek),
  );
}

/** Weeks with an expense that counts as activity, among these, those between them and the week before. */
async function listWeeksWithExpense(db: Database, weeks: readonly UserWeek[]): Promise<UserWeek[]> {
  const [first, last] = [weekStartsOf(weeks)[0], weekStartsOf(weeks).at(-1)];
  if (first === undefined || last === undefined) return [];
  return db
    .selectDistinct({ userId: expenses.userId, weekStart: expenses.weekStart })
    .from(expenses)
    .where(
      and(
        isOneOf(expenses.userId, usersOf(weeks)),
        between(expenses.day, addDays(first, -7), addDays(last, 6)),
        isExistingExpense,
      ),
    );
}

/** Returns each Monday once, oldest first. */
export function weekStartsOf(weeks: readonly UserWeek[]): Day[] {
  return [...new Set(weeks.map(({ weekStart }) => weekStart))].sort();
}

export function usersOf(weeks: readonly UserWeek[]): string[] {
  return [...new Set(weeks.map(({ userId }) => userId))];
}

/** Stores results; never changes a stored one. */
export async function insertResults(
  db: Database,
  rows: readonly Omit<WeeklyResultRow, 'closedAt' | 'correctedAt' | 'seenAt'>[],
  closedAt: Date,
): Promise<void> {
  const column = (name: keyof (typeof rows)[number]) => sql.param(rows.map((row) => row[name]));
  // Arrays: a statement's parameters are limited.
  await db.execute(sql`
    ${insertInto(weeklyResults)} (user_id, week_start, budget_cents, spent_cents, ranked_cents, was_active, highlight, closed_at)
    select *, ${closedAt.toISOString()}::timestamptz
    from unnest(${column('userId')}::uuid[], ${column('weekStart')}::date[], ${column('budgetCents')}::bigint[],
      ${column('spentCents')}::bigint[], ${column('rankedCents')}::bigint[], ${column('wasActive')}::boolean[],
      ${sql.param(rows.map(({ highlight }) => highlight && JSON.stringify(highlight)))}::jsonb[])
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
      where user_id = ${userId} and day between w.week_start and w.week_start + 6
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

/** Adds to a result, but never goes below zero, even if the bank withdraws an expense that the user raised. */
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

/** Lists them, newest first. */
export async function listResults(db: Database, userId: string): Promise<WeeklyResultRow[]> {
  return db
    .select()
    .from(weeklyResults)
    .where(eq(weeklyResults.userId, userId))
    .orderBy(desc(weeklyResults.weekStart));
}
