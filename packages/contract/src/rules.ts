import { EXPENSE_CATEGORIES } from '@oinkly/domain/expense-categories';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { merchantKey, success } from './primitives.ts';
import { enteredFields } from './entered-fields.ts';

/* How new purchases at a merchant begin (PD-73, PD-93). */

/** How a merchant's new bank expenses start (PD-73). Null: as the bank says. */
export const rule = z.object({
  merchantKey: z.string(),
  merchant: z.string(),
  name: z.string().nullable(),
  category: z.enum(EXPENSE_CATEGORIES).nullable(),
  counted: z.boolean().nullable(),
});

export const rulesEndpoints = {
  listRules: {
    method: 'GET',
    path: '/api/rules',
    access: 'user',
    response: z.object({ rules: z.array(rule) }),
  },
  /** The merchants of the user's banks, those with the most purchases first. */
  listMerchants: {
    method: 'GET',
    path: '/api/rules/merchants',
    access: 'user',
    response: z.object({
      merchants: z.array(z.object({ merchantKey: z.string(), merchant: z.string(), purchases: z.number() })),
    }),
  },
  /** Stores what a merchant's rule does to later transactions. Absent fields stay; null sets nothing. */
  saveRule: {
    method: 'PUT',
    path: '/api/rules',
    access: 'user',
    body: z.strictObject({
      merchantKey,
      /** The name that `merchantKey` is of: needed while the bank has reported no purchase there. */
      merchant: enteredFields.name.optional(),
      name: enteredFields.name.nullish(),
      category: enteredFields.category.nullish(),
      counted: z.boolean().nullish(),
    }),
    response: rule.extend({
      /** How many existing expenses the rule would change. */
      earlier: z.number(),
    }),
  },
  removeRule: {
    method: 'DELETE',
    path: '/api/rules',
    access: 'user',
    query: z.strictObject({ merchantKey }),
    response: success,
  },
  /** Does to a merchant's existing expenses what its rule does to new ones. Fields that the user edited stay; those of a rule don't. */
  applyRule: {
    method: 'POST',
    path: '/api/rules/changes',
    access: 'user',
    body: z.strictObject({ merchantKey }),
    response: z.object({
      /** Names the change, to undo it within a day. */
      id: z.string(),
      changed: z.number(),
    }),
  },
  undoRuleChange: {
    method: 'DELETE',
    path: '/api/rules/changes/:id',
    access: 'user',
    params: z.object({ id: z.guid() }),
    response: z.object({ restored: z.number() }),
  },
} as const satisfies Record<string, Endpoint>;

export type Rule = z.output<typeof rule>;
export type RuleMerchant = z.output<typeof rulesEndpoints.listMerchants.response>['merchants'][number];
