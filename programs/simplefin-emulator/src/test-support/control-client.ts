import { z } from 'zod';
import type { TransactionChange } from '../control/transaction-changes.ts';

const createdToken = z.object({
  token_id: z.string(),
  setup_token: z.string(),
  connections: z.array(
    z.object({
      conn_id: z.string(),
      bank: z.string(),
      accounts: z.array(z.object({ account_id: z.string(), name: z.string(), role: z.string() })),
    }),
  ),
});

export type CreatedToken = z.infer<typeof createdToken>;

/** A change as its caller writes it, without the defaults. */
type WrittenChange = TransactionChange extends infer Change
  ? Change extends { op: infer Op }
    ? { op: Op } & Partial<Omit<Change, 'op'>>
    : never
  : never;

export interface AccountName {
  conn_id: string;
  account_id: string;
}

/** Calls the emulator's control API. Every function throws unless the answer is 200. */
export interface ControlClient {
  /** `path` is without `/control`. */
  call(path: string, body: object): Promise<Record<string, unknown>>;
  createSetupToken(wanted?: {
    banks?: readonly string[];
    seed?: string;
    history_days?: number;
  }): Promise<CreatedToken>;
  /** Returns the ids of new and changed rows. */
  changeTransactions(account: AccountName, changes: readonly WrittenChange[]): Promise<string[]>;
}

/** `url` is the emulator's, with its prefix and without a trailing slash. */
export function createControlClient(
  url: string,
  controlSecret: string,
  send: typeof fetch = fetch,
): ControlClient {
  async function call(path: string, body: object): Promise<Record<string, unknown>> {
    const response = await send(`${url}/control${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${controlSecret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  }

  return {
    call,
    createSetupToken: async (wanted = {}) => createdToken.parse(await call('/tokens/create', wanted)),
    async changeTransactions(account, changes) {
      const answer = await call('/transactions/change', { ...account, changes });
      return z.array(z.string()).parse(answer['transaction_ids']);
    },
  };
}
