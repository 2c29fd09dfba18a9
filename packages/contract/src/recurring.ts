import { EXPENSE_CATEGORIES } from '@oinkly/domain/expense-categories';
import type { SeriesField } from '@oinkly/domain/expense-fields';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { dayOfMonth, merchantKey, success } from './primitives.ts';
import { enteredFields } from './entered-fields.ts';

/* What is due again: the user’s own series and payments that look monthly. */

/** What the bank charges for a monthly payment changed with its newest charge (PD-112). */
export const priceChange = z.object({
  /** The day of that charge; `YYYY-MM-DD`. */
  date: z.string(),
  /** Dollars, as now charged. */
  amount: z.number(),
  /** Dollars, as charged before. */
  before: z.number(),
});

const recurringSeries = z.object({
  id: z.string(),
  name: z.string(),
  /** Dollars, as entered. */
  amount: z.number(),
  category: z.enum(EXPENSE_CATEGORIES),
  dayOfMonth: z.number(),
  next: z.object({
    /** `YYYY-MM-DD` */
    date: z.string(),
    amount: z.number(),
    counted: z.boolean(),
    expenseId: z.number().nullable(),
  }),
  priceChange: priceChange.nullable(),
} satisfies Record<SeriesField, z.ZodType> & z.ZodRawShape);

export const monthlyPayments = z.object({
  merchantKey: z.string(),
  name: z.string(),
  /** Dollars, of the newest payment. */
  amount: z.number(),
  category: z.enum(EXPENSE_CATEGORIES),
  /** The number of consecutive payments. */
  payments: z.number(),
  /** When the next one is expected; `YYYY-MM-DD`. */
  date: z.string(),
  /** Whether the newest one counts. */
  counted: z.boolean(),
  confirmed: z.boolean(),
  /** Whether to ask if it counts: it does, looks like a bill, and no rule has decided (PD-90). */
  mayBeBill: z.boolean(),
  priceChange: priceChange.nullable(),
});

const recurring = z.object({
  /** The user's own recurring expenses, next due first. */
  series: z.array(recurringSeries),
  /** Found in bank history and not rejected by the user, next due first. */
  merchants: z.array(monthlyPayments),
});

const seriesPatch = z
  .strictObject({
    name: enteredFields.name,
    amount: enteredFields.amount,
    category: enteredFields.category,
    dayOfMonth,
  } satisfies Record<SeriesField, z.ZodType>)
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'Nothing to change');

const seriesParams = z.object({ id: z.guid() });

export const recurringEndpoints = {
  listRecurring: { method: 'GET', path: '/api/recurring', access: 'user', response: recurring },
  updateRecurring: {
    method: 'PUT',
    path: '/api/recurring/:id',
    access: 'user',
    params: seriesParams,
    body: seriesPatch,
    response: success,
  },
  endRecurring: {
    method: 'DELETE',
    path: '/api/recurring/:id',
    access: 'user',
    params: seriesParams,
    response: success,
  },
  restoreRecurring: {
    method: 'POST',
    path: '/api/recurring/:id/restore',
    access: 'user',
    params: seriesParams,
    response: success,
  },
  /** null withdraws the answer. */
  answerMonthly: {
    method: 'POST',
    path: '/api/recurring/merchants',
    access: 'user',
    body: z.strictObject({ merchantKey, monthly: z.boolean().nullable() }),
    response: success,
  },
} as const satisfies Record<string, Endpoint>;

export type Recurring = z.output<typeof recurring>;
export type RecurringSeries = z.output<typeof recurringSeries>;
export type PriceChange = z.output<typeof priceChange>;
export type SeriesPatch = z.input<typeof seriesPatch>;
export type MonthlyPayments = z.output<typeof monthlyPayments>;
