import { addDays } from '@oinkly/test-banks/day';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { depositoryAccount } from '../depository-account.ts';
import type { Emulator } from '../emulator.ts';
import { PlaidError } from '../plaid-error.ts';
import { changeTransactions } from '../storage/transactions.ts';
import { blankTransaction, calendarDay, withFields } from '../sync/custom-transactions.ts';
import { isDynamic } from '../sync/dynamic-user.ts';
import { withTransactionWebhooks } from '../webhooks/transaction-webhooks.ts';
import { serveEndpoint } from './endpoint.ts';
import { openReadyItem } from './open-item.ts';
import { accessToken } from './shared-fields.ts';

const mostTransactions = 10;
const mostDaysBack = 14;

/** This endpoint's INVALID_FIELD repeats the message as `display_message`. */
const refused = (message: string) => new PlaidError('INVALID_REQUEST', 'INVALID_FIELD', message, message);

export function serveSandboxTransactions(app: FastifyInstance, emulator: Emulator): void {
  serveEndpoint(app, emulator, {
    path: '/sandbox/transactions/create',
    fields: {
      access_token: accessToken,
      transactions: z
        .array(
          z.looseObject({
            date_transacted: calendarDay,
            date_posted: calendarDay,
            amount: z.number(),
            description: z.string().min(1),
            iso_currency_code: z.string().min(1).optional(),
          }),
        )
        .min(1),
    },
    answer: async (_, { access_token: token, transactions }) => {
      const item = await openReadyItem(emulator, token);
      if (!isDynamic(item)) {
        throw refused(
          'This endpoint can only be used with Items of the test user user_transactions_dynamic.',
        );
      }
      if (transactions.length > mostTransactions) {
        throw refused('The request contains too many transactions.');
      }
      const today = emulator.today();
      const first = addDays(today, -mostDaysBack);
      const isPossible = transactions.every(
        ({ date_transacted: transacted, date_posted: posted }) =>
          first <= transacted && transacted <= posted && posted <= today,
      );
      if (!isPossible) {
        throw refused(
          'Transaction and posted dates must be within the last 14 days. The posted date cannot be before the transaction date.',
        );
      }
      const { accountId } = depositoryAccount(emulator, item);
      withTransactionWebhooks(emulator, item.itemId, () =>
        changeTransactions(emulator.database, item.itemId, (changes) => {
          for (const transaction of transactions) {
            changes.add(
              withFields(blankTransaction(accountId, today), {
                amount: transaction.amount,
                name: transaction.description,
                date: transaction.date_posted,
                authorized_date: transaction.date_transacted,
                iso_currency_code: transaction.iso_currency_code,
              }),
            );
          }
        }),
      );
      return {};
    },
  });
}
