import { AppError } from '../../errors/app-error.ts';
import { inUserTransaction, type Database, type DatabasePool, type Transaction } from '../../db/database.ts';
import type { Deps } from '../deps.ts';
import { newSecretToken } from '../../security/secret-token.ts';
import type { UserRow } from '../identity/index.ts';
import {
  countFriends,
  countSignUp,
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
}

export interface Invitation {
  inviterName: string | null;
  /** `blocked`: the viewer must first unblock the inviter. */
  standing: 'open' | 'own' | 'friends' | 'blocked';
}

type FriendsDeps = Pick<Deps, 'db' | 'clock'>;

export async function readCircle(db: Database, userId: string): Promise<Circle> {
  return { friends: await listFriends(db, userId), blocked: await listBlocked(db, userId) };
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
  await storeInvite(db, userId, { code: newSecretToken().token, createdAt: now, signUps: 0 }, expired);
  // Another request may have made it.
  const made = await findInvite(db, userId, expired);
  if (!made) throw new AppError('UNAUTHORIZED');
  return ownInvite(made);
}

export async function renewInvite({ db, clock }: FriendsDeps, userId: string): Promise<OwnInvite> {
  const invite = { code: newSecretToken().token, createdAt: clock(), signUps: 0 };
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

function expiredBy(now: Date): Date {
  return new Date(now.getTime() - INVITE_LIFETIME_MS);
}

/** Whether the code is of a valid invitation. */
export async function isInvitation(
  { db, clock }: { db: Database; clock: () => Date },
  code: string,
): Promise<boolean> {
  return (await findInviter(db, code, expiredBy(clock()))) !== undefined;
}

/** Counts an account that was created with a friend's link, for the friend to see. Unknown and expired codes count nothing. */
export async function countSignUpWith(
  { db, clock }: { db: Database; clock: () => Date },
  code: string,
): Promise<void> {
  await countSignUp(db, code, expiredBy(clock()));
}

/** The viewer may be signed out. Throws INVITE_NOT_FOUND, also if the inviter blocked the viewer. */
export async function readInvitation(
  { db, clock }: FriendsDeps,
  code: string,
  viewer: Pick<UserRow, 'id'> | null,
): Promise<Invitation> {
  const inviter = await findInviter(db, code, expiredBy(clock()));
  if (!inviter) throw new AppError('INVITE_NOT_FOUND');
  if (viewer && (await hasBlocked(db, inviter.id, viewer.id))) throw new AppError('INVITE_NOT_FOUND');
  return {
    inviterName: inviter.fullName,
    standing: viewer ? await standingOf(db, viewer.id, inviter.id) : 'open',
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

type ChangeDeps = FriendsDeps & Pick<Deps, 'queue' | 'log'>;

/**
 * Idempotent. Throws INVITE_NOT_FOUND like `readInvitation`, INVITE_IS_OWN, FRIEND_IS_BLOCKED,
 * SIGNUP_NOT_FINISHED, and TOO_MANY_FRIENDS if either has no room.
 */
export async function acceptInvitation(
  deps: ChangeDeps,
  user: Pick<UserRow, 'id' | 'signupCompleted'>,
  code: string,
): Promise<void> {
  const { db, clock } = deps;
  const expired = expiredBy(clock());
  const inviter = await findInviter(db, code, expired);
  if (!inviter) throw new AppError('INVITE_NOT_FOUND');
  if (inviter.id === user.id) throw new AppError('INVITE_IS_OWN');
  if (!user.signupCompleted) throw new AppError('SIGNUP_NOT_FINISHED');
  const pair = pairOf(user.id, inviter.id);
  await inUserTransaction(db, pair.keeperId, async (tx, keeper) => {
    if (!keeper.exists) throw new AppError(pair.keeperId === user.id ? 'UNAUTHORIZED' : 'INVITE_NOT_FOUND');
    // The code may have been replaced, or a user blocked.
    const stillInvites = (await findInvite(tx, inviter.id, expired))?.code === code;
    if (!stillInvites || (await hasBlocked(tx, inviter.id, user.id))) throw new AppError('INVITE_NOT_FOUND');
    if (await hasBlocked(tx, user.id, inviter.id)) throw new AppError('FRIEND_IS_BLOCKED');
    if (await friendsSince(tx, pair.keeperId, pair.mirrorId)) return;
    for (const id of [user.id, inviter.id]) {
      if ((await countFriends(tx, id)) >= MAX_FRIENDS) throw new AppError('TOO_MANY_FRIENDS');
    }
    await keepFriendship(deps, tx, pair, inviter.id);
  });
  const outcome = await mirrorNow(deps, pair, inviter.id);
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
 * Voids the invitations. Only friends can be blocked, so no one can probe for users. Throws FRIEND_NOT_FOUND.
 */
export async function blockFriend(deps: ChangeDeps, userId: string, friendId: string): Promise<void> {
  const pair = pairOf(userId, friendId);
  await inUserTransaction(deps.db, userId, async (tx) => {
    if (!(await friendsSince(tx, userId, friendId))) throw new AppError('FRIEND_NOT_FOUND');
    await deleteFriendship(tx, userId, friendId);
    await insertBlock(tx, userId, friendId, deps.clock());
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
