import type { z } from 'zod';
import { accountEndpoints } from './account.ts';
import { bankingEndpoints } from './banking.ts';
import { expensesEndpoints } from './expenses.ts';
import { friendsEndpoints } from './friends.ts';
import { guestsEndpoints } from './guests.ts';
import { importsEndpoints } from './imports.ts';
import { leaderboardEndpoints } from './leaderboard.ts';
import { messagesEndpoints } from './messages.ts';
import { notificationsEndpoints } from './notifications.ts';
import { operationsEndpoints } from './operations.ts';
import { recurringEndpoints } from './recurring.ts';
import { refundsEndpoints } from './refunds.ts';
import { rulesEndpoints } from './rules.ts';
import { sharingEndpoints } from './sharing.ts';
import { tokensEndpoints } from './tokens.ts';
import { weeksEndpoints } from './weeks.ts';

/** Every call of the API. */
export const endpoints = {
  ...accountEndpoints,
  ...tokensEndpoints,
  ...expensesEndpoints,
  ...rulesEndpoints,
  ...recurringEndpoints,
  ...importsEndpoints,
  ...refundsEndpoints,
  ...weeksEndpoints,
  ...leaderboardEndpoints,
  ...friendsEndpoints,
  ...guestsEndpoints,
  ...sharingEndpoints,
  ...notificationsEndpoints,
  ...messagesEndpoints,
  ...bankingEndpoints,
  ...operationsEndpoints,
} as const;

export type RouteName = keyof typeof endpoints;
export type Endpoints = typeof endpoints;

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;

export interface RouteInput<N extends RouteName> {
  params: Endpoints[N] extends { params: infer S } ? InputOf<S> : undefined;
  query: Endpoints[N] extends { query: infer S } ? InputOf<S> : undefined;
  body: Endpoints[N] extends { body: infer S } ? InputOf<S> : undefined;
}

export type RouteResponse<N extends RouteName> = Endpoints[N] extends { response: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;
