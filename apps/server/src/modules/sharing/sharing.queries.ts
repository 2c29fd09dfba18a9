import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { mapShares } from '../../db/tables/sharing.tables.ts';
import { users } from '../../db/tables/readable-tables.ts';

export interface MapOwner {
  id: string;
  fullName: string | null;
  timeZone: string | null;
}

/** Finds one that has not expired. Without a user, it asks all servers of a cluster (ADR 36). */
export async function findToken(db: Database, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ token: mapShares.token })
    .from(mapShares)
    .where(eq(mapShares.userId, userId));
  return row?.token;
}

export async function insertShare(db: Database, row: typeof mapShares.$inferInsert): Promise<void> {
  await db.insert(mapShares).values(row).onConflictDoNothing();
}

export async function deleteShare(db: Database, userId: string): Promise<void> {
  await db.delete(mapShares).where(eq(mapShares.userId, userId));
}

export async function findOwnerByToken(db: Database, token: string): Promise<MapOwner | undefined> {
  const [share] = await db
    .select({ userId: mapShares.userId })
    .from(mapShares)
    .where(eq(mapShares.token, token));
  if (!share) return undefined;
  const [owner] = await db
    .select({ id: users.id, fullName: users.fullName, timeZone: users.timeZone })
    .from(users)
    .where(eq(users.id, share.userId));
  return owner;
}
