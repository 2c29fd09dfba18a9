import {
  notifyManager,
  useIsFetching,
  useQueryClient,
  type Query,
  type QueryFilters,
} from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useCanReachServer } from '../shared/hooks/use-reach.ts';
import { isOtherUser, isUnauthorized } from '../shared/http/login-failures.ts';
import { FailureNotice } from '../shared/ui/failure-notice.tsx';

const OUTDATED = {
  type: 'active',
  predicate: ({ state: { data, error, fetchMeta } }: Query) =>
    data !== undefined &&
    error !== null &&
    // An older page that does not load says so below the list.
    fetchMeta?.fetchMore === undefined &&
    !isUnauthorized(error) &&
    !isOtherUser(error),
} satisfies QueryFilters;

/** Says that the screen shows something that could not be loaded again. What is missing altogether says so in its own place. */
export function OutdatedNotice() {
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  const subscribe = useCallback(
    (tell: () => void) => cache.subscribe(notifyManager.batchCalls(tell)),
    [cache],
  );
  const isOutdated = useSyncExternalStore(
    subscribe,
    () => cache.findAll(OUTDATED).length > 0,
    () => false,
  );
  const isRetrying = useIsFetching(OUTDATED) > 0;
  const canReach = useCanReachServer();
  // Without a network, the page says that it is offline.
  if (!isOutdated || !canReach) return null;
  return (
    <div className="mb-4">
      <FailureNotice
        message="We couldn’t update everything on this page, so some of it may be old."
        isBusy={isRetrying}
        onRetry={() => void queryClient.refetchQueries(OUTDATED)}
      />
    </div>
  );
}
