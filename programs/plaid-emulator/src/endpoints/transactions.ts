import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { refreshAddsTransactions } from '../credentials.ts';
import type { Emulator } from '../emulator.ts';
import { namedError } from '../named-errors.ts';
import { listAccounts, markSyncCalled } from '../storage/items.ts';
import { bringUpToDate } from '../sync/bring-up-to-date.ts';
import { bringDynamicTransactions } from '../sync/dynamic-user.ts';
import { readChanges } from '../sync/read-changes.ts';
import { withTransactionWebhooks } from '../webhooks/transaction-webhooks.ts';
import { serveEndpoint } from './endpoint.ts';
import { openHealthyItem, openReadyItem } from './open-item.ts';
import { presentAccount, presentTransaction } from './presenters.ts';
import { accessToken, daysRequested } from './shared-fields.ts';

const syncOptions = z.strictObject({
  include_original_description: z.boolean().nullish(),
  include_personal_finance_category: z.boolean().optional(),
  include_logo_and_counterparty_beta: z.boolean().optional(),
  // The banks always use version 1; each category names its version.
  personal_finance_category_version: z.enum(['v1', 'v2']).optional(),
  // Plaid ignores it once an item has Transactions; here every item has it.
  days_requested: daysRequested,
  account_id: z.string().optional(),
});

export function serveTransactions(app: FastifyInstance, emulator: Emulator): void {
  const { database } = emulator;

  serveEndpoint(app, emulator, {
    path: '/transactions/sync',
    fields: {
      access_token: accessToken,
      cursor: z.string().max(256).nullish(),
      count: z.number().int().min(1).max(500).default(100),
      options: syncOptions.optional(),
    },
    answer: async (_, { access_token: token, cursor, count, options }) => {
      const item = await bringUpToDate(emulator, openHealthyItem(emulator, token));
      const accountId = options?.account_id ?? null;
      const accounts = listAccounts(database, item.itemId).filter(
        (account) => accountId === null || account.accountId === accountId,
      );
      if (accounts.length === 0) {
        throw namedError('INVALID_ACCOUNT_ID', 'failed to find requested account ID for requested item');
      }
      if (!item.syncCalled) markSyncCalled(database, item.itemId);
      if (item.ledgerDay === null) {
        return {
          transactions_update_status: 'NOT_READY',
          accounts: [],
          added: [],
          modified: [],
          removed: [],
          next_cursor: '',
          has_more: false,
        };
      }
      const page = readChanges(database, { itemId: item.itemId, accountId }, cursor ?? '', count);
      const added: Record<string, unknown>[] = [];
      const modified: Record<string, unknown>[] = [];
      const removed: Record<string, unknown>[] = [];
      for (const change of page.changes) {
        if (change.kind === 'removed') {
          removed.push({ transaction_id: change.transactionId, account_id: change.accountId });
        } else {
          const list = change.kind === 'added' ? added : modified;
          const { transaction } = change;
          const shown = presentTransaction(transaction, options?.include_original_description === true);
          list.push(shown);
          if (transaction.repeated) list.push(shown);
        }
      }
      return {
        transactions_update_status:
          item.historyMissingTo === null ? 'HISTORICAL_UPDATE_COMPLETE' : 'INITIAL_UPDATE_COMPLETE',
        accounts: accounts.map(presentAccount),
        added,
        modified,
        removed,
        next_cursor: page.nextCursor,
        has_more: page.hasMore,
      };
    },
  });

  serveEndpoint(app, emulator, {
    path: '/transactions/refresh',
    fields: { access_token: accessToken },
    answer: async (_, body) => {
      const item = await openReadyItem(emulator, body.access_token);
      if (refreshAddsTransactions(item.username)) {
        withTransactionWebhooks(emulator, item.itemId, () => bringDynamicTransactions(emulator, item));
      }
      return {};
    },
  });
}
