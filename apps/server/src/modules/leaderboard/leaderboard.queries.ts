import type { Day } from '@oinkly/domain/days';
import { and, asc, eq, gte, min } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { weeklyTotals } from '../../db/schema.ts';

export type WeeklyTotalRow = typeof weeklyTotals.$inferSelect;

/** A user's weekly sums from one week on, oldest first. */
export async function listWeeklyTotals(db: Database, userId: string, from: Day): Promise<WeeklyTotalRow[]> {
  return db
    .select()
    .from(weeklyTotals)
    .where(and(eq(weeklyTotals.userId, userId), gte(weeklyTotals.weekStart, from)))
    .orderBy(asc(weeklyTotals.weekStart));
}

/** The first week in which a user has a row of sums; null before the first expense. */
export async function findFirstWeek(db: Database, userId: string): Promise<Day | null> {
  const [row] = await db
    .select({ weekStart: min(weeklyTotals.weekStart) })
    .from(weeklyTotals)
    .where(eq(weeklyTotals.userId, userId));
  return row?.weekStart ?? null;
}
