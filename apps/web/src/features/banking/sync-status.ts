import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { syncStatusQuery, type ConnectionSync } from './accounts-query.ts';
import { refreshBanking } from './refresh-banking.ts';

export const POLL_EVERY_MS = 1000;

/** Whether a sync has ended. Failed syncs and banks that were never synced count too. */
export function isFinished({ stage }: ConnectionSync): boolean {
  return stage === null || stage === 'done' || stage === 'failed';
}

const STAGE_WORDS: Record<NonNullable<ConnectionSync['stage']>, string> = {
  queued: 'Waiting',
  connecting: 'Connecting to the bank',
  fetching: 'Fetching transactions',
  processing: 'The bank is preparing your transactions',
  saving: 'Saving',
  done: 'Done',
  failed: 'Failed',
};

export function stageText({ stage }: Pick<ConnectionSync, 'stage'>): string {
  return stage === null ? STAGE_WORDS.queued : STAGE_WORDS[stage];
}

/**
 * The running syncs by item id. Polls while any is running, and reloads what a finished one may have changed.
 */
export function useSyncsUnderWay(hasBanks: boolean): ReadonlyMap<string, ConnectionSync> {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    ...syncStatusQuery,
    enabled: hasBanks,
    refetchInterval: ({ state }) => (state.data?.every(isFinished) === false ? POLL_EVERY_MS : false),
  });
  const underWay = useMemo(() => {
    const syncs = data?.filter((connection) => !isFinished(connection)) ?? [];
    return new Map(syncs.map((connection) => [connection.item_id, connection]));
  }, [data]);
  const itemsBefore = useRef<string[]>([]);
  useEffect(() => {
    if (itemsBefore.current.some((item) => !underWay.has(item))) refreshBanking(queryClient);
    itemsBefore.current = [...underWay.keys()];
  }, [underWay, queryClient]);
  return underWay;
}
