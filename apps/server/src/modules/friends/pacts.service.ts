import type { Day } from '@oinkly/domain/days';
import { displayName } from '@oinkly/domain/display-name';
import { guestWeeks } from '@oinkly/domain/guests';
import { firstWeekOfPact, MAX_PACTS, pactRun, type PactRun, type PactStanding } from '@oinkly/domain/pacts';
import { inUserTransaction, type Database, type DatabasePool } from '../../db/database.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Deps } from '../deps.ts';
import type { UserRow } from '../identity/index.ts';
import { listGuests, readKeptWeeks, type Keeper } from '../leaderboard/index.ts';
import { notifyOfPact, type NotifyDeps } from '../notifications/index.ts';
import { todayOf, zoneOf } from '../time/index.ts';
import { readTimeZone } from '../users/index.ts';
import { listFriends } from './friends.queries.ts';
import { updateGuest } from './guests.queries.ts';
import { listFriendsHalves, listOwnHalves, updateOwnHalf, type PactHalf } from './pacts.queries.ts';

/* Each friend has a half of the pact, in their own row of the friendship, and writes no other. The pact is made while both halves
   agree after the last end of either, so one friend alone can end it (PD-102). A guest writes nothing but taps, so the user alone makes and
   ends a pact with a guest, who is asked for nothing and sees nothing of it. */

export interface Pact {
  userId: string;
  name: string;
  standing: PactStanding;
  /** Null unless it is made, and while either is off the board. */
  run: PactRun | null;
  /** The Monday of the user's running week if the friend promised it, or null. */
  promisedWeek: Day | null;
}

const UNTOUCHED: PactHalf = { agreedAt: null, from: null, endedAt: null };

type PactDeps = Pick<Deps, 'clock' | 'hasGuests'> & { db: Database };

interface Halves {
  own: PactHalf;
  friends: PactHalf;
}

/**
 * Lists the user's pacts and proposals: made ones first, then by name. Call `closeDueWeeks` first. Cost: n log n in the friends, and in
 * the weeks of at most `MAX_PACTS` pacts.
 */
export async function readPacts(deps: PactDeps, user: UserRow): Promise<Pact[]> {
  const halves = await readHalves(deps.db, user.id);
  const open = [...halves].flatMap(([friendId, both]) => {
    const standing = standingOf(both);
    return standing === null ? [] : [{ friendId, standing, from: firstWeekOf(both) }];
  });
  const guests = await listPartners(deps, user.id);
  if (open.length + guests.length === 0) return [];
  const made = user.isOnBoard ? open.filter(({ standing }) => standing === 'made') : [];
  const [from] = [...made, ...guests].map((pact) => pact.from).toSorted();
  const keepers =
    from === undefined || !user.isOnBoard
      ? new Map<string, Keeper>()
      : await readKeptWeeks(
          deps,
          user,
          made.map(({ friendId }) => friendId),
          from,
        );
  const own = keepers.get(user.id);
  const runOf = ({ friendId, from }: { friendId: string; from: Day }) => {
    const theirs = keepers.get(friendId);
    return own && theirs ? pactRun(from, [own.kept, theirs.kept]) : null;
  };
  const friends = new Map((await listFriends(deps.db, user.id)).map((friend) => [friend.id, friend]));
  const withFriends = open.flatMap((pact) => {
    const friend = friends.get(pact.friendId);
    if (!friend) return [];
    const { friendId, standing } = pact;
    const promisedWeek = keepers.get(friendId)?.promisedWeek ?? null;
    return [
      { userId: friendId, name: displayName(friend.fullName), standing, run: runOf(pact), promisedWeek },
    ];
  });
  const withGuests = guests.map(({ id, name, from: since, firstWeek, taps }) => {
    const theirs = guestWeeks(firstWeek, taps, todayOf(user, deps.clock));
    const run = own ? pactRun(since, [own.kept, theirs]) : null;
    return { userId: id, name, standing: 'made' as const, run, promisedWeek: null };
  });
  return [...withFriends, ...withGuests].sort(
    (a, b) =>
      Number(b.standing === 'made') - Number(a.standing === 'made') ||
      a.name.localeCompare(b.name, 'en-US') ||
      (a.userId < b.userId ? -1 : 1),
  );
}

/** Lists the friends with whom the user has a pact that counts this week. */
export async function listPartnersIn(db: Database, userId: string, weekStart: Day): Promise<string[]> {
  return [...(await readHalves(db, userId))].flatMap(([friendId, both]) =>
    standingOf(both) === 'made' && firstWeekOf(both) <= weekStart ? [friendId] : [],
  );
}

/** Lists the guests who are in a pact with the user. */
async function listPartners({ db, hasGuests }: PactDeps, userId: string) {
  if (!hasGuests) return [];
  return (await listGuests(db, userId)).flatMap(({ pactFrom, ...guest }) =>
    pactFrom === null ? [] : [{ ...guest, from: pactFrom }],
  );
}

/**
 * Proposes a pact to a friend, or agrees to theirs; with a guest, it is made at once. Idempotent: a repetition only notifies the friend if the first try could not. Throws
 * FRIEND_NOT_FOUND, and TOO_MANY_PACTS if the user is in or has proposed `MAX_PACTS`.
 */
