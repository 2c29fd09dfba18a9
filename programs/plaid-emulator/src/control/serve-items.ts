import { inTransaction } from '@oinkly/test-banks/bank-file';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import { serveEndpoint } from '../endpoints/endpoint.ts';
import { presentAccount, presentItem } from '../endpoints/presenters.ts';
import { breakItem, repairItem } from '../item-state.ts';
import { isNamedErrorCode, namedError } from '../named-errors.ts';
import { PlaidError } from '../plaid-error.ts';
import { listAccounts, listItems, markUpdated, removeItem } from '../storage/items.ts';
import { countStanding } from '../storage/transactions.ts';
import { checkItem } from './controlled-item.ts';
import { relink } from './relink.ts';

export function serveItemControl(app: FastifyInstance, emulator: Emulator): void {
  const { database } = emulator;

  serveEndpoint(app, emulator, {
    path: '/control/items/list',
    fields: {},
    answer: () => ({
      items: listItems(database).map((item) => ({
        ...presentItem(item),
        created_at: item.createdAt,
        username: item.username,
        accounts: listAccounts(database, item.itemId).map(presentAccount),
        transaction_count: countStanding(database, item.itemId),
      })),
    }),
  });

  serveEndpoint(app, emulator, {
    path: '/control/item/set_error',
    fields: { item_id: z.string(), error_code: z.string().nullable() },
    answer: (_, { item_id: itemId, error_code: code }) => {
      const item = checkItem(emulator, itemId);
      if (code === null) {
        repairItem(emulator, item);
      } else if (isNamedErrorCode(code) && namedError(code).type === 'ITEM_ERROR') {
        breakItem(emulator, item, code);
      } else {
        throw new PlaidError('INVALID_REQUEST', 'INVALID_FIELD', `error_code: ${code} is no item error`);
      }
      return { item: presentItem(checkItem(emulator, itemId)) };
    },
  });

  serveEndpoint(app, emulator, {
    path: '/control/item/set_last_update',
    fields: { item_id: z.string(), last_successful_update: z.iso.datetime() },
    answer: (_, { item_id: itemId, last_successful_update: updatedAt }) => {
      markUpdated(database, itemId, { ...checkItem(emulator, itemId), updatedAt });
      return {};
    },
  });

  serveEndpoint(app, emulator, {
    path: '/control/item/remove',
    fields: { item_id: z.string() },
    answer: (_, { item_id: itemId }) => {
      inTransaction(database, () =>
        removeItem(database, checkItem(emulator, itemId), emulator.now().toISOString()),
      );
      return {};
    },
  });

  serveEndpoint(app, emulator, {
    path: '/control/item/relink',
    fields: { item_id: z.string() },
    answer: (_, { item_id: itemId }) => ({ public_token: relink(emulator, checkItem(emulator, itemId)) }),
  });
}
