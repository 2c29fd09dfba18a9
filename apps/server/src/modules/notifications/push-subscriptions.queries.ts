import { and, desc, eq, notInArray } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { pushSubscriptions } from '../../db/tables/notifications.tables.ts';

/* A subscription belongs to a user, not to a session: sessions end within a month, and notifications are for people who rarely open the app.
   Ending sessions by hand, by a new password or by an administrator deletes the user's. A browser that is still logged in subscribes again. */

export type PushSubscriptionRow = typeof pushSubscriptions.$inferSelect;

/** Replaces one with the same endpoint. */
export async function upsertSubscription(db: Database, row: PushSubscriptionRow): Promise<void> {
  const { userId: _userId, endpointHash: _hash, ...changes } = row;
  await db
    .insert(pushSubscriptions)
    .values(row)
    .onConflictDoUpdate({
      target: [pushSubscriptions.userId, pushSubscriptions.endpointHash],
      set: changes,
    });
}

export async function keepNewestSubscriptions(db: Database, userId: string, count: number): Promise<void> {
  const newest = db
    .select({ endpointHash: pushSubscriptions.endpointHash })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.endpointHash))
    .limit(count);
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), notInArray(pushSubscriptions.endpointHash, newest)));
}

/** Lists them, newest first. */
export async function listEndpointHashes(db: Database, userId: string): Promise<Buffer[]> {
  const rows = await db
    .select({ endpointHash: pushSubscriptions.endpointHash })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt));
  return rows.map(({ endpointHash }) => endpointHash);
}

/** The devices of these users. */
export async function listDevices(
  db: Database,
  userIds: readonly string[],
): Promise<Pick<PushSubscriptionRow, 'userId' | 'endpointHash'>[]> {
  return db
    .select({ userId: pushSubscriptions.userId, endpointHash: pushSubscriptions.endpointHash })
    .from(pushSubscriptions)
    .where(isOneOf(pushSubscriptions.userId, userIds));
}

export async function findSubscription(
  db: Database,
  userId: string,
  endpointHash: Buffer,
): Promise<PushSubscriptionRow | undefined> {
  const [row] = await db.select().from(pushSubscriptions).where(isSubscription(userId, endpointHash));
  return row;
}

export async function deleteSubscription(
  db: Database,
  userId: string,
  endpointHash: Buffer,
): Promise<boolean> {
  const deleted = await db
    .delete(pushSubscriptions)
    .where(isSubscription(userId, endpointHash))
    .returning({ userId: pushSubscriptions.userId });
  return deleted.length > 0;
}

function isSubscription(userId: string, endpointHash: Buffer) {
  return and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpointHash, endpointHash));
}