export async function makePact(
  deps: NotifyDeps & Pick<Deps, 'db' | 'clock' | 'hasGuests'>,
  user: UserRow,
  friendId: string,
): Promise<void> {
  const { db, clock } = deps;
  const isWithFriend = await inUserTransaction(db, user.id, async (tx) => {
    const all = await readHalves(tx, user.id);
    const partners = await listPartners({ ...deps, db: tx }, user.id);
    const both = all.get(friendId);
    if (both ? hasAgreed(both) : partners.some(({ id }) => id === friendId)) return both !== undefined;
    const now = clock();
    const isFull = [...all.values()].filter(hasAgreed).length + partners.length >= MAX_PACTS;
    if (!both) {
      const guest = deps.hasGuests && (await listGuests(tx, user.id)).find(({ id }) => id === friendId);
      if (!guest) throw new AppError('FRIEND_NOT_FOUND');
      if (isFull) throw new AppError('TOO_MANY_PACTS');
      const from = firstWeekOfPact(now, zoneOf(user), zoneOf(user));
      await updateGuest(tx, { userId: user.id, id: friendId }, { pactAgreedAt: now, pactFrom: from });
      return false;
    }
    if (isFull) throw new AppError('TOO_MANY_PACTS');
    const pactFrom = firstWeekOfPact(now, zoneOf(user), zoneOf(await readTimeZone(tx, friendId)));
    // Later than an end of the same millisecond.
    const pactAgreedAt = new Date(Math.max(now.getTime(), lastEndOf(both) + 1));
    await updateOwnHalf(tx, { userId: user.id, friendId }, { pactAgreedAt, pactFrom });
    return true;
  });
  if (!isWithFriend) return;
  await inUserTransaction(db, friendId, async (tx) => {
    const both = (await readHalves(tx, friendId)).get(user.id);
    const standing = both && standingOf(both);
    if (standing === 'received' || standing === 'made')
      await notifyOfPact(deps, tx, { userId: friendId, friendId: user.id, pact: standing });
  });
}

/** Ends a pact or a proposal, without notifying the friend (PD-102). Idempotent. Throws FRIEND_NOT_FOUND. */
export async function endPact(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  friendId: string,
): Promise<void> {
  await inUserTransaction(db, userId, async (tx) => {
    const both = (await readHalves(tx, userId)).get(friendId);
    if (!both) {
      const isGuest = await updateGuest(tx, { userId, id: friendId }, { pactAgreedAt: null, pactFrom: null });
      if (isGuest) return;
      throw new AppError('FRIEND_NOT_FOUND');
    }
    if (standingOf(both) === null) return;
    const lastAgreedAt = Math.max(
      ...[both.own, both.friends].map(({ agreedAt }) => agreedAt?.getTime() ?? 0),
    );
    const pactEndedAt = new Date(Math.max(clock().getTime(), lastAgreedAt));
    await updateOwnHalf(tx, { userId, friendId }, { pactEndedAt });
  });
}

/** Continues a guest's pact as one between friends, unless they have touched one before (PD-104). Idempotent. Throws SERVICE_UNAVAILABLE until both halves of the friendship are there. */
export async function carryPact(
  db: DatabasePool,
  [oneId, otherId]: readonly [string, string],
  half: { pactAgreedAt: Date; pactFrom: Day },
): Promise<void> {
  for (const [userId, friendId] of [
    [oneId, otherId],
    [otherId, oneId],
  ] as const) {
    await inUserTransaction(db, userId, async (tx) => {
      const all = await readHalves(tx, userId);
      const own = all.get(friendId)?.own;
      // The friendship's second row may come late.
      if (!own) throw new AppError('SERVICE_UNAVAILABLE');
      const isFull = [...all.values()].filter(hasAgreed).length >= MAX_PACTS;
      if (!isFull && own.agreedAt === null && own.endedAt === null)
        await updateOwnHalf(tx, { userId, friendId }, half);
    });
  }
}

/** By the friend's id. */
async function readHalves(db: Database, userId: string): Promise<Map<string, Halves>> {
  const own = await listOwnHalves(db, userId);
  const theirs = await listFriendsHalves(db, userId, [...own.keys()]);
  return new Map([...own].map(([id, half]) => [id, { own: half, friends: theirs.get(id) ?? UNTOUCHED }]));
}

/** Null if neither proposes. */
function standingOf({ own, friends }: Halves): PactStanding | null {
  const end = lastEndOf({ own, friends });
  const agrees = ({ agreedAt }: PactHalf) => agreedAt !== null && agreedAt.getTime() > end;
  if (agrees(own)) return agrees(friends) ? 'made' : 'proposed';
  return agrees(friends) ? 'received' : null;
}

function hasAgreed(both: Halves): boolean {
  const standing = standingOf(both);
  return standing === 'made' || standing === 'proposed';
}

function lastEndOf({ own, friends }: Halves): number {
  return Math.max(own.endedAt?.getTime() ?? 0, friends.endedAt?.getTime() ?? 0);
}

/** The later one, which is whole for both. */
function firstWeekOf({ own, friends }: Halves): Day {
  return [own.from ?? '', friends.from ?? ''].toSorted()[1] ?? '';
}
