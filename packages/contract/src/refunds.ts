import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

/* Refunds and what they reduce. */

const refund = z.object({
  id: z.string(),
  name: z.string(),
  /** Dollars, positive. */
  amount: z.number(),
  date: z.string(),
  currency: z.string(),
  /** The expenses that it reduces, in dollars; empty while unmatched. */
  matches: z.array(z.object({ expenseId: z.number(), amount: z.number() })),
  /** Automatic matching then leaves it alone. */
  matchedByHand: z.boolean(),
  dismissed: z.boolean(),
});

export const refundsEndpoints = {
  listRefunds: {
    method: 'GET',
    path: '/api/refunds',
    access: 'user',
    response: z.object({ refunds: z.array(refund) }),
  },
  matchRefund: {
    method: 'PUT',
    path: '/api/refunds/:id/match',
    access: 'user',
    params: z.object({ id: z.string().max(64) }),
    /** null leaves the refund unmatched. */
    body: z.strictObject({ expenseId: z.int().positive().nullable() }),
    response: refund,
  },
  /** Marks a refund as belonging to no expense, or undoes that. */
  dismissRefund: {
    method: 'PUT',
    path: '/api/refunds/:id/dismissal',
    access: 'user',
    params: z.object({ id: z.string().max(64) }),
    body: z.strictObject({ dismissed: z.boolean() }),
    response: refund,
  },
} as const satisfies Record<string, Endpoint>;

export type Refund = z.output<typeof refund>;
