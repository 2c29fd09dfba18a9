import type { BankAccount, Connection, SyncStatus } from '@oinkly/contract/banking';
import type { ProviderConfig } from '@oinkly/contract/runtime-config';
import { queryOptions } from '@tanstack/react-query';
import { call, urlOf } from '../../shared/http/call.ts';
import { runtimeConfig } from '../../shared/http/runtime-config.ts';

const THIRTY_SECONDS_MS = 30_000;
const ONE_MINUTE_MS = 60_000;

const [usualProvider] = runtimeConfig.providers;

/** What belongs to one of the providers, by id. */
export type OfProvider<T> = T & { provider: string };
export type ConnectionSync = OfProvider<SyncStatus['connections'][number]>;

const keyOf = (name: 'listConnections' | 'listAccounts' | 'getTransactionStats' | 'getSyncStatus') =>
  [urlOf(name, { params: { provider: usualProvider.id } })] as const;

/** Reads a list from each provider. */
async function ofAllProviders<T>(read: (provider: string) => Promise<T[]>): Promise<OfProvider<T>[]> {
  const lists = await Promise.all(
    runtimeConfig.providers.map(async ({ id: provider }) =>
      (await read(provider)).map((one) => ({ ...one, provider })),
    ),
  );
  return lists.flat();
}

export const connectionsQuery = queryOptions({
  queryKey: keyOf('listConnections'),
  queryFn: () => ofAllProviders<Connection>((provider) => call('listConnections', { params: { provider } })),
  staleTime: THIRTY_SECONDS_MS,
});

export const accountsQuery = queryOptions({
  queryKey: keyOf('listAccounts'),
  queryFn: () =>
    ofAllProviders<BankAccount>(
      async (provider) => (await call('listAccounts', { params: { provider } })).accounts,
    ),
  staleTime: THIRTY_SECONDS_MS,
});

export const transactionStatsQuery = queryOptions({
  queryKey: keyOf('getTransactionStats'),
  queryFn: () =>
    ofAllProviders(async (provider) => (await call('getTransactionStats', { params: { provider } })).stats),
  staleTime: ONE_MINUTE_MS,
});

export const syncStatusQuery = queryOptions({
  queryKey: keyOf('getSyncStatus'),
  queryFn: () =>
    ofAllProviders(async (provider) => (await call('getSyncStatus', { params: { provider } })).connections),
  staleTime: 0,
});

/** Starts the import of this year's transactions at every provider. */
export async function startYearImport(): Promise<void> {
  await Promise.all(
    runtimeConfig.providers.map(({ id: provider }) => call('importCurrentYear', { params: { provider } })),
  );
}

export function providerOf(id: string): ProviderConfig {
  return runtimeConfig.providers.find((provider) => provider.id === id) ?? usualProvider;
}
