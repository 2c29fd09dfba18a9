import type { Day } from '@oinkly/domain/days';
import { and, eq, isNotNull, or } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { friendships } from '../../db/tables/friends.tables.ts';

/** One friend's half of a pact. */
export interface PactHalf {
  agreedAt: Date | null;
  /** The Monday of the first week that can count; set with `agreedAt`. */
  from: Day | null;
  endedAt: Date | null;
}

const half = {
  agreedAt: friendships.pactAgreedAt,
  from: friendships.pactFrom,
  endedAt: friendships.pactEndedAt,
};

/** Lists the user's half of a pact with each friend. */
export async function listOwnHalves(db: Database, userId: string): Promise<Map<string, PactHalf>> {
  const rows = await db
    .select({ friendId: friendships.friendId, ...half })
    .from(friendships)
    .where(eq(friendships.userId, userId));
  return new Map(rows.map(({ friendId, ...own }) => [friendId, own]));
}

/** Lists the halves of these friends in pacts with the user, without those that they never touched. */
export async function listFriendsHalves(
  db: Database,
  userId: string,
  friendIds: readonly string[],
): Promise<Map<string, PactHalf>> {
  if (friendIds.length === 0) return new Map();
  const rows = await db
    .select({ friendId: friendships.userId, ...half })
    .from(friendships)
    .where(
      and(
        isOneOf(friendships.userId, friendIds),
        eq(friendships.friendId, userId),
        or(isNotNull(friendships.pactAgreedAt), isNotNull(friendships.pactEndedAt)),
      ),
    );
  return new Map(rows.map(({ friendId, ...theirs }) => [friendId, theirs]));
}

/** Updates the user's half of a pact with the friend. */
export async function updateOwnHalf(
  db: Database,
  { userId, friendId }: { userId: string; friendId: string },
  change: { pactAgreedAt: Date; pactFrom: Day } | { pactEndedAt: Date },
): Promise<void> {
  await db
    .update(friendships)
    .set(change)
    .where(and(eq(friendships.userId, userId), eq(friendships.friendId, friendId)));
}
