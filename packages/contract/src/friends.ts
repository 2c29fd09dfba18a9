import { PACT_STANDINGS } from '@oinkly/domain/pacts';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { MAX_EMAIL_LENGTH } from './limits.ts';
import { monday, storableText, success } from './primitives.ts';

/* Friends and invitations. */

const otherUser = z.object({
  userId: z.string(),
  name: z.string(),
  /** ISO 8601 */
  since: z.string(),
});

const otherUserParams = z.object({ id: z.guid() });

/** Describes both partners together, and not who missed a week (PD-101). */
const pact = z.object({
  userId: z.string(),
  name: z.string(),
  standing: z.enum(PACT_STANDINGS),
  /** Null unless made, and while either is off the board. So are the other two. */
  weeksTogether: z.int().nullable(),
  /** The Monday of the run's forgiven week; null without one. */
  forgivenWeek: z.string().nullable(),
  /** The Monday from which the run counts. */
  countsFrom: z.string().nullable(),
  /** The Monday of the user's running week if the friend promised it, or null (PD-106). */
  promisedWeek: z.string().nullable(),
});

/** The calls whose answers describe friends to each other. */
export const FRIENDS_CALLS = ['getLeaderboard', 'listPacts', 'listFriends'] as const;

export type FriendsCall = (typeof FRIENDS_CALLS)[number];

/** What a friend or guest was last sent about the user (PD-105). */
const seen = z.object({
  userId: z.string(),
  name: z.string(),
  answers: z.array(
    z.object({
      call: z.enum([...FRIENDS_CALLS, 'getGuestPage']),
      /** `YYYY-MM-DD`, in the friend's zone, or the user's for a guest, who has none. No time, which would say when the friend opened the app. */
      sentOn: z.string(),
      /** What the answer says of the user, to the byte. */
      json: z.string(),
    }),
  ),
});

const ownInvite = z.object({
  code: z.string(),
  /** ISO 8601 */
  expiresAt: z.string(),
  /** How many accounts were created with this link. */
  signUps: z.int(),
});

export const inviteParams = z.object({ code: storableText.min(1).max(128) });

export const friendsEndpoints = {
  listFriends: {
    method: 'GET',
    path: '/api/friends',
    access: 'user',
    response: z.object({
      friends: z.array(otherUser),
      blocked: z.array(otherUser),
      /** By name; their `userId` is the guest's id. */
      guests: z.array(otherUser),
    }),
  },
  endFriendship: {
    method: 'DELETE',
    path: '/api/friends/:id',
    access: 'user',
    params: otherUserParams,
    response: success,
  },
  /** Each by name. */
  listSeen: {
    method: 'GET',
    path: '/api/friends/seen',
    access: 'user',
    response: z.object({
      friends: z.array(seen),
      /** Their `userId` is the guest's id. */
      guests: z.array(seen),
    }),
  },
  /** Ends the friendship and makes all of the user's invitations invalid for the friend. */
  blockFriend: {
    method: 'POST',
    path: '/api/friends/:id/block',
    access: 'user',
    params: otherUserParams,
    response: success,
  },
  unblock: {
    method: 'DELETE',
    path: '/api/friends/:id/block',
    access: 'user',
    params: otherUserParams,
    response: success,
  },
  /** Made ones first, then by name. */
  listPacts: {
    method: 'GET',
    path: '/api/pacts',
    access: 'user',
    response: z.object({ pacts: z.array(pact) }),
  },
  /** Proposes a pact to a friend, or agrees to theirs; with a guest, it is made at once. Idempotent. */
  makePact: {
    method: 'PUT',
    path: '/api/pacts/:id',
    access: 'user',
    params: otherUserParams,
    response: success,
  },
  /** Ends a pact or a proposal, whosever it is. Idempotent. */
  endPact: {
    method: 'DELETE',
    path: '/api/pacts/:id',
    access: 'user',
    params: otherUserParams,
    response: success,
  },
  /** Says that the user means to keep the running week, named by its Monday. Idempotent, and not taken back (PD-106). */
  promiseWeek: {
    method: 'POST',
    path: '/api/promise',
    access: 'user',
    body: z.strictObject({ weekStart: monday }),
    response: success,
  },
  /** Ends the question about the running week on all devices. Idempotent; no one else sees it (PD-106). */
  declineWeek: {
    method: 'POST',
    path: '/api/promise/decline',
    access: 'user',
    body: z.strictObject({ weekStart: monday }),
    response: success,
  },
  /** The promise by the link in a Monday mail, which names user and week, without a session. */
  promiseWeekByMail: {
    method: 'POST',
    path: '/api/promises/:token',
    access: 'anyone',
    params: z.object({ token: storableText.min(1).max(200) }),
    response: success,
  },
  /** The code of the user's own invitation link `/invite/{code}`. */
  getInvite: { method: 'GET', path: '/api/invite', access: 'user', response: ownInvite },
  replaceInvite: { method: 'POST', path: '/api/invite', access: 'user', response: ownInvite },
  /** Sends the user's own invitation to an email. */
  mailInvite: {
    method: 'POST',
    path: '/api/invite/mail',
    access: 'user',
    body: z.strictObject({ to: z.email().max(MAX_EMAIL_LENGTH) }),
    response: success,
  },
  getInvitation: {
    method: 'GET',
    path: '/api/invites/:code',
    access: 'anyone',
    params: inviteParams,
    response: z.object({
      inviterName: z.string(),
      /** `blocked` means by the viewer. */
      standing: z.enum(['open', 'own', 'friends', 'blocked']),
      /** Whether one can join without an account. */
      takesGuests: z.boolean(),
      /** Whether people can create accounts here. */
      takesAccounts: z.boolean(),
    }),
  },
  /** Idempotent. */
  acceptInvitation: {
    method: 'POST',
    path: '/api/invites/:code/accept',
    access: 'user',
    params: inviteParams,
    response: success,
  },
} as const satisfies Record<string, Endpoint>;

export type OtherUser = z.output<typeof otherUser>;
export type Pact = z.output<typeof pact>;
export type Seen = z.output<typeof seen>;
export type SeenAnswer = Seen['answers'][number];
