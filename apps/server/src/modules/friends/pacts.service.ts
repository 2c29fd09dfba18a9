import type { Day } from '@oinkly/domain/days';
import { displayName } from '@oinkly/domain/display-name';
import { firstWeekOfPact, MAX_PACTS, pactRun, type PactRun, type PactStanding } from '@oinkly/domain/pacts';
import { inUserTransaction, type Database } from '../../db/database.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Deps } from '../deps.ts';
import type { UserRow } from '../identity/index.ts';
import { readKeptWeeks } from '../leaderboard/index.ts';
import { notifyOfPact, type NotifyDeps } from '../notifications/index.ts';
import { zoneOf } from '../time/index.ts';
import { readTimeZone } from '../users/index.ts';
import { listFriends } from './friends.queries.ts';
import { listFriendsHalves, listOwnHalves, updateOwnHalf, type PactHalf } from './pacts.queries.ts';

/* Each friend has a half of the pact, in their own row of the friendship, and writes no other. The pact is made while both halves
   agree after the last end of either, so one friend alone can end it (PD-102). */

export interface Pact {
  userId: string;
  name: string;
  standing: PactStanding;
  /** Null unless it is made, and while either is off the board. */
  run: PactRun | null;
}

const UNTOUCHED: PactHalf = { agreedAt: null, from: null, endedAt: null };

interface Halves {
  own: PactHalf;
  friends: PactHalf;
}

/**
 * Lists the user's pacts and proposals: made ones first, then by name. Call `closeDueWeeks` first. Cost: n log n in the friends, and in
 * the weeks of at most `MAX_PACTS` pacts.
 */
export async function readPacts(deps: { db: Database; clock: () => Date }, user: UserRow): Promise<Pact[]> {
  const halves = await readHalves(deps.db, user.id);
  const open = [...halves].flatMap(([friendId, both]) => {
    const standing = standingOf(both);
    return standing === null ? [] : [{ friendId, standing, from: firstWeekOf(both) }];
  });
  if (open.length === 0) return [];
  const made = user.isOnBoard ? open.filter(({ standing }) => standing === 'made') : [];
  const keepers =
    made.length === 0 ? new Map<string, ReadonlyMap<Day, boolean>>() : await readKeptWeeks(deps, user, made);
  const own = keepers.get(user.id);
  const runOf = ({ friendId, from }: { friendId: string; from: Day }) => {
    const theirs = keepers.get(friendId);
    return own && theirs ? pactRun(from, [own, theirs]) : null;
  };
  const friends = new Map((await listFriends(deps.db, user.id)).map((friend) => [friend.id, friend]));
  return open
    .flatMap((pact) => {
      const friend = friends.get(pact.friendId);
      if (!friend) return [];
      const { friendId, standing } = pact;
      return [{ userId: friendId, name: displayName(friend.fullName), standing, run: runOf(pact) }];
    })
    .sort(
      (a, b) =>
        Number(b.standing === 'made') - Number(a.standing === 'made') ||
        a.name.localeCompare(b.name, 'en-US') ||
        (a.userId < b.userId ? -1 : 1),
    );
}

/**
 * Proposes a pact to a friend, or agrees to theirs. Idempotent: a repetition only notifies the friend if the first try could not. Throws
 * FRIEND_NOT_FOUND, and TOO_MANY_PACTS if the user is in or has proposed `MAX_PACTS`.
 */
export async function makePact(
  deps: NotifyDeps & Pick<Deps, 'db' | 'clock'>,
  user: UserRow,
  friendId: string,
): Promise<void> {
  const { db, clock } = deps;
  await inUserTransaction(db, user.id, async (tx) => {
    const all = await readHalves(tx, user.id);
    const both = all.get(friendId);
    if (!both) throw new AppError('FRIEND_NOT_FOUND');
    if (hasAgreed(both)) return;
    if ([...all.values()].filter(hasAgreed).length >= MAX_PACTS) throw new AppError('TOO_MANY_PACTS');
    const now = clock();
    const pactFrom = firstWeekOfPact(now, zoneOf(user), zoneOf(await readTimeZone(tx, friendId)));
    // Later than an end of the same millisecond.
    const pactAgreedAt = new Date(Math.max(now.getTime(), lastEndOf(both) + 1));
    await updateOwnHalf(tx, { userId: user.id, friendId }, { pactAgreedAt, pactFrom });
  });
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
    if (!both) throw new AppError('FRIEND_NOT_FOUND');
    if (standingOf(both) === null) return;
    const lastAgreedAt = Math.max(
      ...[both.own, both.friends].map(({ agreedAt }) => agreedAt?.getTime() ?? 0),
    );
    const pactEndedAt = new Date(Math.max(clock().getTime(), lastAgreedAt));
    await updateOwnHalf(tx, { userId, friendId }, { pactEndedAt });
  });
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
