import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { storableText, success } from './primitives.ts';

/* Bank connections. Each call names its provider. */

const bankAccount = z.object({
  account_id: z.string(),
  item_id: z.string(),
  institution_name: z.string(),
  name: z.string(),
  type: z.string(),
  subtype: z.string().nullable(),
  mask: z.string().nullable(),
  balances: z.object({
    current: z.number().nullable(),
    available: z.number().nullable(),
    iso_currency_code: z.string().nullable(),
  }),
  /** ISO 8601; when the bank last reported the balance, if known. */
  reported_at: z.string().nullable(),
});

export const CONNECTION_STATUSES = ['healthy', 'login_required', 'error'] as const;

const connection = z.object({
  item_id: z.string(),
  institution_name: z.string(),
  /** `login_required`: the user must log in at the bank. */
  status: z.enum(CONNECTION_STATUSES),
  error_message: z.string().nullable(),
  error_code: z.string().nullable(),
  /** ISO 8601; null before the first finished sync. */
  last_synced_at: z.string().nullable(),
  /** What the last sync could not read. The connection's other banks and accounts are up to date. */
  problems: z.array(
    z.object({
      institution_name: z.string(),
      /** Null: all accounts of the bank. */
      account_id: z.string().nullable(),
      error_code: z.string(),
      error_message: z.string(),
      /** The provider's words, as plain text; null if it has none. */
      detail: z.string().nullable(),
    }),
  ),
});

/** `done` and `failed` are final. */
export const SYNC_STAGES = [
  'queued',
  'connecting',
  'fetching',
  'processing',
  'saving',
  'done',
  'failed',
] as const;

const syncStatus = z.object({
  connections: z.array(
    z.object({
      item_id: z.string(),
      institution_name: z.string(),
      /** null before the first sync. */
      stage: z.enum(SYNC_STAGES).nullable(),
      /** New counted expenses committed so far by this run. */
      imported: z.number(),
      error: z.string().nullable(),
      /** ISO 8601 */
      requested_at: z.string().nullable(),
      finished_at: z.string().nullable(),
    }),
  ),
});

const imported = z.object({
  success: z.literal(true),
  /** New counted expenses. */
  imported: z.number(),
});

const linked = z.object({ success: z.literal(true), institutionName: z.string() });

const providerParams = z.object({ provider: z.string().max(32) });

const itemId = storableText.max(128);

const itemParams = providerParams.extend({ itemId });

const opaque = z.string().max(2048);

/** The connection to repair; absent to link a new bank. */
const repairQuery = z.strictObject({ itemId: itemId.optional() });

const chosenAccount = z.strictObject({
  name: opaque,
  type: opaque,
  subtype: opaque.nullable(),
  mask: opaque.nullable(),
});

const twinBank = z.object({
  provider: z.string(),
  provider_name: z.string(),
  institution_name: z.string(),
});

const twinAccount = z.object({ name: z.string(), mask: z.string().nullable() });

const bankTwin = z.object({
  id: z.string(),
  /** The younger account does not count until the user chooses, unless it is a new card. */
  kind: z.enum(['connected-twice', 'same-purchases', 'new-card']),
  older: twinBank,
  younger: twinBank,
  accounts: z.array(z.object({ older: twinAccount, younger: twinAccount })),
});

export const TWIN_CHOICES = ['older', 'younger', 'both'] as const;

export type TwinChoice = (typeof TWIN_CHOICES)[number];

