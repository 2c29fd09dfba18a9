import { MAX_GUESTS } from '@oinkly/domain/guests';
import { AppError } from '../../errors/app-error.ts';
import { inUserTransaction, type Database, type DatabasePool, type Transaction } from '../../db/database.ts';
import type { Deps } from '../deps.ts';
import { newUserToken } from '../../security/secret-token.ts';
import type { UserRow } from '../identity/index.ts';
import { listGuests, type Guest } from '../leaderboard/index.ts';
import { countGuests } from './guests.queries.ts';
import {
  countFriends,
  deleteBlock,
  deleteFriendship,
  deleteInvite,
  deleteMentions,
  findInvite,
  findInviter,
  friendsSince,
  hasBlocked,
  insertBlock,
  listBlocked,
  listFriends,
  replaceInvite,
  type InviteRow,
  type OtherUserRow,
} from './friends.queries.ts';
import {
  keepFriendship,
  MAX_FRIENDS,
  mirrorFriendship,
  pairOf,
  queueMirror,
  type FriendPair,
  type MirrorOutcome,
} from './friendship-rows.ts';

const INVITE_LIFETIME_MS = 30 * 24 * 60 * 60_000;

export interface Circle {
  friends: OtherUserRow[];
  blocked: OtherUserRow[];
  guests: Guest[];
}

export interface Invitation {
  inviterName: string | null;
  /** `blocked`: the viewer must first unblock the inviter. */
  standing: 'open' | 'own' | 'friends' | 'blocked';
  /** Whether one can join without an account. */
  takesGuests: boolean;
}

type FriendsDeps = Pick<Deps, 'db' | 'clock'>;

export async function readCircle(
  { db, hasGuests }: { db: Database; hasGuests: boolean },
  userId: string,
): Promise<Circle> {
  const guests = hasGuests ? await listGuests(db, userId) : [];
  return {
    friends: await listFriends(db, userId),
    blocked: await listBlocked(db, userId),
    guests: guests.toSorted((a, b) => a.name.localeCompare(b.name, 'en-US')),
  };
}

export interface OwnInvite {
  code: string;
  expiresAt: Date;
  /** Accounts created with this link. */
  signUps: number;
}

export async function readInvite({ db, clock }: FriendsDeps, userId: string): Promise<OwnInvite> {
  const now = clock();
  const expired = expiredBy(now);
  const known = await findInvite(db, userId, expired);
  if (known) return ownInvite(known);
  await storeInvite(db, userId, { code: newUserToken(userId).token, createdAt: now, signUps: 0 }, expired);
  // Another request may have made it.
  const made = await findInvite(db, userId, expired);
  if (!made) throw new AppError('UNAUTHORIZED');
  return ownInvite(made);
}

export async function renewInvite({ db, clock }: FriendsDeps, userId: string): Promise<OwnInvite> {
  const invite = { code: newUserToken(userId).token, createdAt: clock(), signUps: 0 };
  await storeInvite(db, userId, invite, invite.createdAt);
  return ownInvite(invite);
}

/** Throws UNAUTHORIZED if the user was deleted. */
async function storeInvite(
  db: DatabasePool,
  userId: string,
  invite: InviteRow,
  madeUpTo: Date,
): Promise<void> {
  await inUserTransaction(db, userId, async (tx, user) => {
    if (!user.exists) throw new AppError('UNAUTHORIZED');
    await replaceInvite(tx, { userId, ...invite }, madeUpTo);
  });
}

function ownInvite({ code, createdAt, signUps }: InviteRow): OwnInvite {
  return { code, expiresAt: new Date(createdAt.getTime() + INVITE_LIFETIME_MS), signUps };
}

/** Invitations made up to then have expired. */
export function expiredBy(now: Date): Date {
  return new Date(now.getTime() - INVITE_LIFETIME_MS);
}

/** The viewer may be signed out. Throws INVITE_NOT_FOUND, also if the inviter blocked the viewer. */
export async function readInvitation(
  { db, clock, hasGuests }: FriendsDeps & Pick<Deps, 'hasGuests'>,
  code: string,
  viewer: Pick<UserRow, 'id'> | null,
): Promise<Invitation> {
  const inviter = await findInviter(db, code, expiredBy(clock()));
  if (!inviter) throw new AppError('INVITE_NOT_FOUND');
  if (viewer && (await hasBlocked(db, inviter.id, viewer.id))) throw new AppError('INVITE_NOT_FOUND');
  return {
    inviterName: inviter.fullName,
    standing: viewer ? await standingOf(db, viewer.id, inviter.id) : 'open',
    takesGuests: hasGuests && viewer === null && (await countGuests(db, inviter.id)) < MAX_GUESTS,
  };
}

async function standingOf(
  db: Database,
  viewerId: string,
  inviterId: string,
): Promise<Invitation['standing']> {
  if (viewerId === inviterId) return 'own';
  if (await friendsSince(db, viewerId, inviterId)) return 'friends';
  return (await hasBlocked(db, viewerId, inviterId)) ? 'blocked' : 'open';
}

export type ChangeDeps = FriendsDeps & Pick<Deps, 'queue' | 'log'>;

/**
 * Idempotent. Throws INVITE_NOT_FOUND like `readInvitation`, INVITE_IS_OWN, FRIEND_IS_BLOCKED,
 * SIGNUP_NOT_FINISHED, and TOO_MANY_FRIENDS if either has no room.
 */
