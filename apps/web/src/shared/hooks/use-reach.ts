import { useSyncExternalStore } from 'react';
import { canReachServer, subscribeToReach } from '../http/reach.ts';

export function useCanReachServer(): boolean {
  return useSyncExternalStore(subscribeToReach, canReachServer, () => true);
}
