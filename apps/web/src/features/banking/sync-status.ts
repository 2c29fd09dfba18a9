import type { SyncStatus } from '@oinkly/contract/endpoints';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { providerParams, SYNC_STATUS_KEY } from './accounts-query.ts';
import { call } from '../../shared/http/call.ts';
import { refreshBanking } from './refresh-banking.ts';

/** How often the server is asked how far a sync has come. */
export const POLL_EVERY_MS = 1000;

/** One bank and how far its newest sync has come. */
export type ConnectionSync = SyncStatus['connections'][number];

/** How far the newest sync of each bank has come. */
export const syncStatusQuery = queryOptions({
  queryKey: SYNC_STATUS_KEY,
  queryFn: () => call('getSyncStatus', { params: providerParams }),
  staleTime: 0,
});

/** Whether a sync has ended, be it well or not; a bank that was never synced waits for nothing. */
export function isFinished({ stage }: ConnectionSync): boolean {
  return stage === null || stage === 'done' || stage === 'failed';
}

/** The stages of the server, in words. */
const STAGE_WORDS: Record<NonNullable<ConnectionSync['stage']>, string> = {
  queued: 'Waiting',
  connecting: 'Connecting to the bank',
  fetching: 'Fetching transactions',
  processing: 'The bank is preparing your transactions',
  saving: 'Saving',
  done: 'Done',
  failed: 'Failed',
};

/** Where a sync stands, for a person. */
export function stageText({ stage }: Pick<ConnectionSync, 'stage'>): string {
  return stage === null ? STAGE_WORDS.queued : STAGE_WORDS[stage];
}

/**
 * The syncs that are under way, by the item of their bank; asked for where there `hasBanks`. Follows the server while there are any, and
 * loads anew what they may have changed whenever one has ended.
 */
export function useSyncsUnderWay(hasBanks: boolean): ReadonlyMap<string, ConnectionSync> {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    ...syncStatusQuery,
    enabled: hasBanks,
    refetchInterval: ({ state }) =>
      state.data?.connections.every(isFinished) === false ? POLL_EVERY_MS : false,
  });
  const underWay = useMemo(() => {
    const syncs = data?.connections.filter((connection) => !isFinished(connection)) ?? [];
    return new Map(syncs.map((connection) => [connection.item_id, connection]));
  }, [data]);
  const itemsBefore = useRef<string[]>([]);
  useEffect(() => {
    if (itemsBefore.current.some((item) => !underWay.has(item))) refreshBanking(queryClient);
    itemsBefore.current = [...underWay.keys()];
  }, [underWay, queryClient]);
  return underWay;
}
