import type { Database } from '../../db/database.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Deps } from '../deps.ts';
import { countSignUp, findInviter } from './friends.queries.ts';
import { expiredBy } from './friends.service.ts';
import { openGuestLink } from './guests.service.ts';

/** Who invited the person that a page was made for, and when at the latest. */
interface Inviting {
  inviterId: string;
  invitedAt: Date;
}

type InvitingDeps = Pick<Deps, 'clock' | 'hasGuests'> & { db: Database };

/** Finds who invites by this page: a valid invitation's, or that of a guest who is not becoming another account (PD-104). */
export async function findInviting(deps: InvitingDeps, path: string): Promise<Inviting | undefined> {
  const [, page, secret = ''] = /^\/(invite|guest)\/([^/?]+)\/?(?:\?|$)/.exec(path) ?? [];
  if (page === 'invite') {
    const inviter = await findInviter(deps.db, secret, expiredBy(deps.clock()));
    return inviter && { inviterId: inviter.id, invitedAt: deps.clock() };
  }
  return page === 'guest' ? findInvitingOfGuest(deps, secret) : undefined;
}

async function findInvitingOfGuest(deps: InvitingDeps, token: string): Promise<Inviting | undefined> {
  try {
    const { guest, inviter } = await openGuestLink(deps, token);
    return guest.claimedBy === null ? { inviterId: inviter.id, invitedAt: guest.createdAt } : undefined;
  } catch (error) {
    if (error instanceof AppError && error.code === 'GUEST_NOT_FOUND') return undefined;
    throw error;
  }
}

/** Counts an account that was created with a friend's link, for the friend to see; nothing if the link was replaced since. */
export async function countSignUpBy(
  { db, clock }: InvitingDeps,
  { inviterId, invitedAt }: Inviting,
): Promise<void> {
  await countSignUp(db, inviterId, { madeAfter: expiredBy(clock()), madeUpTo: invitedAt });
}
