import type { TestEmulator } from '@oinkly/server/test-support/test-emulator';
import { z } from 'zod';

/** The fields of a bank's transaction that the product uses; a broken row has any values. */
const bankRow = z.looseObject({
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

const page = z.looseObject({
  added: z.array(bankRow),
  accounts: z.array(z.looseObject({ account_id: z.string(), mask: z.string(), type: z.string() })),
  next_cursor: z.string(),
  has_more: z.boolean(),
});

export type BankRow = z.infer<typeof bankRow>;

export interface BankStatement {
  /** All transactions, the last changed one last. */
  rows: BankRow[];
  /** Current account id → a key that survives relinking. */
  accounts: Map<string, string>;
  cursor: string;
}

export async function readStatement(bank: TestEmulator, accessToken: string): Promise<BankStatement> {
  const rows = new Map<string, BankRow>();
  for (let cursor = ''; ;) {
    const request = { access_token: accessToken, cursor, count: 500 };
    const answer = page.parse(await bank.call('/transactions/sync', request));
    for (const row of answer.added) rows.set(row.transaction_id, row);
    cursor = answer.next_cursor;
    if (answer.has_more) continue;
    const accounts = answer.accounts.map(
      ({ account_id, type, mask }) => [account_id, `${type} ${mask}`] as const,
    );
    return { rows: [...rows.values()], accounts: new Map(accounts), cursor };
  }
}

export function isRealDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  return !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
}
