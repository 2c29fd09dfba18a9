import { AppError } from '../../app-error.ts';
import { inTransactionOfUsers, inUserTransaction, type Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { newSecretToken } from '../../secret-token.ts';
import type { UserRow } from '../identity/index.ts';
import { notifyOfFriend } from '../notifications/index.ts';
import {
  areFriends,
  countFriends,
  deleteBlock,
  deleteFriendship,
  deleteInvite,
  findInvite,
  findInviter,
  hasBlocked,
  insertBlock,
  insertFriendship,
  listBlocked,
  listFriends,
  markFriendsAdded,
  replaceInvite,
  type InviteRow,
  type OtherUserRow,
} from './friends.queries.ts';

/** Enough, and few enough to keep a board readable. */
const MAX_FRIENDS = 200;

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
}

export async function readInvite({ db, clock }: FriendsDeps, userId: string): Promise<OwnInvite> {
  const now = clock();
  const expired = expiredBy(now);
  const known = await findInvite(db, userId, expired);
  if (known) return ownInvite(known);
  await replaceInvite(db, { userId, code: newSecretToken().token, createdAt: now }, expired);
  // Another request may have made it.
  const made = await findInvite(db, userId, expired);
  if (!made) throw new AppError('UNAUTHORIZED');
  return ownInvite(made);
}

export async function renewInvite({ db, clock }: FriendsDeps, userId: string): Promise<OwnInvite> {
  const invite = { code: newSecretToken().token, createdAt: clock() };
  await replaceInvite(db, { userId, ...invite }, invite.createdAt);
  return ownInvite(invite);
}

function ownInvite({ code, createdAt }: InviteRow): OwnInvite {
  return { code, expiresAt: new Date(createdAt.getTime() + INVITE_LIFETIME_MS) };
}

function expiredBy(now: Date): Date {
  return new Date(now.getTime() - INVITE_LIFETIME_MS);
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
  if (await areFriends(db, viewerId, inviterId)) return 'friends';
  return (await hasBlocked(db, viewerId, inviterId)) ? 'blocked' : 'open';
}

/**
 * Idempotent. Throws INVITE_NOT_FOUND like `readInvitation`, INVITE_IS_OWN, FRIEND_IS_BLOCKED,
 * SIGNUP_NOT_FINISHED, and TOO_MANY_FRIENDS if either has no room.
 */
export async function acceptInvitation(
  deps: FriendsDeps & Pick<Deps, 'queue'>,
  user: Pick<UserRow, 'id' | 'signupCompleted'>,
  code: string,
): Promise<void> {
  const { db, clock } = deps;
  const expired = expiredBy(clock());
  const inviter = await findInviter(db, code, expired);
  if (!inviter) throw new AppError('INVITE_NOT_FOUND');
  if (inviter.id === user.id) throw new AppError('INVITE_IS_OWN');
  if (!user.signupCompleted) throw new AppError('SIGNUP_NOT_FINISHED');
  await inTransactionOfUsers(db, [user.id, inviter.id], async (tx) => {
    // The code may have been replaced, or a user blocked.
    const stillInvites = (await findInvite(tx, inviter.id, expired))?.code === code;
    if (!stillInvites || (await hasBlocked(tx, inviter.id, user.id))) throw new AppError('INVITE_NOT_FOUND');
    if (await hasBlocked(tx, user.id, inviter.id)) throw new AppError('FRIEND_IS_BLOCKED');
    if (await areFriends(tx, user.id, inviter.id)) return;
    const counts = await countFriends(tx, [user.id, inviter.id]);
    if ([...counts.values()].some((count) => count >= MAX_FRIENDS)) throw new AppError('TOO_MANY_FRIENDS');
    await insertFriendship(tx, user.id, inviter.id, clock());
    await markFriendsAdded(tx, [user.id, inviter.id]);
    await notifyOfFriend(deps, tx, { userId: inviter.id, friendId: user.id });
  });
}

/** Ends a friendship and voids the friend's invitation. Throws FRIEND_NOT_FOUND. */
export async function endFriendship(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  friendId: string,
): Promise<void> {
  await inUserTransaction(db, userId, async (tx) => {
    const since = await removeFriend(tx, userId, friendId);
    await deleteInvite(tx, userId, since);
  });
}

async function removeFriend(tx: Database, userId: string, friendId: string): Promise<Date> {
  const since = await deleteFriendship(tx, userId, friendId);
  if (!since) throw new AppError('FRIEND_NOT_FOUND');
  return since;
}

/**
 * Voids the invitations. Only friends can be blocked, so no one can probe for users. Throws FRIEND_NOT_FOUND.
 */
export async function blockFriend(
  { db, clock }: FriendsDeps,
  userId: string,
  friendId: string,
): Promise<void> {
  await inUserTransaction(db, userId, async (tx) => {
    await removeFriend(tx, userId, friendId);
    await insertBlock(tx, userId, friendId, clock());
  });
}

/** Friendship needs a new invitation. Throws FRIEND_NOT_FOUND. */
export async function unblock(db: Database, userId: string, blockedId: string): Promise<void> {
  if (!(await deleteBlock(db, userId, blockedId))) throw new AppError('FRIEND_NOT_FOUND');
}
