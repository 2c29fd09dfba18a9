import '../../../shared/zod-without-eval.ts';
import { endpoints } from '@oinkly/contract/endpoints';
import { z } from 'zod';
import type { OutboxEntry } from './change.ts';

const answered = endpoints.restoreExpense.response;
/** Fields that are younger than changes that may still be stored have a default. */
const expense = answered.extend({ countedByHand: answered.shape.countedByHand.default(null) });
const scope = z.enum(['one', 'future']);
const sending = {
  position: z.number(),
  requestId: z.string(),
  attempts: z.number(),
  isWaiting: z.boolean(),
  refusal: z.string().nullable(),
};

const entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('add'), expense: endpoints.createExpense.body, ...sending }),
  z.object({ kind: z.literal('edit'), expense, patch: endpoints.updateExpense.body, scope, ...sending }),
  z.object({ kind: z.literal('delete'), expense, scope, ...sending }),
  z.object({ kind: z.literal('restore'), expense, ...sending }),
]) satisfies z.ZodType<OutboxEntry>;

/** Returns a stored change, which another version of the app may have written; null if this one can't read it. */
export function parseStoredEntry(stored: unknown): OutboxEntry | null {
  return entry.safeParse(stored).data ?? null;
}
