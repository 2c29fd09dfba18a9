import { queryOptions } from '@tanstack/react-query';
import { call, urlOf } from './call.ts';
import { runtimeConfig } from './runtime-config.ts';

const THIRTY_SECONDS_MS = 30_000;
const ONE_MINUTE_MS = 60_000;

/** The bank-linking provider as calls name it. */
export const providerParams = { provider: runtimeConfig.provider.id } as const;

/** The linked banks with their accounts and balances. */
export const accountsQuery = queryOptions({
  queryKey: [urlOf('listAccounts', { params: providerParams })],
  queryFn: () => call('listAccounts', { params: providerParams }),
  staleTime: THIRTY_SECONDS_MS,
});

/** How many transactions each account has brought. */
export const transactionStatsQuery = queryOptions({
  queryKey: [urlOf('getTransactionStats', { params: providerParams })],
  queryFn: () => call('getTransactionStats', { params: providerParams }),
  staleTime: ONE_MINUTE_MS,
});

/** The list of connections; refreshed with the accounts after a bank was linked. */
export const CONNECTIONS_KEY = [urlOf('listConnections', { params: providerParams })] as const;

/** How far the newest sync of each bank has come. */
export const SYNC_STATUS_KEY = [urlOf('getSyncStatus', { params: providerParams })] as const;
