import { useSyncExternalStore } from 'react';
import { canReachServer, subscribeToReach } from '../http/reach.ts';

/** Whether the server answers, as far as anybody knows. */
export function useCanReachServer(): boolean {
  return useSyncExternalStore(subscribeToReach, canReachServer);
}
