import { and, eq, isNull, or } from 'drizzle-orm';
import type { Day } from '@oinkly/domain/days';
import type { Database } from '../../db/database.ts';
import { guests, guestTaps, tappedWeeks } from '../../db/tables/friends.tables.ts';
import { users } from '../../db/tables/users.tables.ts';

/** A user who invites, as their guests' pages need them. */
export interface Inviter {
  id: string;
  fullName: string | null;
  timeZone: string | null;
  isOnBoard: boolean;
}

export type GuestRow = typeof guests.$inferSelect;

export async function findInviterById(db: Database, userId: string): Promise<Inviter | undefined> {
  const [inviter] = await db
    .select({
      id: users.id,
      fullName: users.fullName,
      timeZone: users.timeZone,
      isOnBoard: users.isOnBoard,
    })
    .from(users)
    .where(eq(users.id, userId));
  return inviter;
}

export async function findGuest(
  db: Database,
  userId: string,
  tokenHash: Buffer,
): Promise<GuestRow | undefined> {
  const [guest] = await db
    .select()
    .from(guests)
    .where(and(eq(guests.userId, userId), eq(guests.tokenHash, tokenHash)));
  return guest;
}

export async function countGuests(db: Database, userId: string): Promise<number> {
  return db.$count(guests, eq(guests.userId, userId));
}

export async function listGuestNames(db: Database, userId: string): Promise<string[]> {
  const rows = await db.select({ name: guests.name }).from(guests).where(eq(guests.userId, userId));
  return rows.map(({ name }) => name);
}

export async function insertGuest(db: Database, row: typeof guests.$inferInsert): Promise<void> {
  await db.insert(guests).values(row);
}

export async function updateGuest(
  db: Database,
  { userId, id }: Pick<GuestRow, 'userId' | 'id'>,
  change: Partial<Pick<GuestRow, 'tokenHash' | 'lastTapAt' | 'pactAgreedAt' | 'pactFrom' | 'claimedBy'>>,
): Promise<boolean> {
  const updated = await db.update(guests).set(change).where(isGuest(userId, id)).returning({ id: guests.id });
  return updated.length > 0;
}

/** Returns undefined if the guest is becoming another account. */
export async function claimGuest(
  db: Database,
  { userId, id }: Pick<GuestRow, 'userId' | 'id'>,
  claimedBy: string,
): Promise<GuestRow | undefined> {
  const isFree = or(isNull(guests.claimedBy), eq(guests.claimedBy, claimedBy));
  const [claimed] = await db
    .update(guests)
    .set({ claimedBy })
    .where(and(isGuest(userId, id), isFree))
    .returning();
  return claimed;
}

/** Returns undefined if there was none. */
export async function deleteGuest(
  db: Database,
  userId: string,
  id: string,
): Promise<Pick<GuestRow, 'createdAt'> | undefined> {
  const [deleted] = await db
    .delete(guests)
    .where(isGuest(userId, id))
    .returning({ createdAt: guests.createdAt });
  return deleted;
}

export async function deleteGuests(db: Database, userId: string): Promise<void> {
  await db.delete(guests).where(eq(guests.userId, userId));
}

function isGuest(userId: string, id: string) {
  return and(eq(guests.userId, userId), eq(guests.id, id));
}

export async function saveTap(db: Database, row: typeof guestTaps.$inferInsert): Promise<void> {
  await db
    .insert(guestTaps)
    .values(row)
    .onConflictDoUpdate({
      target: [guestTaps.userId, guestTaps.guestId, guestTaps.weekStart],
      set: { isKept: row.isKept },
    });
}

/** Keeps those that are there already. */
export async function insertTappedWeeks(
  db: Database,
  userId: string,
  weeks: ReadonlyMap<Day, boolean>,
): Promise<void> {
  if (weeks.size === 0) return;
  const rows = Array.from(weeks, ([weekStart, isKept]) => ({ userId, weekStart, isKept }));
  await db.insert(tappedWeeks).values(rows).onConflictDoNothing();
}
