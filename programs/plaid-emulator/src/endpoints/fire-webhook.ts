import { inTransaction } from '@oinkly/test-banks/bank-file';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import { namedError } from '../named-errors.ts';
import { PlaidError } from '../plaid-error.ts';
import { type Item, listAccounts } from '../storage/items.ts';
import {
  defaultUpdate,
  itemInError,
  loginRepaired,
  newAccountsAvailable,
  pendingDisconnect,
  syncUpdatesAvailable,
  userAccountRevoked,
  userPermissionRevoked,
} from '../webhooks/item-webhooks.ts';
import { sendItemWebhook, type Webhook } from '../webhooks/send.ts';
import { serveEndpoint } from './endpoint.ts';
import { openItem } from './open-item.ts';
import { accessToken } from './shared-fields.ts';

/** Plaid announces a disconnection seven days ahead. */
const disconnectNoticeMs = 7 * 24 * 3600_000;

/** Schema `WebhookType`. */
const webhookType = z.enum([
  'AUTH',
  'HOLDINGS',
  'INVESTMENTS_TRANSACTIONS',
  'ITEM',
  'LIABILITIES',
  'TRANSACTIONS',
  'ASSETS',
]);

/** Codes of schema `SandboxItemFireWebhookRequest` with their default types. */
const usualTypes = {
  DEFAULT_UPDATE: 'TRANSACTIONS',
  SYNC_UPDATES_AVAILABLE: 'TRANSACTIONS',
  RECURRING_TRANSACTIONS_UPDATE: 'TRANSACTIONS',
  NEW_ACCOUNTS_AVAILABLE: 'ITEM',
  LOGIN_REPAIRED: 'ITEM',
  PENDING_DISCONNECT: 'ITEM',
  USER_PERMISSION_REVOKED: 'ITEM',
  USER_ACCOUNT_REVOKED: 'ITEM',
  SMS_MICRODEPOSITS_VERIFICATION: 'AUTH',
  AUTHORIZATION_GRANTED: 'AUTH',
  PRODUCT_READY: 'ASSETS',
  ERROR: 'ASSETS',
} as const satisfies Record<string, z.infer<typeof webhookType>>;

const webhookCode = z.custom<keyof typeof usualTypes>(
  (code) => typeof code === 'string' && Object.hasOwn(usualTypes, code),
  `must be one of ${Object.keys(usualTypes).join(', ')}`,
);

const makers: Readonly<Record<string, (emulator: Emulator, item: Item) => Webhook>> = {
  'TRANSACTIONS DEFAULT_UPDATE': () => defaultUpdate(0),
  'TRANSACTIONS SYNC_UPDATES_AVAILABLE': (_, item) => syncUpdatesAvailable(item.historyMissingTo === null),
  'ITEM NEW_ACCOUNTS_AVAILABLE': () => newAccountsAvailable(),
  'ITEM LOGIN_REPAIRED': () => loginRepaired(),
  'ITEM PENDING_DISCONNECT': (emulator) =>
    pendingDisconnect(new Date(emulator.now().getTime() + disconnectNoticeMs)),
  'ITEM USER_PERMISSION_REVOKED': () => userPermissionRevoked(namedError('USER_PERMISSION_REVOKED')),
  'ITEM USER_ACCOUNT_REVOKED': ({ database }, { itemId }) =>
    userAccountRevoked(listAccounts(database, itemId)[0]?.accountId ?? ''),
  'ITEM ERROR': () => itemInError(namedError('ITEM_LOGIN_REQUIRED')),
};

export const firedWebhook = { webhook_code: webhookCode, webhook_type: webhookType.optional() };

/** Sends a webhook without a cause. Returns its id. Throws SANDBOX_PRODUCT_NOT_ENABLED and SANDBOX_WEBHOOK_INVALID. */
export function fireWebhook(
  emulator: Emulator,
  item: Item,
  { webhook_code: code, webhook_type: givenType }: z.infer<z.ZodObject<typeof firedWebhook>>,
): string {
  const type = givenType ?? usualTypes[code];
  const make = makers[`${type} ${code}`];
  if (make === undefined) {
    throw new PlaidError(
      'SANDBOX_ERROR',
      'SANDBOX_PRODUCT_NOT_ENABLED',
      `The ${type.toLowerCase()} product is not enabled on this item`,
    );
  }
  const webhookId = inTransaction(emulator.database, () =>
    sendItemWebhook(emulator, item, make(emulator, item)),
  );
  if (webhookId === null) throw namedError('SANDBOX_WEBHOOK_INVALID');
  return webhookId;
}

export function serveFireWebhook(app: FastifyInstance, emulator: Emulator): void {
  serveEndpoint(app, emulator, {
    path: '/sandbox/item/fire_webhook',
    fields: { access_token: accessToken, ...firedWebhook },
    answer: (_, { access_token: token, ...webhook }) => {
      fireWebhook(emulator, openItem(emulator, token), webhook);
      return { webhook_fired: true };
    },
  });
}
