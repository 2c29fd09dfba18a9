import { inUserTransaction, type Transaction } from '../../db/database.ts';
import type { Deps } from '../deps.ts';
import type { Jobs } from '../../jobs/job-list.ts';
import { notifyOfFriend } from '../notifications/index.ts';
import {
  countFriends,
  deleteFriendship,
  friendsSince,
  hasBlocked,
  insertFriendship,
  markFriendsAdded,
} from './friends.queries.ts';

/* The two rows of a friendship may be on two servers. Every change is made to the keeper's row; the mirror's row then follows it
   (ADR 36). Each step locks one user. */

/** Enough, and few enough to keep a board readable. */
export const MAX_FRIENDS = 200;

/** How long the job leaves the second step to the request. */
const MIRROR_AFTER_S = 10;

export type FriendPair = Pick<Jobs['mirror-friendship'], 'keeperId' | 'mirrorId'>;

/** `refused`: the mirror blocked the keeper or was deleted. */
export type MirrorOutcome = 'equal' | 'full' | 'refused';

type MirrorDeps = Pick<Deps, 'db' | 'clock' | 'queue'>;

export function pairOf(oneId: string, otherId: string): FriendPair {
  return oneId < otherId ? { keeperId: oneId, mirrorId: otherId } : { keeperId: otherId, mirrorId: oneId };
}

/** Queues the second step at the commit of the first. */
export async function queueMirror(
  { queue }: Pick<Deps, 'queue'>,
  tx: Transaction,
  pair: FriendPair,
  inviterId: string | null = null,
): Promise<void> {
  await queue.send('mirror-friendship', { ...pair, inviterId }, { tx, startAfterSeconds: MIRROR_AFTER_S });
}

/** Adds the keeper's row to a friendship that begins. */
export async function keepFriendship(
  deps: MirrorDeps,
  tx: Transaction,
  pair: FriendPair,
  inviterId: string,
): Promise<void> {
  const { keeperId, mirrorId } = pair;
  await insertFriendship(tx, keeperId, mirrorId, deps.clock());
  await markFriendsAdded(tx, keeperId);
  if (inviterId === keeperId) await notifyOfFriend(deps, tx, { userId: keeperId, friendId: mirrorId });
  await queueMirror(deps, tx, pair, inviterId);
}

/** Makes the mirror's row equal to the keeper's. Idempotent. If it can't exist, the keeper's is deleted too. */
export async function mirrorFriendship(
  deps: MirrorDeps,
  { keeperId, mirrorId, inviterId }: Jobs['mirror-friendship'],
): Promise<MirrorOutcome> {
  const { db } = deps;
  const { since, outcome } = await inUserTransaction(db, mirrorId, async (tx, mirror) => {
    const kept = await friendsSince(tx, keeperId, mirrorId);
    const found = (what: MirrorOutcome) => ({ since: kept, outcome: what });
    if (!kept || !mirror.exists || (await hasBlocked(tx, mirrorId, keeperId))) {
      await deleteFriendship(tx, mirrorId, keeperId);
      return found(kept ? 'refused' : 'equal');
    }
    const mirrored = await friendsSince(tx, mirrorId, keeperId);
    // Of an earlier friendship between them, whose pact ended with it.
    if (mirrored && mirrored.getTime() !== kept.getTime()) await deleteFriendship(tx, mirrorId, keeperId);
    if (mirrored?.getTime() !== kept.getTime()) {
      if ((await countFriends(tx, mirrorId)) >= MAX_FRIENDS) return found('full');
      await insertFriendship(tx, mirrorId, keeperId, kept);
      await markFriendsAdded(tx, mirrorId);
    }
    if (inviterId === mirrorId) await notifyOfFriend(deps, tx, { userId: mirrorId, friendId: keeperId });
    return found('equal');
  });
  if (since && outcome !== 'equal')
    await inUserTransaction(db, keeperId, (tx) => deleteFriendship(tx, keeperId, mirrorId, since));
  return outcome;
}
