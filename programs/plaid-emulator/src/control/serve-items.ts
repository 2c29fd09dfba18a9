import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import { serveEndpoint } from '../endpoints/endpoint.ts';
import { presentAccount, presentItem } from '../endpoints/presenters.ts';
import { breakItem, repairItem } from '../item-state.ts';
import { isNamedErrorCode, namedError } from '../named-errors.ts';
import { PlaidError } from '../plaid-error.ts';
import { listAccounts, listItems } from '../storage/items.ts';
import { rotateWebhookKey } from '../storage/webhook-keys.ts';
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
    path: '/control/item/relink',
    fields: { item_id: z.string() },
    answer: (_, { item_id: itemId }) => ({ public_token: relink(emulator, checkItem(emulator, itemId)) }),
  });

  serveEndpoint(app, emulator, {
    path: '/control/webhook_key/rotate',
    fields: {},
    answer: () => ({ key_id: rotateWebhookKey(database, emulator.now()).keyId }),
  });
}
