import type { Day } from '@oinkly/domain/days';
import { and, asc, between, desc, eq, gt, gte, isNotNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { expenses, users, weeklyResults, weeklyTotals } from '../../db/schema.ts';
import type { WeekSums } from '../ledger/index.ts';
import { isActiveOn } from './activity.ts';

export type WeeklyResultRow = typeof weeklyResults.$inferSelect;

/** Up to `limit` users whose weeks may have ended by now, the longest due first. */
export async function listUsersWithEndedWeeks(db: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(lte(users.nextWeekCloseAt, now))
    .orderBy(asc(users.nextWeekCloseAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** What closing a user's weeks begins from; undefined when there is no such user. */
export async function findUserOfWeeks(
  db: Database,
  userId: string,
): Promise<{ timeZone: string | null; createdAt: Date; lastWeek: Day | null } | undefined> {
  const [row] = await db
    .select({
      timeZone: users.timeZone,
      createdAt: users.createdAt,
      lastWeek: sql<Day | null>`(select max(week_start) from weekly_results where user_id = users.id)`,
    })
    .from(users)
    .where(eq(users.id, userId));
  return row;
}

/** Says when to look next for weeks of the user that have ended. */
export async function updateNextWeekCloseAt(
  db: Database,
  userId: string,
  nextWeekCloseAt: Date,
): Promise<void> {
  await db.update(users).set({ nextWeekCloseAt }).where(eq(users.id, userId));
}

/** The sums of a user's weeks from one on and before another, by week; a week without expenses has none. */
export async function listWeekSums(
  db: Database,
  userId: string,
  { from, before }: { from: Day; before: Day },
): Promise<Map<Day, WeekSums>> {
  const rows = await db
    .select()
    .from(weeklyTotals)
    .where(
      and(
        eq(weeklyTotals.userId, userId),
        gte(weeklyTotals.weekStart, from),
        lt(weeklyTotals.weekStart, before),
      ),
    );
  return new Map(rows.map((row) => [row.weekStart, row]));
}

/** Whether the user takes part on a day (PD-21). */
export async function readActivity(db: Database, userId: string, on: Day, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ isActive: isActiveOn(sql`${users.id}`, on, now) })
    .from(users)
    .where(eq(users.id, userId));
  return row?.isActive ?? false;
}

/** Writes how weeks ended; one that is written stays as it is. */
export async function insertResults(
  db: Database,
  rows: readonly Omit<WeeklyResultRow, 'correctedAt' | 'seenAt'>[],
): Promise<void> {
  if (rows.length > 0)
    await db
      .insert(weeklyResults)
      .values([...rows])
      .onConflictDoNothing();
}

/**
 * The sums, by week, of the user's weeks that were closed after an instant, without what the user has typed since: that is no part of the
 * result. A week without expenses has none.
 */
export async function listClosedWeekSums(
  db: Database,
  userId: string,
  closedAfter: Date,
): Promise<Map<Day, WeekSums>> {
  const rows = await db
    .select({
      weekStart: weeklyResults.weekStart,
      spentCents: sql`coalesce(sum(${expenses.costCents}) filter (where ${expenses.isCounted}), 0)`.mapWith(
        Number,
      ),
      rankedCents: sql`sum(${expenses.rankedCents})`.mapWith(Number),
    })
    .from(weeklyResults)
    .innerJoin(
      expenses,
      and(
        eq(expenses.userId, weeklyResults.userId),
        between(expenses.day, weeklyResults.weekStart, sql`${weeklyResults.weekStart} + 6`),
        or(isNotNull(expenses.bankTransactionId), lte(expenses.createdAt, weeklyResults.closedAt)),
      ),
    )
    .where(and(eq(weeklyResults.userId, userId), gt(weeklyResults.closedAt, closedAfter)))
    .groupBy(weeklyResults.weekStart);
  return new Map(rows.map((row) => [row.weekStart, row]));
}

/**
 * Adds a correction to a closed week and returns its new result. A sum never falls below zero, even if the bank withdraws an expense whose
 * amount the user has raised.
 */
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

/** Notes that the user has put a closed week aside; false when there is none. */
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

/** All of a user's closed weeks, the newest first. */
export async function listResults(db: Database, userId: string): Promise<WeeklyResultRow[]> {
  return db
    .select()
    .from(weeklyResults)
    .where(eq(weeklyResults.userId, userId))
    .orderBy(desc(weeklyResults.weekStart));
}
