import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { mapShares, users } from '../../db/schema.ts';

/** Whose map it is, as far as that decides what is seen. */
export interface MapOwner {
  id: string;
  fullName: string | null;
  timeZone: string | null;
}

/** The token of the user's link; undefined while it is off. */
export async function findToken(db: Database, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ token: mapShares.token })
    .from(mapShares)
    .where(eq(mapShares.userId, userId));
  return row?.token;
}

/** Switches the user's link on with this token, unless it is on. */
export async function insertShare(db: Database, row: typeof mapShares.$inferInsert): Promise<void> {
  await db.insert(mapShares).values(row).onConflictDoNothing();
}

/** Switches the user's link off. */
export async function deleteShare(db: Database, userId: string): Promise<void> {
  await db.delete(mapShares).where(eq(mapShares.userId, userId));
}

/** The user whose link ends with this token; undefined if there is none. */
export async function findOwnerByToken(db: Database, token: string): Promise<MapOwner | undefined> {
  const [row] = await db
    .select({ id: users.id, fullName: users.fullName, timeZone: users.timeZone })
    .from(mapShares)
    .innerJoin(users, eq(users.id, mapShares.userId))
    .where(eq(mapShares.token, token));
  return row;
}
