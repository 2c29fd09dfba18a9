import { inTransaction } from '@oinkly/test-banks/bank-file';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import { namedError } from '../named-errors.ts';
import { findItem, removeItem } from '../storage/items.ts';
import { redeemPublicToken } from '../storage/public-tokens.ts';
import { serveEndpoint } from './endpoint.ts';
import { openItem } from './open-item.ts';
import { presentItem } from './presenters.ts';
import { accessToken } from './shared-fields.ts';

/** Schema `ItemRemoveReasonCode`. */
const removeReason = z.enum([
  'FRAUD_FIRST_PARTY',
  'FRAUD_FALSE_IDENTITY',
  'FRAUD_ABUSE',
  'FRAUD_OTHER',
  'CONNECTION_IS_NON_FUNCTIONAL',
  'OTHER',
]);

export function serveItems(app: FastifyInstance, emulator: Emulator): void {
  const { database } = emulator;

  serveEndpoint(app, emulator, {
    path: '/item/public_token/exchange',
    fields: { public_token: z.string().min(1) },
    answer: (_, { public_token: publicToken }) => {
      const redemption = inTransaction(database, () =>
        redeemPublicToken(database, publicToken, emulator.now()),
      );
      switch (redemption.outcome) {
        case 'unknown':
          throw namedError('INVALID_PUBLIC_TOKEN');
        case 'expired':
          throw namedError('INVALID_PUBLIC_TOKEN', 'provided public token is expired');
        case 'used':
          throw namedError('INVALID_PUBLIC_TOKEN', 'provided public token has already been exchanged');
        case 'redeemed': {
          const item = findItem(database, redemption.itemId);
          if (item === null) throw namedError('INVALID_PUBLIC_TOKEN');
          return { access_token: item.accessToken, item_id: item.itemId };
        }
      }
    },
  });

  serveEndpoint(app, emulator, {
    path: '/item/get',
    fields: { access_token: accessToken },
    answer: (_, body) => {
      const item = openItem(emulator, body.access_token);
      return {
        item: {
          ...presentItem(item),
          created_at: item.createdAt,
          consented_use_cases: [],
          consented_data_scopes: ['account_balance_info', 'transactions'],
        },
        status: {
          investments: null,
          transactions: { last_successful_update: item.updatedAt, last_failed_update: null },
          last_webhook:
            item.lastWebhook === null
              ? null
              : { sent_at: item.lastWebhook.sentAt, code_sent: item.lastWebhook.code },
        },
      };
    },
  });

  serveEndpoint(app, emulator, {
    path: '/item/remove',
    fields: {
      access_token: accessToken,
      reason_code: removeReason.nullish(),
      reason_note: z.string().max(512).nullish(),
    },
    answer: (_, body) => {
      inTransaction(database, () => {
        removeItem(database, openItem(emulator, body.access_token), emulator.now().toISOString());
      });
      return {};
    },
  });
}
