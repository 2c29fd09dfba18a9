import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { keptWeeks } from './leaderboard.ts';
import { inviteParams } from './friends.ts';
import { monday, storableText, success, userName } from './primitives.ts';

/* Guests: people without an account in a user's circle (PD-103). The token of a guest's link is their only right. */

const guestParams = z.object({ token: storableText.min(1).max(128) });

const guestLink = z.object({ token: z.string() });

/** 32 random bytes in base64url, of which the link is made: a repetition with the same ones answers with the same link. */
const secret = z.string().regex(/^[\w-]{43}$/);

const guestPage = z.object({
  name: z.string(),
  inviterName: z.string(),
  /** Of the inviter and their guests: no amounts and no ranks. Ids hold for this answer only. */
  marks: keptWeeks,
  /** The Monday of the week that can be tapped now; null from Thursday on, and before the first one has ended. */
  weekToTap: z.string().nullable(),
  /** What was tapped for it; null before. */
  kept: z.boolean().nullable(),
  /** Whether people can create accounts here. */
  takesAccounts: z.boolean(),
});

export const guestsEndpoints = {
  joinAsGuest: {
    method: 'POST',
    path: '/api/invites/:code/guest',
    access: 'anyone',
    params: inviteParams,
    body: z.strictObject({ name: userName, secret }),
    response: guestLink,
  },
  getGuestPage: {
    method: 'GET',
    path: '/api/guest-pages/:token',
    access: 'anyone',
    params: guestParams,
    response: guestPage,
  },
  /** Says whether the guest kept last week: once or again, until Wednesday. */
  tapWeek: {
    method: 'PUT',
    path: '/api/guest-pages/:token/weeks/:week',
    access: 'anyone',
    params: guestParams.extend({ week: monday }),
    body: z.strictObject({ kept: z.boolean() }),
    response: success,
  },
  /** The old link stops working. Idempotent. */
  replaceGuestLink: {
    method: 'POST',
    path: '/api/guest-pages/:token/link',
    access: 'anyone',
    params: guestParams,
    body: z.strictObject({ secret }),
    response: guestLink,
  },
  leaveAsGuest: {
    method: 'DELETE',
    path: '/api/guest-pages/:token',
    access: 'anyone',
    params: guestParams,
    response: success,
  },
  /** Makes the user a friend of the inviter, and takes the guest's taps and pact along (PD-104). */
  becomeFriend: {
    method: 'POST',
    path: '/api/guest-pages/:token/account',
    access: 'user',
    params: guestParams,
    response: success,
  },
  removeGuest: {
    method: 'DELETE',
    path: '/api/guests/:id',
    access: 'user',
    params: z.object({ id: z.guid() }),
    response: success,
  },
} as const satisfies Record<string, Endpoint>;

export type GuestPage = z.output<typeof guestPage>;
