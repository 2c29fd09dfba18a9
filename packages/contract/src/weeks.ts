import { EXPENSE_CATEGORIES } from '@oinkly/domain/expense-categories';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { monday } from './primitives.ts';
import { monthlyPayments, priceChange } from './recurring.ts';

/* Weeks and what they have in common. */

export const weeksEndpoints = {
  /** The totals of each week between two Mondays, both included. */
  listWeeks: {
    method: 'GET',
    path: '/api/weeks',
    access: 'user',
    query: z.strictObject({ from: monday, to: monday }),
    response: z.object({
      /** Weeks with a counted expense, oldest first. */
      weeks: z.array(z.object({ weekStart: z.string(), spent: z.number(), purchases: z.number() })),
      /** In any week, counted. */
      hasExpenses: z.boolean(),
      /** There are expenses, but none is counted. */
      hasOnlyUncounted: z.boolean(),
      /** Dollars still due this week from recurring expenses that count. */
      toCome: z.number(),
      /** Their names, first due first. */
      toComeNames: z.array(z.string()),
      /** Of monthly payments, since last Monday (PD-112). */
      priceChanges: z.array(priceChange.extend({ name: z.string() })),
      /** The largest monthly payment to ask about (PD-90). */
      bill: monthlyPayments.nullable(),
      /** Of the additions of the last day, at most 100: a client that got no answer learns here that the totals include its own. */
      requestIds: z.array(z.string()),
    }),
  },
  /** What the last 52 weeks have in common. Sums are in dollars. */
  getInsights: {
    method: 'GET',
    path: '/api/insights',
    access: 'user',
    response: z.object({
      from: z.string(),
      to: z.string(),
      /** Per four weeks, oldest first; the largest category first. */
      categories: z.array(z.object({ category: z.enum(EXPENSE_CATEGORIES), spent: z.array(z.number()) })),
      merchants: z.array(z.object({ name: z.string(), spent: z.number(), purchases: z.number() })),
      /** Monday first. */
      weekdays: z.array(z.object({ spent: z.number(), purchases: z.number() })),
    }),
  },
} as const satisfies Record<string, Endpoint>;
