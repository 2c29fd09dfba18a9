import { createRandom } from '@oinkly/test-banks/random';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import { serveEndpoint } from '../endpoints/endpoint.ts';
import { presentTransaction } from '../endpoints/presenters.ts';
import { personAt } from '../institutions.ts';
import { changeTransactions, listNewest } from '../storage/transactions.ts';
import { generatedPurchase } from '../sync/generated-purchases.ts';
import { withTransactionWebhooks } from '../webhooks/transaction-webhooks.ts';
import { checkReadyItem } from './controlled-item.ts';
import { accountIdOf, changeLedger, ledgerChangeSchema } from './ledger-changes.ts';

/** More rows would block the server for too long. */
const mostGenerated = 200_000;

export function serveLedger(app: FastifyInstance, emulator: Emulator): void {
  serveEndpoint(app, emulator, {
    path: '/control/transactions/list',
    fields: { item_id: z.string(), count: z.number().int().min(1).max(500).default(100) },
    answer: async (_, { item_id: itemId, count }) => {
      await checkReadyItem(emulator, itemId);
      const transactions = listNewest(emulator.database, itemId, count);
      return { transactions: transactions.map((transaction) => presentTransaction(transaction, true)) };
    },
  });

  serveEndpoint(app, emulator, {
    path: '/control/transactions/change',
    fields: { item_id: z.string(), changes: z.array(ledgerChangeSchema).min(1) },
    answer: async (_, { item_id: itemId, changes }) => ({
      transaction_ids: changeLedger(emulator, await checkReadyItem(emulator, itemId), changes),
    }),
  });

  serveEndpoint(app, emulator, {
    path: '/control/transactions/generate',
    fields: {
      item_id: z.string(),
      count: z.number().int().min(1).max(mostGenerated),
      days: z.number().int().min(1).max(730).default(730),
      account_id: z.string().optional(),
    },
    answer: async (_, { item_id: itemId, count, days, account_id: accountId }) => {
      const item = await checkReadyItem(emulator, itemId);
      const account = accountIdOf(emulator, item, accountId);
      const person = personAt(item.institutionId);
      const random = createRandom(`${item.ledgerSeed}|generate|${item.modifiedSequence}`);
      const when = { today: emulator.today(), days, pending: false };
      withTransactionWebhooks(emulator, item.itemId, () =>
        changeTransactions(emulator.database, item.itemId, (changes) => {
          for (let made = 0; made < count; made += 1) {
            changes.add(generatedPurchase(random, person, account, when));
          }
        }),
      );
      return { generated: count };
    },
  });
}
