import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Connection } from '@oinkly/contract/banking';
import type { OfProvider } from './accounts-query.ts';
import { call } from '../../shared/http/call.ts';
import { messageOf, toastFailure } from '../../shared/ui/failure-toast.ts';
import { toast } from '../../shared/ui/toast-store.ts';
import { refreshBanking } from './refresh-banking.ts';

type ConnectionId = OfProvider<Pick<Connection, 'item_id'>>;

export function useSyncConnection({ provider, item_id: itemId }: ConnectionId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('syncConnection', { params: { provider, itemId } }),
    onSuccess: ({ under_way: isUnderWay }) =>
      toast(
        isUnderWay
          ? {
              title: 'Still syncing',
              description: 'This is taking a while. We’ll keep syncing in the background.',
            }
          : { title: 'Sync Complete', description: 'Successfully synced transactions for account' },
      ),
    onError: (error) =>
      toastFailure(error, {
        title: 'Sync Failed',
        description: messageOf(error, 'Failed to sync transactions'),
      }),
    // A failed sync also changes the connection's state.
    onSettled: () => refreshBanking(queryClient),
  });
}

export type HistoryChoice = 'keep' | 'erase';

export function useDisconnect({ provider, item_id: itemId }: ConnectionId, onDone: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (history: HistoryChoice) =>
      call('disconnect', { params: { provider, itemId }, query: { history } }),
    onSuccess: () => {
      toast({
        title: 'Account Disconnected',
        description: 'Bank account has been successfully disconnected',
      });
      refreshBanking(queryClient);
      onDone();
    },
    onError: (error) =>
      toastFailure(error, {
        title: 'Disconnect Failed',
        description: messageOf(error, 'Failed to disconnect account'),
      }),
  });
}
