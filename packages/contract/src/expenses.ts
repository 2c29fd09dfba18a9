import { EXPENSE_CATEGORIES } from '@oinkly/domain/expense-categories';
import { EXPENSE_TYPES, type EnteredField } from '@oinkly/domain/expense-fields';
import { MONEY_KINDS } from '@oinkly/domain/money-kinds';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { day, ignoredUserId, storableText, success } from './primitives.ts';
import { rule } from './rules.ts';
import { enteredFields } from './entered-fields.ts';

/* Expenses, and questions about duplicates among them. */

export const expense = z.object({
  id: z.number(),
  name: z.string(),
  /** Dollars. A bank's is positive; a manual one is as entered, possibly negative. */
  amount: z.number(),
  /** `YYYY-MM-DD` */
  date: z.string(),
  category: z.enum(EXPENSE_CATEGORIES),
  type: z.enum(EXPENSE_TYPES),
  dayOfMonth: z.number().nullable(),
  seriesId: z.string().nullable(),
  paid: z.boolean(),
  userId: z.string(),
  source: z.enum(['bank', 'manual']),
  kind: z.enum(MONEY_KINDS),
  counted: z.boolean(),
  /** The user's choice; null if the kind decides. */
  countedByHand: z.boolean().nullable(),
  /** Null if counted. `by-hand`: the user excluded it. */
  notCountedReason: z.enum(['by-hand', 'kind', 'currency']).nullable(),
  /** Dollars; the cost is |amount| − refunded. */
  refunded: z.number(),
  /** The bank has not posted it yet. */
  pending: z.boolean(),
  /** ISO 4217; only USD is counted. */
  currency: z.string(),
  /** A manual expense is merged into this bank expense; see `undoMerge`. */
  merged: z.boolean(),
  /** The `requestId` of the request that added it, or that added the expense merged into it. Without an answer, a client learns here that it arrived. */
  requestId: z.string().optional(),
} satisfies Record<EnteredField, z.ZodType> & z.ZodRawShape);

export const newExpense = z.strictObject({
  ...enteredFields,
  type: enteredFields.type.default('one-time'),
  paid: enteredFields.paid.default(false),
  /** A repeated request adds nothing and returns the first result. */
  requestId: z.uuid().optional(),
  userId: ignoredUserId,
});

const expensePatch = z
  .strictObject(enteredFields)
  .partial()
  .extend({
    /** null: decide by its kind (PD-5). */
    counted: z.boolean().nullish(),
    userId: ignoredUserId,
  })
  .refine((patch) => Object.keys(patch).length > 0, 'Nothing to change');

/** `future`: this occurrence and all later ones (PD-31). */
const scopeQuery = z.strictObject({
  scope: z.enum(['one', 'future']).default('one'),
  userId: ignoredUserId,
});

const duplicateOffer = z.object({ manual: expense, bank: expense });

/** `Number` would also accept `0x10` and `1e3`. */
const expenseParams = z.object({
  id: z.preprocess((id) => (/^[1-9]\d*$/.test(String(id)) ? Number(id) : id), z.int().positive()),
});

export const expenseId = z.int().positive();

const expenseFilter = {
  from: day.optional(),
  to: day.optional(),
  /** Read by `readSearch`: names, categories, months and amounts. */
  q: storableText.trim().max(200).optional(),
  counted: z.enum(['counted', 'not', 'all']).default('counted'),
  category: z.enum(EXPENSE_CATEGORIES).optional(),
  source: z.enum(['bank', 'manual']).optional(),
  type: z.enum(EXPENSE_TYPES).optional(),
};

export const expensesEndpoints = {
  /**
   * Newest first: `limit`, or at most `MAX_LISTED_EXPENSES`. The header `X-Next-Cursor` holds the `cursor`
   * for the next page, if any.
   */
  listExpenses: {
    method: 'GET',
    path: '/api/expenses',
    access: 'user',
    query: z.strictObject({
      userId: ignoredUserId,
      ...expenseFilter,
      cursor: z.string().max(64).optional(),
      limit: z.coerce.number().int().min(1).max(500).optional(),
    }),
    response: z.array(expense),
  },
  /** What the whole list of `listExpenses` comes to, not one page of it. */
  sumExpenses: {
    method: 'GET',
    path: '/api/expenses/total',
    access: 'user',
    query: z.strictObject(expenseFilter),
    response: z.object({
      expenses: z.number().int(),
      /** How many of them count toward a budget. */
      counted: z.number().int(),
      /** Dollars that the counted ones cost after refunds. */
      spent: z.number(),
    }),
  },
  createExpense: {
    method: 'POST',
    path: '/api/expenses',
    access: 'user',
    body: newExpense,
    response: expense,
  },
  updateExpense: {
    method: 'PUT',
    path: '/api/expenses/:id',
    access: 'user',
    params: expenseParams,
    query: scopeQuery,
    body: expensePatch,
    /** The rule that would repeat the change, unless it exists. */
    response: expense.extend({ ruleOffer: rule.optional() }),
  },
  deleteExpense: {
    method: 'DELETE',
    path: '/api/expenses/:id',
    access: 'user',
    params: expenseParams,
    query: scopeQuery,
    response: success,
  },
  /** Includes deleted occurrences and an ended series. */
  restoreExpense: {
    method: 'POST',
    path: '/api/expenses/:id/restore',
    access: 'user',
    params: expenseParams,
    response: expense,
  },
  /** Newest first. */
  exportExpenses: { method: 'GET', path: '/api/export/expenses.csv', access: 'user', download: 'text/csv' },
  /** Newest first, each expense in at most one pair. */
  listDuplicates: {
    method: 'GET',
    path: '/api/duplicates',
    access: 'user',
    response: z.object({ offers: z.array(duplicateOffer) }),
  },
  /** true merges them; false stops asking; null withdraws a false. */
  answerDuplicate: {
    method: 'POST',
    path: '/api/duplicates',
    access: 'user',
    body: z.strictObject({ manualId: expenseId, bankId: expenseId, duplicate: z.boolean().nullable() }),
    response: success,
  },
  /** The pair is never merged or offered again. */
  undoMerge: {
    method: 'DELETE',
    path: '/api/expenses/:id/merge',
    access: 'user',
    params: expenseParams,
    response: success,
  },
} as const satisfies Record<string, Endpoint>;

export type Expense = z.output<typeof expense>;
export type NewExpense = z.input<typeof newExpense>;
export type ExpensePatch = z.input<typeof expensePatch>;
export type DuplicateOffer = z.output<typeof duplicateOffer>;
