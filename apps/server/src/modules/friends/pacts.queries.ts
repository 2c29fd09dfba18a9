import type { Day } from '@oinkly/domain/days';
import { and, eq, isNotNull, or } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { friendships } from '../../db/tables/friends.tables.ts';

/** What one of two friends said about a pact. */
export interface PactWord {
  saidAt: Date | null;
  /** Set with `saidAt`. */
  from: Day | null;
  endedAt: Date | null;
}

const word = {
  saidAt: friendships.pactSaidAt,
  from: friendships.pactFrom,
  endedAt: friendships.pactEndedAt,
};

/** Lists what the user said about a pact with each friend. */
export async function listOwnWords(db: Database, userId: string): Promise<Map<string, PactWord>> {
  const rows = await db
    .select({ friendId: friendships.friendId, ...word })
    .from(friendships)
    .where(eq(friendships.userId, userId));
  return new Map(rows.map(({ friendId, ...said }) => [friendId, said]));
}

/** Lists what these friends said about a pact with the user. Leaves out those who said nothing. */
export async function listFriendsWords(
  db: Database,
  userId: string,
  friendIds: readonly string[],
): Promise<Map<string, PactWord>> {
  if (friendIds.length === 0) return new Map();
  const rows = await db
    .select({ friendId: friendships.userId, ...word })
    .from(friendships)
    .where(
      and(
        isOneOf(friendships.userId, friendIds),
        eq(friendships.friendId, userId),
        or(isNotNull(friendships.pactSaidAt), isNotNull(friendships.pactEndedAt)),
      ),
    );
  return new Map(rows.map(({ friendId, ...said }) => [friendId, said]));
}

/** Sets what the user says about a pact with the friend. */
export async function updateWord(
  db: Database,
  { userId, friendId }: { userId: string; friendId: string },
  said: { pactSaidAt: Date; pactFrom: Day } | { pactEndedAt: Date },
): Promise<void> {
  await db
    .update(friendships)
    .set(said)
    .where(and(eq(friendships.userId, userId), eq(friendships.friendId, friendId)));
}
