import type { PlaidError } from '../plaid-error.ts';
import type { Webhook } from './send.ts';

/** Plaid's item webhooks (OpenAPI schemas `…Webhook`). */

const about = (type: Webhook['type'], code: string, fields: Record<string, unknown>): Webhook => ({
  type,
  code,
  fields,
});

export const syncUpdatesAvailable = (isHistoryComplete: boolean): Webhook =>
  about('TRANSACTIONS', 'SYNC_UPDATES_AVAILABLE', {
    initial_update_complete: true,
    historical_update_complete: isHistoryComplete,
  });

/** The last 30 days are ready. */
export const initialUpdate = (newTransactions: number): Webhook =>
  about('TRANSACTIONS', 'INITIAL_UPDATE', { error: null, new_transactions: newTransactions });

/** The full requested history is ready. */
export const historicalUpdate = (newTransactions: number): Webhook =>
  about('TRANSACTIONS', 'HISTORICAL_UPDATE', { error: null, new_transactions: newTransactions });

export const defaultUpdate = (newTransactions: number): Webhook =>
  about('TRANSACTIONS', 'DEFAULT_UPDATE', { error: null, new_transactions: newTransactions });

export const transactionsRemoved = (transactionIds: readonly string[]): Webhook =>
  about('TRANSACTIONS', 'TRANSACTIONS_REMOVED', { error: null, removed_transactions: transactionIds });

/** Update mode can repair the error. */
export const itemInError = (error: PlaidError): Webhook =>
  about('ITEM', 'ERROR', { error: { ...error.body, status: error.httpStatus } });

export const loginRepaired = (): Webhook => about('ITEM', 'LOGIN_REPAIRED', {});

/** The user revoked the client's access to the item. */
export const userPermissionRevoked = (error: PlaidError): Webhook =>
  about('ITEM', 'USER_PERMISSION_REVOKED', { error: { ...error.body, status: error.httpStatus } });

export const userAccountRevoked = (accountId: string): Webhook =>
  about('ITEM', 'USER_ACCOUNT_REVOKED', { account_id: accountId });

/** The item stops working at that time unless the user repairs it. */
export const pendingDisconnect = (disconnectAt: Date): Webhook =>
  about('ITEM', 'PENDING_DISCONNECT', {
    reason: 'INSTITUTION_TOKEN_EXPIRATION',
    disconnect_time: disconnectAt.toISOString(),
  });

/** The bank has an account that is not shared. */
export const newAccountsAvailable = (): Webhook => about('ITEM', 'NEW_ACCOUNTS_AVAILABLE', { error: null });

export const webhookUpdateAcknowledged = (url: string): Webhook =>
  about('ITEM', 'WEBHOOK_UPDATE_ACKNOWLEDGED', { error: null, new_webhook_url: url });
