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
  type PersonRow,
} from './friends.queries.ts';

/** More friends than anybody compares themselves with; a board stays one that can be read. */
const MAX_FRIENDS = 200;

/** How long an invitation can be accepted (PD-27). */
const INVITE_LIFETIME_MS = 30 * 24 * 60 * 60_000;

/** A user's circle. */
export interface Circle {
  friends: PersonRow[];
  blocked: PersonRow[];
}

/** An invitation as its viewer sees it. */
export interface Invitation {
  inviterName: string | null;
  /** `open`: it can be accepted; `blocked`: the viewer blocked the inviter and must unblock them first. */
  standing: 'open' | 'own' | 'friends' | 'blocked';
}

type FriendsDeps = Pick<Deps, 'db' | 'clock'>;

/** A user's friends, and whom they have blocked. */
export async function readCircle(db: Database, userId: string): Promise<Circle> {
  return { friends: await listFriends(db, userId), blocked: await listBlocked(db, userId) };
}

/** A user's invitation. */
export interface OwnInvite {
  code: string;
  expiresAt: Date;
}

/** Returns the user's invitation; one that has expired is renewed with another code. */
export async function readInvite({ db, clock }: FriendsDeps, userId: string): Promise<OwnInvite> {
  const now = clock();
  const expired = expiredBy(now);
  const known = await findInvite(db, userId, expired);
  if (known) return ownInvite(known);
  await replaceInvite(db, { userId, code: newSecretToken().token, createdAt: now }, expired);
  // Of two requests at once, one has made it.
  const made = await findInvite(db, userId, expired);
  if (!made) throw new AppError('UNAUTHORIZED');
  return ownInvite(made);
}

/** Makes a user's invitation void and gives them a new one. Friends stay friends. */
export async function renewInvite({ db, clock }: FriendsDeps, userId: string): Promise<OwnInvite> {
  const invite = { code: newSecretToken().token, createdAt: clock() };
  await replaceInvite(db, { userId, ...invite }, invite.createdAt);
  return ownInvite(invite);
}

function ownInvite({ code, createdAt }: InviteRow): OwnInvite {
  return { code, expiresAt: new Date(createdAt.getTime() + INVITE_LIFETIME_MS) };
}

/** Invitations made up to this instant have expired. */
function expiredBy(now: Date): Date {
  return new Date(now.getTime() - INVITE_LIFETIME_MS);
}

/**
 * What an invitation is to whoever looks at it, who may be signed out. Throws INVITE_NOT_FOUND when it is void or has expired, and just so
 * for a user whom the inviter has blocked.
 */
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
 * Makes a user and whoever invites them friends of each other; accepted once more, nothing changes. Throws INVITE_NOT_FOUND like
 * `readInvitation`, INVITE_IS_OWN, FRIEND_IS_BLOCKED, SIGNUP_NOT_FINISHED for a newcomer, and TOO_MANY_FRIENDS when one of both has
 * no room.
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
    // Both users are locked now. Before that, the code may have been replaced, or one may have blocked the other.
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

/** Ends a friendship for both. The user's invitation that the friend used becomes void. Throws FRIEND_NOT_FOUND when there is none. */
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
 * Ends a friendship and makes every invitation of the user void for that one. Only a friend can be blocked, so that nobody can be asked
 * after. Throws FRIEND_NOT_FOUND.
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

/** Takes a block back; a friend is that one only by a new invitation. Throws FRIEND_NOT_FOUND when there is none. */
export async function unblock(db: Database, userId: string, blockedId: string): Promise<void> {
  if (!(await deleteBlock(db, userId, blockedId))) throw new AppError('FRIEND_NOT_FOUND');
}
