import { EXPENSE_CATEGORIES } from '@oinkly/domain/expense-categories';
import { MAX_EXPENSE_NAME_LENGTH } from '@oinkly/domain/expense-fields';
import { WEEK_MOODS } from '@oinkly/domain/week-mood';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { expense } from './expenses.ts';
import {
  DEFAULT_TOKEN_LIFETIME_DAYS,
  MAX_IDEMPOTENCY_KEY_LENGTH,
  MAX_TOKEN_NAME_LENGTH,
  TOKEN_LIFETIMES_DAYS,
} from './limits.ts';
import { day, dollars, storableText, success, visibleText } from './primitives.ts';
import { isCalendarScope, TOKEN_SCOPES } from './token-scopes.ts';
import { enteredFields } from './entered-fields.ts';

/* Personal tokens, and what other programs may do with them. */

/** As its owner sees it later; only its hash is stored. */
const personalToken = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  /** ISO 8601 */
  createdAt: z.string(),
  /** ISO 8601 */
  expiresAt: z.string(),
  /** ISO 8601, to the hour. */
  lastUsedAt: z.string().nullable(),
});

/** One sentence, or a merchant and an amount. Descriptions are for authors of other programs (PD-110). */
const tokenExpense = z
  .strictObject({
    // It has room for any name.
    text: visibleText
      .max(MAX_EXPENSE_NAME_LENGTH)
      .optional()
      .describe('One sentence, as in quick entry: `12.50 Lidl yesterday`. Not together with other fields.'),
    merchant: enteredFields.name.optional(),
    amount: z
      .union([z.number().positive().pipe(dollars), storableText.max(40)])
      .optional()
      .describe('Dollars as a number, or as a phone writes them: `$12.50`.'),
    date: day.optional().describe('`YYYY-MM-DD`; today by default.'),
    category: z.enum(EXPENSE_CATEGORIES).optional().describe('Guessed from the merchant by default.'),
    id: storableText
      .min(1)
      .max(MAX_IDEMPOTENCY_KEY_LENGTH)
      .optional()
      .describe('Like the header `Idempotency-Key`, which wins.'),
  })
  .refine(
    ({ text, merchant, amount }) => text !== undefined || (merchant !== undefined && amount !== undefined),
    {
      path: ['text'],
      message: 'Send a text, or a merchant and an amount',
    },
  )
  .refine(
    (body) => body.text === undefined || Object.keys(body).every((name) => ['text', 'id'].includes(name)),
    {
      path: ['text'],
      message: 'Not together with other fields',
    },
  );

export const tokensEndpoints = {
  /** Newest first. */
  listTokens: { method: 'GET', path: '/api/tokens', access: 'user', response: z.array(personalToken) },
  /** Returns the token for the only time. Needs a recent login (SEC-20). */
  createToken: {
    method: 'POST',
    path: '/api/tokens',
    access: 'user',
    body: z.strictObject({
      name: visibleText.max(MAX_TOKEN_NAME_LENGTH),
      scopes: z
        .array(z.enum(TOKEN_SCOPES))
        .min(1)
        .max(TOKEN_SCOPES.length)
        .refine(
          (scopes) => new Set(scopes.map(isCalendarScope)).size < 2,
          'A calendar needs a token of its own',
        )
        .refine(
          (scopes) => !scopes.includes('calendar:amounts') || scopes.includes('calendar:read'),
          'Amounts need a calendar',
        ),
      lifetimeDays: z.literal(TOKEN_LIFETIMES_DAYS).default(DEFAULT_TOKEN_LIFETIME_DAYS),
    }),
    response: personalToken.extend({ token: z.string() }),
  },
  revokeToken: {
    method: 'DELETE',
    path: '/api/tokens/:id',
    access: 'user',
    params: z.object({ id: z.guid() }),
    response: success,
  },
  /** Returns what was read. */
  addExpenseByToken: {
    method: 'POST',
    path: '/api/v1/expenses',
    access: 'expenses:add',
    body: tokenExpense,
    response: expense
      .pick({ id: true, name: true, amount: true, date: true, category: true, type: true })
      // PD-99.
      .extend({ unread: z.array(z.string()).describe('Words of the sentence that were not understood.') }),
  },
  /** The current week of a personal token's owner. Amounts in dollars. */
  getWeekByToken: {
    method: 'GET',
    path: '/api/v1/week',
    access: 'week:read',
    response: z.object({
      monday: z.string().describe('`YYYY-MM-DD`'),
      sunday: z.string().describe('`YYYY-MM-DD`'),
      budget: z.number(),
      spent: z.number(),
      left: z.number().describe('What is left of the budget; 0 when over.'),
      over: z.number().describe('Beyond the budget; 0 when under.'),
      status: z.enum(['under', 'over']),
      toCome: z.number().describe('Still due from recurring expenses.'),
      purchases: z.number().describe('How many count.'),
      daysLeft: z.number().describe('After today.'),
      mood: z.enum(WEEK_MOODS).describe('Of the pig.'),
    }),
  },
  /** What is due in the next three months, for programs that know only an address. */
  getComingCalendar: {
    method: 'GET',
    path: '/api/v1/calendar/:token/coming.ics',
    access: 'calendar:read',
    params: z.object({ token: z.string() }),
    download: 'text/calendar',
  },
  /** 800 × 400 pixels, for a widget. */
  drawWeekByToken: { method: 'GET', path: '/api/v1/week.png', access: 'week:read', download: 'image/png' },
  /** The Model Context Protocol (PD-111). A message is JSON-RPC, which the protocol's library checks; each tool needs a scope. */
  useMcp: { method: 'POST', path: '/api/v1/mcp', access: 'token', download: 'application/json' },
  /** Describes the calls by scope for authors of other programs (PD-110). */
  getOpenApi: { method: 'GET', path: '/api/v1/openapi.json', access: 'anyone', download: 'application/json' },
} as const satisfies Record<string, Endpoint>;

export type PersonalToken = z.output<typeof personalToken>;
export type TokenExpense = z.output<typeof tokenExpense>;
