import { and, asc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { blocks, friendInvites, friendships, users } from '../../db/schema.ts';

export interface OtherUserRow {
  id: string;
  fullName: string | null;
  since: Date;
}

export type InviteRow = Pick<typeof friendInvites.$inferSelect, 'code' | 'createdAt'>;

/** By name. */
export async function listFriends(db: Database, userId: string): Promise<OtherUserRow[]> {
  return db
    .select({ id: users.id, fullName: users.fullName, since: friendships.createdAt })
    .from(friendships)
    .innerJoin(users, eq(users.id, friendships.friendId))
    .where(eq(friendships.userId, userId))
    .orderBy(asc(sql`lower(${users.fullName})`), asc(users.id));
}

export async function countFriends(db: Database, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ userId: friendships.userId, count: sql<number>`count(*)::integer` })
    .from(friendships)
    .where(inArray(friendships.userId, [...userIds]))
    .groupBy(friendships.userId);
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}

export async function areFriends(db: Database, userId: string, friendId: string): Promise<boolean> {
  const rows = await db
    .select({ userId: friendships.userId })
    .from(friendships)
    .where(and(eq(friendships.userId, userId), eq(friendships.friendId, friendId)));
  return rows.length > 0;
}

export async function insertFriendship(
  db: Database,
  userId: string,
  friendId: string,
  createdAt: Date,
): Promise<void> {
  await db
    .insert(friendships)
    .values([
      { userId, friendId, createdAt },
      { userId: friendId, friendId: userId, createdAt },
    ])
    .onConflictDoNothing();
}

/** Ends a friendship for both. Returns when it began. */
export async function deleteFriendship(db: Database, userId: string, friendId: string): Promise<Date | null> {
  const deleted = await db
    .delete(friendships)
    .where(
      or(
        and(eq(friendships.userId, userId), eq(friendships.friendId, friendId)),
        and(eq(friendships.userId, friendId), eq(friendships.friendId, userId)),
      ),
    )
    .returning({ since: friendships.createdAt });
  return deleted[0]?.since ?? null;
}

/** By name. */
export async function listBlocked(db: Database, userId: string): Promise<OtherUserRow[]> {
  return db
    .select({ id: users.id, fullName: users.fullName, since: blocks.createdAt })
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.blockedId))
    .where(eq(blocks.userId, userId))
    .orderBy(asc(sql`lower(${users.fullName})`), asc(users.id));
}

export async function hasBlocked(db: Database, userId: string, blockedId: string): Promise<boolean> {
  const rows = await db
    .select({ userId: blocks.userId })
    .from(blocks)
    .where(and(eq(blocks.userId, userId), eq(blocks.blockedId, blockedId)));
  return rows.length > 0;
}

export async function insertBlock(
  db: Database,
  userId: string,
  blockedId: string,
  createdAt: Date,
): Promise<void> {
  await db.insert(blocks).values({ userId, blockedId, createdAt }).onConflictDoNothing();
}

export async function deleteBlock(db: Database, userId: string, blockedId: string): Promise<boolean> {
  const deleted = await db
    .delete(blocks)
    .where(and(eq(blocks.userId, userId), eq(blocks.blockedId, blockedId)))
    .returning({ userId: blocks.userId });
  return deleted.length > 0;
}

/** Finds the invitation if it was made after `madeAfter`. */
export async function findInvite(
  db: Database,
  userId: string,
  madeAfter: Date,
): Promise<InviteRow | undefined> {
  const [row] = await db
    .select({ code: friendInvites.code, createdAt: friendInvites.createdAt })
    .from(friendInvites)
    .where(and(eq(friendInvites.userId, userId), gt(friendInvites.createdAt, madeAfter)));
  return row;
}

/** Replaces an invitation, but keeps one made after `madeUpTo`. */
export async function replaceInvite(
  db: Database,
  { userId, code, createdAt }: InviteRow & { userId: string },
  madeUpTo: Date,
): Promise<void> {
  await db
    .insert(friendInvites)
    .values({ userId, code, createdAt })
    .onConflictDoUpdate({
      target: friendInvites.userId,
      set: { code, createdAt },
      setWhere: lte(friendInvites.createdAt, madeUpTo),
    });
}

export async function deleteInvite(db: Database, userId: string, madeUpTo: Date): Promise<void> {
  await db
    .delete(friendInvites)
    .where(and(eq(friendInvites.userId, userId), lte(friendInvites.createdAt, madeUpTo)));
}

/** Finds the user whose invitation, made after `madeAfter`, has this code. */
export async function findInviter(
  db: Database,
  code: string,
  madeAfter: Date,
): Promise<{ id: string; fullName: string | null } | undefined> {
  const [row] = await db
    .select({ id: users.id, fullName: users.fullName })
    .from(friendInvites)
    .innerJoin(users, eq(users.id, friendInvites.userId))
    .where(and(eq(friendInvites.code, code), gt(friendInvites.createdAt, madeAfter)));
  return row;
}

export async function markFriendsAdded(db: Database, userIds: readonly string[]): Promise<void> {
  await db
    .update(users)
    .set({ friendsAdded: true })
    .where(inArray(users.id, [...userIds]));
}
