import type { Day } from '@oinkly/domain/days';
import { displayName, isSameName } from '@oinkly/domain/display-name';
import { GUEST_LIFETIME_DAYS, guestWeeks, MAX_GUESTS, weekToTap } from '@oinkly/domain/guests';
import { weekStartOf } from '@oinkly/domain/weeks';
import { lte } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { inUserTransaction, type Database, type Transaction } from '../../db/database.ts';
import { deleteExpiredOfUsers } from '../../db/delete-expired.ts';
import { guests } from '../../db/tables/friends.tables.ts';
import { AppError } from '../../errors/app-error.ts';
import { hashOfToken, userOfToken, userToken, type SecretToken } from '../../security/secret-token.ts';
import type { Deps } from '../deps.ts';
import type { UserRow } from '../identity/index.ts';
import { listGuests, readGuestMarks, type KeptWeeks } from '../leaderboard/index.ts';
import { notifyOfGuest } from '../notifications/index.ts';
import { todayOf } from '../time/index.ts';
import { deleteInvite } from './friends.queries.ts';
import { befriend, inviterOf, type ChangeDeps, type Invitation } from './friends.service.ts';
import {
  claimGuest,
  deleteGuest,
  findGuest,
  findInviterById,
  insertGuest,
  insertTappedWeeks,
  listGuestNames,
  saveTap,
  updateGuest,
  type GuestRow,
  type Inviter,
} from './guests.queries.ts';
import { carryPact } from './pacts.service.ts';

/* A guest has no session: each call names the token of their link, and every change happens under the lock of the user who invited them. */

type GuestDeps = Pick<Deps, 'db' | 'clock' | 'hasGuests' | 'queue'>;

const DAY_MS = 24 * 60 * 60_000;

/** A guest and the user who invited them. */
export interface OpenedGuest {
  guest: GuestRow;
  inviter: Inviter;
}

export interface GuestPage {
  name: string;
  inviterName: string;
  marks: KeptWeeks;
  /** The Monday of the week that can be tapped now; null from Thursday on, and before the first one has ended. */
  weekToTap: Day | null;
  /** What was tapped for it; null before. */
  isKept: boolean | null;
}

/**
 * Adds a guest and returns the token of the link that is made of `secret`. If there is such a guest, because the answer was lost, they keep
 * their first name, whatever became of the invitation. `open` reads it for the guest. Throws INVITE_NOT_FOUND like `readInvitation`,
 * NOT_FOUND without guests, TOO_MANY_GUESTS, and GUEST_NAME_TAKEN.
 */
export async function joinAsGuest(
  deps: GuestDeps,
  { code, name, secret }: { code: string; name: string; secret: string },
  open: (code: string) => Promise<Invitation>,
): Promise<string> {
  const { db, clock } = deps;
  if (!deps.hasGuests) throw new AppError('NOT_FOUND');
  const joined = await findJoined(db, code, secret);
  if (joined !== null) return joined;
  // Someone with an account joins with it.
  if ((await open(code)).standing !== 'open') throw new AppError('INVITE_NOT_FOUND');
  const { inviter, stillInvites } = await inviterOf(deps, code);
  const { token, hash } = linkOf(inviter.id, secret);
  await inUserTransaction(db, inviter.id, async (tx) => {
    const now = clock();
    if (await findGuest(tx, inviter.id, hash)) return;
    const host = await findInviterById(tx, inviter.id);
    if (!host || !(await stillInvites(tx))) throw new AppError('INVITE_NOT_FOUND');
    const names = await listGuestNames(tx, host.id);
    if (names.length >= MAX_GUESTS) throw new AppError('TOO_MANY_GUESTS');
    if ([displayName(host.fullName), ...names].some((taken) => isSameName(taken, name)))
      throw new AppError('GUEST_NAME_TAKEN');
    const guestId = randomUUID();
    await insertGuest(tx, {
      userId: host.id,
      id: guestId,
      name,
      tokenHash: hash,
      firstWeek: weekStartOf(todayOf(host, clock)),
      createdAt: now,
      lastTapAt: now,
    });
    await notifyOfGuest(deps, tx, { userId: host.id, guestId });
  });
  return token;
}

/** Returns the token of the guest who joined with this secret by the user's invitation, which may be void by now; null for none. */
async function findJoined(db: Database, code: string, secret: string): Promise<string | null> {
  const inviterId = userOfToken(code);
  if (inviterId === null) return null;
  const { token, hash } = linkOf(inviterId, secret);
  return (await findGuest(db, inviterId, hash)) ? token : null;
}

/** Throws GUEST_NOT_FOUND. */
export async function openGuestLink(
  { db, hasGuests }: Pick<Deps, 'hasGuests'> & { db: Database },
  token: string,
): Promise<OpenedGuest> {
  const inviterId = hasGuests ? userOfToken(token) : null;
  const guest = inviterId === null ? undefined : await findGuest(db, inviterId, hashOfToken(token));
  const inviter = guest && (await findInviterById(db, guest.userId));
  if (!inviter) throw new AppError('GUEST_NOT_FOUND');
  return { guest, inviter };
}

export async function readGuestPage(deps: GuestDeps, { guest, inviter }: OpenedGuest): Promise<GuestPage> {
  const week = weekToTap(guest.firstWeek, todayOf(inviter, deps.clock));
  const marks = await readGuestMarks(deps, inviter, guest.id);
  const own = marks.users.find(({ isCurrentUser }) => isCurrentUser);
  // A week that can be tapped is the last one.
  const mark = own?.kept.at(-1);
  return {
    name: guest.name,
    inviterName: displayName(inviter.fullName),
    marks,
    weekToTap: week,
    isKept: week === null || mark === 'open' ? null : mark === 'kept',
  };
}

