import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { preparedQuery } from '../../db/prepared-query.ts';
import { friendships, guests, type SentAnswer } from '../../db/tables/friends.tables.ts';
import { update } from '../../db/writable-table.ts';

interface Sent extends Record<string, unknown> {
  viewerId: string;
  friendIds: string[];
  /** JSON to merge into each one's `seen`, in the order of `friendIds`. */
  entries: string[];
}

/** Stores what the viewer is sent about these friends. Writes no row that says the same. */
export const updateSeen = preparedQuery<Sent, never>('update_seen', (value) => {
  const viewer = sql`${value('viewerId')}::uuid`;
  // Locks in one order, because two pages of the viewer may load at once.
  return sql`
    with changed as (
      select own.friend_id, sent.entry
      from friendships own
        join unnest(${value('friendIds')}::uuid[], ${value('entries')}::jsonb[]) as sent (friend_id, entry)
          on sent.friend_id = own.friend_id
      where own.user_id = ${viewer} and not own.seen @> sent.entry
      order by own.friend_id
      for update of own
    )
    ${update(friendships)} set seen = seen || changed.entry
    from changed
    where friendships.user_id = ${viewer} and friendships.friend_id = changed.friend_id
  `;
});

/** Stores what the guest is sent about the user. Writes nothing that says the same. */
export async function updateSeenByGuest(
  db: Database,
  { userId, id }: { userId: string; id: string },
  seen: SentAnswer,
): Promise<void> {
  const isOther = sql`${guests.seen} is distinct from ${JSON.stringify(seen)}::jsonb`;
  await db
    .update(guests)
    .set({ seen })
    .where(and(eq(guests.userId, userId), eq(guests.id, id), isOther));
}

/** Lists what the user's guests were sent about the user, by name. */
export async function listSeenByGuests(
  db: Database,
  userId: string,
): Promise<{ id: string; name: string; seen: SentAnswer | null }[]> {
  return db
    .select({ id: guests.id, name: guests.name, seen: guests.seen })
    .from(guests)
    .where(eq(guests.userId, userId))
    .orderBy(sql`lower(${guests.name})`, guests.id);
}

/** Lists what these friends were sent about the user, by friend. */
export async function listSeen(
  db: Database,
  userId: string,
  friendIds: readonly string[],
): Promise<Map<string, (typeof friendships.$inferSelect)['seen']>> {
  if (friendIds.length === 0) return new Map();
  const rows = await db
    .select({ friendId: friendships.userId, seen: friendships.seen })
    .from(friendships)
    .where(and(isOneOf(friendships.userId, friendIds), eq(friendships.friendId, userId)));
  return new Map(rows.map(({ friendId, seen }) => [friendId, seen]));
}
