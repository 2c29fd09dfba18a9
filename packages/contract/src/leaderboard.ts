import { WEEK_MARKS } from '@oinkly/domain/kept-weeks';
import { JOINING_EXPENSES, PRIZES } from '@oinkly/domain/ranking';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { day, success } from './primitives.ts';

/* The board and the last week. */

const leaderboardEntry = z.object({
  rank: z.number(),
  name: z.string(),
  userId: z.string(),
  isCurrentUser: z.boolean(),
  positionChange: z.number(),
  /** A sentence for the current user; empty for others. Its only markup is `<strong>` and `<em>`. */
  status: z.string(),
  /** Only for users within their budget (D-13). */
  prize: z.enum(PRIZES).nullable(),
  /** Which expense brings the user back into the ranks; null for the ranked ones. */
  joinsWith: z.enum(JOINING_EXPENSES).nullable(),
});

const unreachableFriend = z.object({ userId: z.string(), name: z.string() });

/** Who kept which of the last closed weeks (PD-76): no amounts and no ranks. */
export const keptWeeks = z.object({
  /** Mondays, oldest first. */
  weekStarts: z.array(z.string()),
  /** The viewer first, then friends and guests by name. */
  users: z.array(
    z.object({
      name: z.string(),
      userId: z.string(),
      isCurrentUser: z.boolean(),
      /** Without an account (PD-103). */
      isGuest: z.boolean(),
      /** The Monday of the viewer's running week if they promised it, or null (PD-106). */
      promisedWeek: z.string().nullable(),
      /** One per week. `missed` may also mean that the user was absent or entered nothing. */
      kept: z.array(z.enum(WEEK_MARKS)),
    }),
  ),
});

/** The recap (PD-24, PD-74): news until dismissed, and again after the bank's correction. */
const lastWeek = z.object({
  /** `YYYY-MM-DD` */
  weekStart: z.string(),
  /** Dollars. */
  budget: z.number(),
  spent: z.number(),
  /** What went well, without amounts; null for a week that closed late. */
  highlight: z.string().nullable(),
  /** The closed weeks under budget since the user first set one here and had an expense (PD-89). */
  weeksUnderInAll: z.number(),
  corrected: z.boolean(),
  /** Dismissed, perhaps before a correction. */
  seenBefore: z.boolean(),
  dismissed: z.boolean(),
});

export const leaderboardEndpoints = {
  getLeaderboard: {
    method: 'GET',
    path: '/api/leaderboard',
    access: 'user',
    response: z.object({
      leaderboard: z.array(leaderboardEntry),
      /** Friends whose data can't be read now, because their database server is down; absent without any. */
      unreachable: z.array(unreachableFriend).optional(),
      /** Null if the viewer sees ranks, or has no friends on the board. */
      kept: keptWeeks.nullable(),
      /** The Monday of the week that the viewer is asked to promise; null if there is none (PD-106). */
      weekToPromise: z.string().nullable(),
      /** Whether to offer notifications: there is something to report, and the user never chose. */
      offersNote: z.boolean(),
      lastWeek: lastWeek.nullable(),
    }),
  },
  dismissLastWeek: {
    method: 'POST',
    path: '/api/leaderboard/weeks/:week/seen',
    access: 'user',
    params: z.object({ week: day }),
    response: success,
  },
} as const satisfies Record<string, Endpoint>;

export type LeaderboardEntry = z.output<typeof leaderboardEntry>;
export type UnreachableFriend = z.output<typeof unreachableFriend>;
export type KeptWeeks = z.output<typeof keptWeeks>;
export type LastWeek = z.output<typeof lastWeek>;
