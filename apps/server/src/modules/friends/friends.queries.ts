import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { blocks, friendInvites, friendships, guests } from '../../db/tables/friends.tables.ts';
import { users } from '../../db/tables/users.tables.ts';
import { deleteNotificationsNaming } from '../notifications/index.ts';

export interface OtherUserRow {
  id: string;
  fullName: string | null;
  since: Date;
}

export type InviteRow = Pick<typeof friendInvites.$inferSelect, 'code' | 'createdAt' | 'signUps'>;

/** Lists them by name. */
export async function listFriends(db: Database, userId: string): Promise<OtherUserRow[]> {
  const rows = await db
    .select({ id: friendships.friendId, since: friendships.createdAt })
    .from(friendships)
    .where(eq(friendships.userId, userId));
  return withNames(db, rows);
}

/** Leaves out users who are being deleted. */
async function withNames(
  db: Database,
  rows: readonly Omit<OtherUserRow, 'fullName'>[],
): Promise<OtherUserRow[]> {
  if (rows.length === 0) return [];
  const sinceOf = new Map(rows.map(({ id, since }) => [id, since]));
  const named = await db
    .select({ id: users.id, fullName: users.fullName })
    .from(users)
    .where(isOneOf(users.id, [...sinceOf.keys()]))
    .orderBy(asc(sql`lower(${users.fullName})`), asc(users.id));
  return named.flatMap((user) => {
    const since = sinceOf.get(user.id);
    return since ? [{ ...user, since }] : [];
  });
}

export async function countFriends(db: Database, userId: string): Promise<number> {
  return db.$count(friendships, eq(friendships.userId, userId));
}

/** Null if they are not friends. */
export async function friendsSince(db: Database, userId: string, friendId: string): Promise<Date | null> {
  const [row] = await db
    .select({ since: friendships.createdAt })
    .from(friendships)
    .where(isFriendship(userId, friendId));
  return row?.since ?? null;
}

/** Inserts one of the two rows of a friendship. */
export async function insertFriendship(
  db: Database,
  userId: string,
  friendId: string,
  createdAt: Date,
): Promise<void> {
  await db.insert(friendships).values({ userId, friendId, createdAt }).onConflictDoNothing();
}

/** Deletes one of the two rows; with `since`, only if the friendship began then. */
export async function deleteFriendship(
  db: Database,
  userId: string,
  friendId: string,
  since?: Date,
): Promise<void> {
  const deleted = await db
    .delete(friendships)
    .where(and(isFriendship(userId, friendId), since && eq(friendships.createdAt, since)))
    .returning({ userId: friendships.userId });
  if (deleted.length > 0) await deleteNotificationsNaming(db, [userId], friendId);
}

/** Deletes what other users' friendships, blocks and guests say of a user. */
export async function deleteMentions(db: Database, userId: string): Promise<void> {
  const deleted = await db
    .delete(friendships)
    .where(eq(friendships.friendId, userId))
    .returning({ userId: friendships.userId });
  const friends = deleted.map((row) => row.userId);
  if (friends.length > 0) await deleteNotificationsNaming(db, friends, userId);
  await db.delete(blocks).where(eq(blocks.blockedId, userId));
  await db.update(guests).set({ claimedBy: null }).where(eq(guests.claimedBy, userId));
}

function isFriendship(userId: string, friendId: string) {
  return and(eq(friendships.userId, userId), eq(friendships.friendId, friendId));
}

/** Lists them by name. */
export async function listBlocked(db: Database, userId: string): Promise<OtherUserRow[]> {
  const rows = await db
    .select({ id: blocks.blockedId, since: blocks.createdAt })
    .from(blocks)
    .where(eq(blocks.userId, userId));
  return withNames(db, rows);
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
    .select({
      code: friendInvites.code,
      createdAt: friendInvites.createdAt,
      signUps: friendInvites.signUps,
    })
    .from(friendInvites)
    .where(and(eq(friendInvites.userId, userId), gt(friendInvites.createdAt, madeAfter)));
  return row;
}

/** Replaces an invitation, but keeps one made after `madeUpTo`. */
export async function replaceInvite(
  db: Database,
  { userId, code, createdAt, signUps }: InviteRow & { userId: string },
  madeUpTo: Date,
): Promise<void> {
  await db
    .insert(friendInvites)
    .values({ userId, code, createdAt, signUps })
    .onConflictDoUpdate({
      target: friendInvites.userId,
      set: { code, createdAt, signUps },
      setWhere: lte(friendInvites.createdAt, madeUpTo),
    });
}

/** Counts an account that was created with the user's invitation, if that was made then. */
export async function countSignUp(
  db: Database,
  userId: string,
  { madeAfter, madeUpTo }: { madeAfter: Date; madeUpTo: Date },
): Promise<void> {
  const { createdAt } = friendInvites;
  await db
    .update(friendInvites)
    .set({ signUps: sql`${friendInvites.signUps} + 1` })
    .where(and(eq(friendInvites.userId, userId), gt(createdAt, madeAfter), lte(createdAt, madeUpTo)));
}

/** Deletes an invitation; with `madeUpTo`, only one that is not newer. */
export async function deleteInvite(db: Database, userId: string, madeUpTo?: Date): Promise<void> {
  await db
    .delete(friendInvites)
    .where(and(eq(friendInvites.userId, userId), madeUpTo && lte(friendInvites.createdAt, madeUpTo)));
}

/** Finds the user whose invitation, made after `madeAfter`, has this code. */
export async function findInviter(
  db: Database,
  code: string,
  madeAfter: Date,
): Promise<{ id: string; fullName: string | null } | undefined> {
  const [invite] = await db
    .select({ userId: friendInvites.userId })
    .from(friendInvites)
    .where(and(eq(friendInvites.code, code), gt(friendInvites.createdAt, madeAfter)));
  if (!invite) return undefined;
  const [inviter] = await db
    .select({ id: users.id, fullName: users.fullName })
    .from(users)
    .where(eq(users.id, invite.userId));
  return inviter;
}

export async function markFriendsAdded(db: Database, userId: string): Promise<void> {
  await db.update(users).set({ friendsAdded: true }).where(eq(users.id, userId));
}
