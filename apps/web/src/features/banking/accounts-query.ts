import { queryOptions } from '@tanstack/react-query';
import { call, urlOf } from '../../shared/http/call.ts';
import { runtimeConfig } from '../../shared/http/runtime-config.ts';

const THIRTY_SECONDS_MS = 30_000;
const ONE_MINUTE_MS = 60_000;

export const providerParams = { provider: runtimeConfig.provider.id } as const;

export const connectionsQuery = queryOptions({
  queryKey: [urlOf('listConnections', { params: providerParams })],
  queryFn: () => call('listConnections', { params: providerParams }),
  staleTime: THIRTY_SECONDS_MS,
});

export const accountsQuery = queryOptions({
  queryKey: [urlOf('listAccounts', { params: providerParams })],
  queryFn: () => call('listAccounts', { params: providerParams }),
  staleTime: THIRTY_SECONDS_MS,
});

export const transactionStatsQuery = queryOptions({
  queryKey: [urlOf('getTransactionStats', { params: providerParams })],
  queryFn: () => call('getTransactionStats', { params: providerParams }),
  staleTime: ONE_MINUTE_MS,
});

export const SYNC_STATUS_KEY = [urlOf('getSyncStatus', { params: providerParams })] as const;
