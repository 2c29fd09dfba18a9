import { endpoints, type RouteName, type RouteResponse } from '@oinkly/contract/endpoints';
import { FRIENDS_CALLS, type FriendsCall, type Seen } from '@oinkly/contract/friends';
import { displayName } from '@oinkly/domain/display-name';
import type { Database } from '../../db/database.ts';
import type { friendships } from '../../db/tables/friends.tables.ts';
import type { Deps } from '../deps.ts';
import type { UserRow } from '../identity/index.ts';
import { todayOf } from '../time/index.ts';
import { listFriends } from './friends.queries.ts';
import type { OpenedGuest } from './guests.service.ts';
import { listSeen, listSeenByGuests, updateSeen, updateSeenByGuest } from './seen.queries.ts';

/* What friends and guests see of a user (PD-105): each answer is stored when it is sent, in its reader's rows of the friendships or in the
   guest's row, and deleted with them. */

/** Whom an answer describes, and what it says of one of them. */
type Reader<Answer> = (answer: Answer) => { ids: string[]; partAbout: (id: string) => unknown };

const READERS: { [Call in FriendsCall]: Reader<RouteResponse<Call>> } = {
  getLeaderboard: ({ leaderboard, kept }) => {
    const [entries, marks] = [byUser(leaderboard), byUser(kept?.users ?? [])];
    return {
      ids: [...entries.keys()],
      partAbout: (id) => ({
        leaderboard: entries.get(id),
        kept: kept && { ...kept, users: marks.get(id) ?? [] },
      }),
    };
  },
  listPacts: ({ pacts }) => {
    const known = byUser(pacts);
    return { ids: [...known.keys()], partAbout: (id) => ({ pacts: known.get(id) }) };
  },
  listFriends: ({ friends }) => {
    const known = byUser(friends);
    return { ids: [...known.keys()], partAbout: (id) => ({ friends: known.get(id) }) };
  },
};

/**
 * Stores what answers to the viewer say of each friend; most calls' say nothing. Cost: n in the friends, with one statement that writes
 * only what changed.
 */
export async function recordSeen(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Pick<UserRow, 'id' | 'timeZone'>,
  answers: readonly { name: RouteName; body: unknown }[],
): Promise<void> {
  const sentOn = todayOf(viewer, clock);
  const entries = new Map<string, (typeof friendships.$inferSelect)['seen']>();
  for (const { name, body } of answers) {
    const call = FRIENDS_CALLS.find((one) => one === name);
    if (call === undefined) continue;
    // An answer has the shape of its call.
    const { ids, partAbout } = (READERS[call] as Reader<unknown>)(body);
    for (const id of ids) {
      if (id === viewer.id) continue;
      entries.set(id, { ...entries.get(id), [call]: { sentOn, json: JSON.stringify(partAbout(id)) } });
    }
  }
  if (entries.size === 0) return;
  await updateSeen(db, {
    viewerId: viewer.id,
    friendIds: [...entries.keys()],
    entries: Array.from(entries.values(), (entry) => JSON.stringify(entry)),
  });
}

/** Stores what a guest's page says of the inviter. Call it before the page is sent. */
export async function recordSeenByGuest(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { guest, inviter }: OpenedGuest,
  page: RouteResponse<'getGuestPage'>,
): Promise<void> {
  // Its fields in the order in which they are sent.
  const { inviterName, marks } = endpoints.getGuestPage.response.encode(page);
  const users = marks.users.filter(({ isGuest }) => !isGuest);
  await updateSeenByGuest(db, guest, {
    sentOn: todayOf(inviter, clock),
    json: JSON.stringify({ inviterName, marks: { ...marks, users } }),
  });
}

/** Lists what each friend and guest was last sent about the user, by name. */
export async function readSeen(
  { db, hasGuests }: Pick<Deps, 'db' | 'hasGuests'>,
  userId: string,
): Promise<RouteResponse<'listSeen'>> {
  const guests = hasGuests ? await listSeenByGuests(db, userId) : [];
  return {
    friends: await readSeenByFriends(db, userId),
    guests: guests.map(({ id, name, seen }) => ({
      userId: id,
      name,
      answers: seen ? [{ call: 'getGuestPage' as const, ...seen }] : [],
    })),
  };
}

async function readSeenByFriends(db: Database, userId: string): Promise<Seen[]> {
  const friends = await listFriends(db, userId);
  const seenBy = await listSeen(
    db,
    userId,
    friends.map(({ id }) => id),
  );
  return friends.map(({ id, fullName }) => ({
    userId: id,
    name: displayName(fullName),
    answers: FRIENDS_CALLS.flatMap((call) => {
      const answer = seenBy.get(id)?.[call];
      return answer ? [{ call, ...answer }] : [];
    }),
  }));
}

function byUser<Row extends { userId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, ({ userId }) => userId);
}
