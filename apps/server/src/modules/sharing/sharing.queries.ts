import { and, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { circleShares, mapShares } from '../../db/tables/sharing.tables.ts';
import { users } from '../../db/tables/readable-tables.ts';

/** What a user can share by link. */
export type SharedThing = 'map' | 'circle';

const TABLES = { map: mapShares, circle: circleShares };

export interface ShareOwner {
  id: string;
  fullName: string | null;
  timeZone: string | null;
  isOnBoard: boolean;
  signsPictures: boolean;
}

/** Finds one that has not expired. Without a user, it asks all servers of a cluster (ADR 36). */
export async function findToken(
  db: Database,
  thing: SharedThing,
  userId: string,
): Promise<string | undefined> {
  const shares = TABLES[thing];
  const [row] = await db.select({ token: shares.token }).from(shares).where(eq(shares.userId, userId));
  return row?.token;
}

export async function insertShare(
  db: Database,
  thing: SharedThing,
  row: typeof mapShares.$inferInsert,
): Promise<void> {
  await db.insert(TABLES[thing]).values(row).onConflictDoNothing();
}

export async function deleteShare(db: Database, thing: SharedThing, userId: string): Promise<void> {
  const shares = TABLES[thing];
  await db.delete(shares).where(eq(shares.userId, userId));
}

export async function findOwnerByToken(
  db: Database,
  thing: SharedThing,
  token: string,
): Promise<ShareOwner | undefined> {
  const shares = TABLES[thing];
  const [share] = await db.select({ userId: shares.userId }).from(shares).where(eq(shares.token, token));
  if (!share) return undefined;
  const [owner] = await db
    .select({
      id: users.id,
      fullName: users.fullName,
      timeZone: users.timeZone,
      isOnBoard: users.isOnBoard,
      signsPictures: users.signsPictures,
    })
    .from(users)
    .where(eq(users.id, share.userId));
  return owner;
}

/** Returns those of these users who are on the board. */
export async function listOnBoard(
  db: Database,
  userIds: readonly string[],
): Promise<{ id: string; fullName: string | null; mayBeNamed: boolean }[]> {
  return db
    .select({ id: users.id, fullName: users.fullName, mayBeNamed: users.mayBeNamed })
    .from(users)
    .where(and(isOneOf(users.id, userIds), eq(users.isOnBoard, true)));
}