export async function acceptInvitation(
  deps: ChangeDeps,
  user: Pick<UserRow, 'id' | 'signupCompleted'>,
  code: string,
): Promise<void> {
  const { inviter, stillInvites } = await inviterOf(deps, code);
  if (inviter.id === user.id) throw new AppError('INVITE_IS_OWN');
  if (!user.signupCompleted) throw new AppError('SIGNUP_NOT_FINISHED');
  await befriend(deps, user.id, inviter.id, stillInvites);
}

/** `stillInvites` says later, under a lock, whether the code is still valid. Throws INVITE_NOT_FOUND. */
export async function inviterOf(
  { db, clock }: { db: Database; clock: () => Date },
  code: string,
): Promise<{ inviter: { id: string }; stillInvites: (tx: Transaction) => Promise<boolean> }> {
  const expired = expiredBy(clock());
  const inviter = await findInviter(db, code, expired);
  if (!inviter) throw new AppError('INVITE_NOT_FOUND');
  return {
    inviter,
    stillInvites: async (tx) => (await findInvite(tx, inviter.id, expired))?.code === code,
  };
}

/** Makes two users friends. Idempotent. Throws like `acceptInvitation`. */
export async function befriend(
  deps: ChangeDeps,
  userId: string,
  inviterId: string,
  stillInvites: (tx: Transaction) => Promise<boolean>,
): Promise<void> {
  const pair = pairOf(userId, inviterId);
  await inUserTransaction(deps.db, pair.keeperId, async (tx, keeper) => {
    if (!keeper.exists) throw new AppError(pair.keeperId === userId ? 'UNAUTHORIZED' : 'INVITE_NOT_FOUND');
    // The code may have been replaced, or a user blocked.
    if (!(await stillInvites(tx)) || (await hasBlocked(tx, inviterId, userId)))
      throw new AppError('INVITE_NOT_FOUND');
    if (await hasBlocked(tx, userId, inviterId)) throw new AppError('FRIEND_IS_BLOCKED');
    if (await friendsSince(tx, pair.keeperId, pair.mirrorId)) return;
    for (const id of [userId, inviterId]) {
      if ((await countFriends(tx, id)) >= MAX_FRIENDS) throw new AppError('TOO_MANY_FRIENDS');
    }
    await keepFriendship(deps, tx, pair, inviterId);
  });
  const outcome = await mirrorNow(deps, pair, inviterId);
  if (outcome === 'full') throw new AppError('TOO_MANY_FRIENDS');
  if (outcome === 'refused') throw new AppError('INVITE_NOT_FOUND');
}

/** Ends a friendship and voids the invitation that the friend used. Throws FRIEND_NOT_FOUND. */
export async function endFriendship(deps: ChangeDeps, userId: string, friendId: string): Promise<void> {
  const pair = pairOf(userId, friendId);
  await inUserTransaction(deps.db, pair.keeperId, async (tx) => {
    const since = await friendsSince(tx, userId, friendId);
    if (!since) throw new AppError('FRIEND_NOT_FOUND');
    await deleteFriendship(tx, pair.keeperId, pair.mirrorId);
    await deleteInvite(tx, userId, since);
    await queueMirror(deps, tx, pair);
  });
  await mirrorNow(deps, pair);
}

/**
 * Voids the invitation. Only friends can be blocked, so no one can probe for users. Throws FRIEND_NOT_FOUND.
 */
export async function blockFriend(deps: ChangeDeps, userId: string, friendId: string): Promise<void> {
  const pair = pairOf(userId, friendId);
  await inUserTransaction(deps.db, userId, async (tx) => {
    if (!(await friendsSince(tx, userId, friendId))) throw new AppError('FRIEND_NOT_FOUND');
    await deleteFriendship(tx, userId, friendId);
    await insertBlock(tx, userId, friendId, deps.clock());
    // Signed out, they could join with it as a guest.
    await deleteInvite(tx, userId);
    await queueMirror(deps, tx, pair);
  });
  await mirrorNow(deps, pair);
}

/** Ends a block; friendship needs a new invitation. Throws FRIEND_NOT_FOUND. */
export async function unblock(deps: ChangeDeps, userId: string, blockedId: string): Promise<void> {
  if (!(await hasBlocked(deps.db, userId, blockedId))) throw new AppError('FRIEND_NOT_FOUND');
  // A friendship that is still ending would come back.
  await mirrorFriendship(deps, { ...pairOf(userId, blockedId), inviterId: null });
  await deleteBlock(deps.db, userId, blockedId);
}

/** Deletes the user's invitation, and queues `forgetDeletedUser` at the commit. */
export async function leaveFriends(
  { queue }: Pick<Deps, 'queue'>,
  tx: Transaction,
  userId: string,
): Promise<void> {
  await deleteInvite(tx, userId);
  await queue.send('forget-deleted-user', { deletedUserId: userId }, { tx });
}

/** Deletes a deleted user from other users' friends and blocks. Idempotent. */
export async function forgetDeletedUser({ db }: { db: Database }, userId: string): Promise<void> {
  await deleteMentions(db, userId);
}

/** The second step, at once. If it fails, the job does it. */
async function mirrorNow(
  deps: ChangeDeps,
  pair: FriendPair,
  inviterId: string | null = null,
): Promise<MirrorOutcome> {
  try {
    return await mirrorFriendship(deps, { ...pair, inviterId });
  } catch (error) {
    deps.log.warn({ err: error }, "a friendship's second row is written later");
    return 'equal';
  }
}
