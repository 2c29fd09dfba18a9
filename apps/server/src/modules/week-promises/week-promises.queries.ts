import type { Day } from '@oinkly/domain/days';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { friendships, guests } from '../../db/tables/readable-tables.ts';
import { users } from '../../db/tables/users.tables.ts';
import type { UserRow } from '../identity/index.ts';

export type Promiser = Pick<UserRow, 'id' | 'timeZone' | 'isOnBoard' | 'promisedWeek' | 'declinedWeek'>;

/** Returns whether a friend of the user is on the board. */
export async function hasFriendOnBoard(db: Database, userId: string): Promise<boolean> {
  const friends = await db
    .select({ id: friendships.friendId })
    .from(friendships)
    .where(eq(friendships.userId, userId));
  if (friends.length === 0) return false;
  const ids = friends.map(({ id }) => id);
  const seen = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isOneOf(users.id, ids), eq(users.isOnBoard, true)))
    .limit(1);
  return seen.length > 0;
}

export async function hasGuest(db: Database, userId: string): Promise<boolean> {
  const rows = await db.select({ id: guests.id }).from(guests).where(eq(guests.userId, userId)).limit(1);
  return rows.length > 0;
}

/** Never replaces the answer to a later week. */
export async function updateAnsweredWeek(
  db: Database,
  userId: string,
  answer: 'promisedWeek' | 'declinedWeek',
  week: Day,
): Promise<void> {
  const column = users[answer];
  await db
    .update(users)
    .set({ [answer]: week })
    .where(and(eq(users.id, userId), or(isNull(column), lt(column, week))));
}
