import { z } from 'zod';

/** The fields of a bank's transaction that the product uses; a broken row has any values. */
export const bankRow = z.looseObject({
  transaction_id: z.string(),
  account_id: z.string(),
  pending_transaction_id: z.string().nullable(),
  amount: z.unknown(),
  date: z.unknown(),
  authorized_date: z.unknown(),
  name: z.string(),
  merchant_name: z.string().nullable(),
  iso_currency_code: z.string().nullable(),
  pending: z.boolean(),
  personal_finance_category: z.object({ detailed: z.string() }).nullable(),
});

export type BankRow = z.infer<typeof bankRow>;

export interface BankStatement {
  /** All transactions, the last changed one last. */
  rows: BankRow[];
  /** Current account id → a key that survives relinking. */
  accounts: Map<string, string>;
  cursor: string;
  /** Whether the bank would have reported such a transaction of one of the accounts. */
  covers: (known: { account: string; postedOn: string; isPending: boolean }) => boolean;
}

export function isRealDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  return !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
}
