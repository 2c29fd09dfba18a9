import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import { bringUpToDate } from '../history/bring-up-to-date.ts';
import type { Account } from '../storage/connections.ts';
import { listTransactions } from '../storage/transactions.ts';
import { serveControl } from './control-endpoint.ts';
import { checkAccount, checkConnection } from './controlled.ts';
import { changeTransactions, transactionChangeSchema } from './transaction-changes.ts';

const accountFields = { conn_id: z.string(), account_id: z.string() };

export function serveTransactions(app: FastifyInstance, emulator: Emulator): void {
  async function currentAccount({
    conn_id: connId,
    account_id: accountId,
  }: {
    conn_id: string;
    account_id: string;
  }): Promise<Account> {
    await bringUpToDate(emulator, checkConnection(emulator, connId).tokenId);
    return checkAccount(emulator, connId, accountId);
  }

  serveControl(app, {
    path: '/transactions/list',
    fields: accountFields,
    answer: async (body) => ({
      transactions: listTransactions(emulator.database, (await currentAccount(body)).accountKey).map(
        (row) => ({
          transaction_id: row.transactionId,
          pending: row.pending,
          posted: row.posted,
          transacted_at: row.transactedAt,
          hidden_answers: row.hiddenAnswers,
          fields: row.fields,
        }),
      ),
    }),
  });

  serveControl(app, {
    path: '/transactions/change',
    fields: { ...accountFields, changes: z.array(transactionChangeSchema).min(1) },
    answer: async ({ changes, ...body }) => ({
      transaction_ids: changeTransactions(emulator, await currentAccount(body), changes),
    }),
  });
}
