import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { users } from '../../db/schema.ts';
import type { UserRow } from '../identity/index.ts';

export type UserChanges = Partial<
  Pick<
    UserRow,
    | 'fullName'
    | 'timeZone'
    | 'bankLinked'
    | 'friendsAdded'
    | 'signupCompleted'
    | 'countFixedBills'
    | 'isOnBoard'
    | 'boardView'
    | 'nextWeekCloseAt'
  >
>;

export async function updateUserRow(db: Database, userId: string, changes: UserChanges): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await db.update(users).set(changes).where(eq(users.id, userId));
}

/** Null if the user has none, or is deleted. */
export async function readTimeZone(db: Database, userId: string): Promise<Pick<UserRow, 'timeZone'>> {
  const [row] = await db.select({ timeZone: users.timeZone }).from(users).where(eq(users.id, userId));
  return row ?? { timeZone: null };
}

export async function findUser(db: Database, userId: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, userId));
  return row;
}