/**
 * Says whether the guest kept last week: the inviter's, whose zone ends weeks and Wednesdays for their guests, wherever they are. Throws
 * GUEST_NOT_FOUND, and WEEK_NOT_OPEN for every other week.
 */
export async function tapWeek(
  deps: GuestDeps,
  opened: OpenedGuest,
  { weekStart, isKept }: { weekStart: Day; isKept: boolean },
): Promise<void> {
  await changeGuest(deps, opened, async (tx, { userId, id, firstWeek }) => {
    if (weekStart !== weekToTap(firstWeek, todayOf(opened.inviter, deps.clock)))
      throw new AppError('WEEK_NOT_OPEN');
    await saveTap(tx, { userId, guestId: id, weekStart, isKept });
    await updateGuest(tx, { userId, id }, { lastTapAt: deps.clock() });
  });
}

/**
 * Returns the token of the link that is made of `secret`; the old one stops working. A repetition returns the same, because the answer may
 * have been lost. Throws GUEST_NOT_FOUND.
 */
export async function replaceGuestLink(
  { db, hasGuests }: Pick<Deps, 'db' | 'hasGuests'>,
  oldToken: string,
  secret: string,
): Promise<string> {
  const userId = hasGuests ? userOfToken(oldToken) : null;
  if (userId === null) throw new AppError('GUEST_NOT_FOUND');
  const { token, hash } = linkOf(userId, secret);
  await inUserTransaction(db, userId, async (tx) => {
    if (await findGuest(tx, userId, hash)) return;
    const guest = await findGuest(tx, userId, hashOfToken(oldToken));
    if (!guest) throw new AppError('GUEST_NOT_FOUND');
    await updateGuest(tx, guest, { tokenHash: hash });
  });
  return token;
}

/** Throws GUEST_NOT_FOUND. */
export async function leaveAsGuest(deps: GuestDeps, opened: OpenedGuest): Promise<void> {
  await changeGuest(deps, opened, async (tx, { userId, id }) => {
    await deleteGuest(tx, userId, id);
  });
}

/** Removes a guest and voids the invitation that they used. Throws GUEST_NOT_FOUND. */
export async function removeGuest({ db }: Pick<Deps, 'db'>, userId: string, guestId: string): Promise<void> {
  await inUserTransaction(db, userId, async (tx) => {
    const guest = await deleteGuest(tx, userId, guestId);
    if (!guest) throw new AppError('GUEST_NOT_FOUND');
    await deleteInvite(tx, userId, guest.createdAt);
  });
}

/**
 * Makes the guest's account a friend of the inviter, and takes taps and pact along (PD-104). Repeat it after a failure. Throws GUEST_NOT_FOUND,
 * also if the link is making another account a friend, and otherwise like `acceptInvitation`.
 */
export async function becomeFriend(
  deps: GuestDeps & ChangeDeps,
  user: UserRow,
  opened: OpenedGuest,
): Promise<void> {
  const { db, clock } = deps;
  const { guest, inviter } = opened;
  if (inviter.id === user.id) throw new AppError('INVITE_IS_OWN');
  if (!user.signupCompleted) throw new AppError('SIGNUP_NOT_FINISHED');
  const { pactAgreedAt, pactFrom } = await changeGuest(deps, opened, async (tx) => {
    const claimed = await claimGuest(tx, guest, user.id);
    if (!claimed) throw new AppError('GUEST_NOT_FOUND');
    return claimed;
  });
  try {
    await befriend(deps, user.id, inviter.id, async () => true);
  } catch (error) {
    // The guest may have another account, or try again.
    await updateGuest(db, guest, { claimedBy: null });
    throw error;
  }
  const known = (await listGuests(db, inviter.id)).find(({ id }) => id === guest.id);
  const weeks = guestWeeks(guest.firstWeek, known?.taps ?? new Map(), todayOf(inviter, clock), {
    canStillTap: false,
  });
  await inUserTransaction(db, user.id, (tx) => insertTappedWeeks(tx, user.id, weeks));
  if (pactAgreedAt && pactFrom) await carryPact(db, [inviter.id, user.id], { pactAgreedAt, pactFrom });
  await inUserTransaction(db, inviter.id, (tx) => deleteGuest(tx, inviter.id, guest.id));
}

/** Removes guests without a tap in `GUEST_LIFETIME_DAYS`. */
export async function removeSilentGuests(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const silentSince = new Date(clock().getTime() - GUEST_LIFETIME_DAYS * DAY_MS);
  await deleteExpiredOfUsers(db, guests, lte(guests.lastTapAt, silentSince), signal);
}

function linkOf(userId: string, secret: string): SecretToken {
  return userToken(userId, Buffer.from(secret, 'base64url'));
}

/** Throws GUEST_NOT_FOUND if the link was replaced, or the guest removed, meanwhile. */
async function changeGuest<Result>(
  { db }: Pick<Deps, 'db'>,
  { guest: { userId, tokenHash } }: OpenedGuest,
  change: (tx: Transaction, guest: GuestRow) => Promise<Result>,
): Promise<Result> {
  return inUserTransaction(db, userId, async (tx) => {
    const guest = await findGuest(tx, userId, tokenHash);
    if (!guest) throw new AppError('GUEST_NOT_FOUND');
    return change(tx, guest);
  });
}
