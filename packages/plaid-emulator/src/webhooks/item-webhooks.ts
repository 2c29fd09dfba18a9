import type { PlaidError } from '../plaid-error.ts';
import type { Webhook } from './send.ts';

/** Plaid's webhooks about items, by their codes (OpenAPI schemas `…Webhook`). */

const about = (type: Webhook['type'], code: string, fields: Record<string, unknown>): Webhook => ({
  type,
  code,
  fields,
});

/** Something about the item's transactions is new; what it is, /transactions/sync says. */
export const syncUpdatesAvailable = (isHistoryComplete: boolean): Webhook =>
  about('TRANSACTIONS', 'SYNC_UPDATES_AVAILABLE', {
    initial_update_complete: true,
    historical_update_complete: isHistoryComplete,
  });

/** The last 30 days are there. */
export const initialUpdate = (newTransactions: number): Webhook =>
  about('TRANSACTIONS', 'INITIAL_UPDATE', { error: null, new_transactions: newTransactions });

/** All the days that were asked for are there. */
export const historicalUpdate = (newTransactions: number): Webhook =>
  about('TRANSACTIONS', 'HISTORICAL_UPDATE', { error: null, new_transactions: newTransactions });

/** New transactions have come. */
export const defaultUpdate = (newTransactions: number): Webhook =>
  about('TRANSACTIONS', 'DEFAULT_UPDATE', { error: null, new_transactions: newTransactions });

/** Transactions have gone. */
export const transactionsRemoved = (transactionIds: readonly string[]): Webhook =>
  about('TRANSACTIONS', 'TRANSACTIONS_REMOVED', { error: null, removed_transactions: transactionIds });

/** The item has fallen into an error that update mode can repair. */
export const itemInError = (error: PlaidError): Webhook =>
  about('ITEM', 'ERROR', { error: { ...error.body, status: error.httpStatus } });

/** The item has come out of its error. */
export const loginRepaired = (): Webhook => about('ITEM', 'LOGIN_REPAIRED', {});

/** The person no longer lets the client read the item. */
export const userPermissionRevoked = (error: PlaidError): Webhook =>
  about('ITEM', 'USER_PERMISSION_REVOKED', { error: { ...error.body, status: error.httpStatus } });

/** The person no longer lets the client read one account. */
export const userAccountRevoked = (accountId: string): Webhook =>
  about('ITEM', 'USER_ACCOUNT_REVOKED', { account_id: accountId });

/** The item will stop working at a time unless the person goes through update mode. */
export const pendingDisconnect = (disconnectAt: Date): Webhook =>
  about('ITEM', 'PENDING_DISCONNECT', {
    reason: 'INSTITUTION_TOKEN_EXPIRATION',
    disconnect_time: disconnectAt.toISOString(),
  });

/** The bank has an account that is not shared yet. */
export const newAccountsAvailable = (): Webhook => about('ITEM', 'NEW_ACCOUNTS_AVAILABLE', { error: null });

/** The item's webhooks come here from now on. */
export const webhookUpdateAcknowledged = (url: string): Webhook =>
  about('ITEM', 'WEBHOOK_UPDATE_ACKNOWLEDGED', { error: null, new_webhook_url: url });
