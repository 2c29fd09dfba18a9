import { BANK_REPAIRS } from '@oinkly/domain/bank-reading';
import { BOARD_VIEWS } from '@oinkly/domain/kept-weeks';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { MAX_AMOUNT_DOLLARS, success, timeZone, userName, weeklyBudgetDollars } from './primitives.ts';

/* Who the user is, how they logged in, and their settings. */

/** What Home says about a bank (PD-84, PD-85). */
const userBank = z.object({
  provider: z.string(),
  itemId: z.string(),
  name: z.string(),
  /** The last successful sync, in ISO 8601; null before the first. */
  lastReadAt: z.string().nullable(),
  linkedAt: z.string(),
  /** Null after a successful sync that could read every account. */
  problem: z
    .object({
      /** The bank, or one of the banks behind the connection. */
      name: z.string(),
      message: z.string(),
      /** False if waiting may help. */
      needsOwner: z.boolean(),
      repair: z.enum(BANK_REPAIRS).nullable(),
    })
    .nullable(),
});

const user = z.object({
  id: z.string(),
  fullName: z.string().nullable(),
  email: z.string(),
  /** Until then, it gets no recap, and no invitation is mailed in its name. */
  emailConfirmed: z.boolean(),
  /** Whole dollars; null until set (D-1). */
  weeklyBudget: z.number().nullable(),
  signupCompleted: z.boolean(),
  bankLinked: z.boolean(),
  friendsAdded: z.boolean(),
  /** IANA name; null until a browser has reported it. */
  timeZone: z.string().nullable(),
  countFixedBills: z.boolean(),
  /** Whether the user and friends see each other on the leaderboard (PD-27). */
  onBoard: z.boolean(),
  /** Null until the user chooses. */
  boardView: z.enum(BOARD_VIEWS).nullable(),
  /** Whether friends may name the user in pictures that they share (PD-107). */
  mayBeNamed: z.boolean(),
  /** Whether the user's first name is on pictures that they share. */
  signsPictures: z.boolean(),
  unreadNotifications: z.number(),
  /** How many of them say that a friend joined. */
  unreadFriends: z.number(),
  /** Every connection, oldest first. */
  banks: z.array(userBank),
});

const settings = z.object({
  /** Dollars: four times the weekly budget (PD-10). */
  monthlyIncome: z.number().nullable(),
  monthlySavingsGoal: z.number(),
  /** Every change, in whole dollars, oldest first (PD-11). */
  budgets: z.array(z.object({ day: z.string(), weeklyBudget: z.number() })),
});

const session = z.object({
  id: z.string(),
  /** The browser and operating system; null if unknown. */
  device: z.string().nullable(),
  /** ISO 8601, to the hour. */
  loggedInAt: z.string(),
  lastUsedAt: z.string(),
  current: z.boolean(),
});

export const accountEndpoints = {
  getCurrentUser: { method: 'GET', path: '/api/auth/user', access: 'user', response: user },
  login: {
    method: 'GET',
    path: '/api/login',
    access: 'anyone',
    query: z.object({
      returnTo: z.string().max(2048).optional(),
      /** Set after a redirect to the public host. */
      moved: z.literal('1').optional(),
      /** The logged-in user confirms their identity. */
      again: z.literal('1').optional(),
      /** The user creates an account first. */
      create: z.literal('1').optional(),
      /** A one-time invitation to create an account. */
      invite: z.string().max(100).optional(),
    }),
  },
  /** Whether the login is recent enough for sensitive calls for at least another minute (SEC-20). */
  checkRecentLogin: {
    method: 'GET',
    path: '/api/auth/recent-login',
    access: 'user',
    response: z.object({ recent: z.boolean() }),
  },
  /** The user's sessions, most recently used first. */
  listSessions: { method: 'GET', path: '/api/sessions', access: 'user', response: z.array(session) },
  endSession: {
    method: 'DELETE',
    path: '/api/sessions/:id',
    access: 'user',
    params: z.object({ id: z.string().min(1) }),
    response: success,
  },
  endOtherSessions: { method: 'DELETE', path: '/api/sessions', access: 'user', response: success },
  /** Sends another link that confirms the user's email. */
  sendConfirmation: {
    method: 'POST',
    path: '/api/auth/email-confirmation',
    access: 'user',
    response: success,
  },
  loginCallback: { method: 'GET', path: '/api/login/callback', access: 'anyone' },
  logout: { method: 'GET', path: '/api/logout', access: 'anyone' },
  updateUser: {
    method: 'PUT',
    path: '/api/users',
    access: 'user',
    body: z.strictObject({
      fullName: userName.optional(),
      weeklyBudget: weeklyBudgetDollars.optional(),
      bankLinked: z.boolean().optional(),
      friendsAdded: z.boolean().optional(),
      signupCompleted: z.literal(true).optional(),
      timeZone: timeZone.optional(),
      countFixedBills: z.boolean().optional(),
      onBoard: z.boolean().optional(),
      boardView: z.enum(BOARD_VIEWS).optional(),
      mayBeNamed: z.boolean().optional(),
      signsPictures: z.boolean().optional(),
    }),
    response: user,
  },
  deleteAccount: { method: 'DELETE', path: '/api/user/account', access: 'user', response: success },
  getSettings: { method: 'GET', path: '/api/settings', access: 'user', response: settings },
  updateSettings: {
    method: 'PUT',
    path: '/api/settings',
    access: 'user',
    body: z.strictObject({
      monthlyIncome: z.number().min(0).max(MAX_AMOUNT_DOLLARS),
      monthlySavingsGoal: z.number().min(0).max(MAX_AMOUNT_DOLLARS).default(0),
    }),
    response: settings,
  },
  /** All of the user's data, in the shapes of the calls, with the banks' transactions. */
  exportEverything: {
    method: 'GET',
    path: '/api/export/everything.json',
    access: 'user',
    download: 'application/json',
  },
} as const satisfies Record<string, Endpoint>;

export type User = z.output<typeof user>;
export type UserBank = User['banks'][number];
export type Session = z.output<typeof session>;
export type Settings = z.output<typeof settings>;
