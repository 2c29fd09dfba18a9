import { addDays, type Day } from '@oinkly/domain/days';
import { and, asc, eq, exists, gt, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { friendships } from '../../db/tables/friends.tables.ts';
import { users } from '../../db/tables/users.tables.ts';

/** The evening is four hours long, and where the clocks are put back in it, its last four. */
const EVENING_MS = 4 * 60 * 60_000;
const BATCH = 1000;

export interface EveningUser {
  id: string;
  timeZone: string | null;
  nextWeekCloseAt: Date;
}

/**
 * Lists a batch of users on the board who may have pacts and whose week ends within four hours, the earliest end first: those after `last`, or
 * the first ones. Leaves out most whose evening was looked at. Cost: n in the users whose week ends so soon, by the index that closes weeks.
 */
export async function listUsersInEvening(
  db: Database,
  now: Date,
  last: EveningUser | null,
): Promise<{ batch: EveningUser[]; isLast: boolean }> {
  // Later than any earlier week's Monday, and no later than this one's, in each zone.
  const thisWeek = addDays(now.toISOString().slice(0, 10), -7);
  const batch = await db
    .select({ id: users.id, timeZone: users.timeZone, nextWeekCloseAt: users.nextWeekCloseAt })
    .from(users)
    .where(
      and(
        gt(users.nextWeekCloseAt, now),
        lte(users.nextWeekCloseAt, new Date(now.getTime() + EVENING_MS)),
        last === null ? undefined : isAfter(last),
        eq(users.isOnBoard, true),
        isNotEvening(thisWeek),
        exists(
          db
            .select({ userId: friendships.userId })
            .from(friendships)
            .where(and(eq(friendships.userId, users.id), isNotNull(friendships.pactAgreedAt))),
        ),
      ),
    )
    .orderBy(asc(users.nextWeekCloseAt), asc(users.id))
    .limit(BATCH);
  return { batch, isLast: batch.length < BATCH };
}

function isAfter({ nextWeekCloseAt, id }: EveningUser) {
  return sql`(${users.nextWeekCloseAt}, ${users.id}) > (${nextWeekCloseAt.toISOString()}::timestamptz, ${id}::uuid)`;
}

export async function listZones(
  db: Database,
  userIds: readonly string[],
): Promise<{ timeZone: string | null }[]> {
  if (userIds.length === 0) return [];
  return db.select({ timeZone: users.timeZone }).from(users).where(isOneOf(users.id, userIds));
}

/** Returns true once for each week of a user. */
export async function claimEvening(db: Database, userId: string, week: Day): Promise<boolean> {
  const claimed = await db
    .update(users)
    .set({ eveningWeek: week })
    .where(and(eq(users.id, userId), isNotEvening(week)))
    .returning({ id: users.id });
  return claimed.length > 0;
}

function isNotEvening(week: Day) {
  return or(isNull(users.eveningWeek), lt(users.eveningWeek, week));
}