export const bankingEndpoints = {
  autoImport: {
    method: 'POST',
    path: '/api/auto-import-transactions',
    access: 'user',
    // Names of banks that still prepare their data.
    response: imported.extend({ preparing: z.array(z.string()).optional() }),
  },
  listAccounts: {
    method: 'GET',
    path: '/api/:provider/accounts',
    access: 'user',
    params: providerParams,
    response: z.object({
      accounts: z.array(bankAccount),
      items: z.array(connection),
      connected_items: z.number(),
    }),
  },
  listConnections: {
    method: 'GET',
    path: '/api/:provider/connections',
    access: 'user',
    params: providerParams,
    response: z.array(connection),
  },
  getTransactionStats: {
    method: 'GET',
    path: '/api/:provider/transaction-stats',
    access: 'user',
    params: providerParams,
    response: z.object({
      stats: z.array(z.object({ itemId: z.string(), accountId: z.string(), count: z.number() })),
      total_transactions: z.number(),
    }),
  },
  getSyncStatus: {
    method: 'GET',
    path: '/api/:provider/sync-status',
    access: 'user',
    params: providerParams,
    response: syncStatus,
  },
  syncConnection: {
    method: 'POST',
    path: '/api/:provider/item/:itemId/sync',
    access: 'user',
    params: itemParams,
    /** The sync continues; see `getSyncStatus`. */
    response: imported.extend({ under_way: z.boolean() }),
  },
  disconnect: {
    method: 'DELETE',
    path: '/api/:provider/disconnect/:itemId',
    access: 'user',
    params: itemParams,
    query: z.strictObject({ history: z.enum(['keep', 'erase']).default('keep') }),
    response: success,
  },
  /** Accounts that look like one at the bank, grouped by bank. */
  listBankTwins: {
    method: 'GET',
    path: '/api/bank-twins',
    access: 'user',
    response: z.object({
      twins: z.array(bankTwin),
    }),
  },
  /** The accounts that count from now on. They take over the others' history and edits. Idempotent. */
  chooseBankTwin: {
    method: 'POST',
    path: '/api/bank-twins/:id',
    access: 'user',
    params: z.object({ id: z.uuid() }),
    body: z.strictObject({ choice: z.enum(TWIN_CHOICES) }),
    response: success,
  },
  importCurrentYear: {
    method: 'POST',
    path: '/api/:provider/sync-transactions',
    access: 'user',
    params: providerParams,
    response: z.object({
      success: z.literal(true),
      started: z.number(),
    }),
  },
  /** The connections that the server's plan ever opens, of all users; null without a limit. */
  getLinkLimit: {
    method: 'GET',
    path: '/api/:provider/link-limit',
    access: 'user',
    params: providerParams,
    response: z.object({ links: z.object({ used: z.number(), limit: z.number() }).nullable() }),
  },
  createLinkToken: {
    method: 'POST',
    path: '/api/:provider/create-link-token',
    access: 'user',
    params: providerParams,
    query: repairQuery,
    response: z.object({ link_token: z.string() }),
  },
  openLinkPages: {
    method: 'GET',
    path: '/api/:provider/create-link-token',
    access: 'user',
    params: providerParams,
    query: repairQuery,
  },
  exchangeToken: {
    method: 'POST',
    path: '/api/:provider/exchange-token',
    access: 'user',
    params: providerParams,
    body: z.strictObject({
      public_token: opaque.min(1),
      /**
       * The bank that the provider's widget reported. It reveals an already connected bank before the
       * exchange.
       */
      institution_id: opaque.nullish(),
      accounts: z.array(chosenAccount).max(200).nullish(),
    }),
    response: linked,
  },
  exchangeOAuth: {
    method: 'POST',
    path: '/api/:provider/oauth-exchange',
    access: 'user',
    params: providerParams,
    body: z.strictObject({
      authorization_code: opaque.nullish(),
      oauth_state_id: opaque.nullish(),
      state: opaque.nullish(),
    }),
    /** Leaving the bank's pages without linking is not an error. */
    response: z.union([linked, z.object({ success: z.literal(false), institutionName: z.null() })]),
  },
  // The provider's adapter reads the body as the signed bytes.
  receiveWebhook: {
    method: 'POST',
    path: '/api/:provider/webhook',
    access: 'provider',
    params: providerParams,
    response: success,
  },
} as const satisfies Record<string, Endpoint>;

export type BankAccount = z.output<typeof bankAccount>;
export type Connection = z.output<typeof connection>;
export type BankTwin = z.output<typeof bankTwin>;
export type SyncStatus = z.output<typeof syncStatus>;
