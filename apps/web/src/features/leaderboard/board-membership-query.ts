import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/http/call.ts';
import { currentUserQuery } from '../../shared/http/current-user.ts';
import { toastFailure } from '../../shared/ui/failure-toast.ts';
import { toast } from '../../shared/ui/toast-store.ts';
import { leaderboardQuery } from './leaderboard-query.ts';

/** Joins or leaves the board with one tap that can be undone (PD-27, PD-79). Friends are not notified. */
export function useBeOnBoard() {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (onBoard: boolean) => call('updateUser', { body: { onBoard } }),
    onSuccess: (user) => {
      queryClient.setQueryData(currentUserQuery.queryKey, user);
      if (!user.onBoard) {
        toast({
          title: 'You left the board',
          description: 'We didn’t notify anyone.',
          action: { label: 'Come back', run: () => change.mutate(true) },
        });
      }
      return queryClient.invalidateQueries({ queryKey: leaderboardQuery.queryKey });
    },
    onError: (error) => toastFailure(error, { title: 'Save Failed' }),
  });
  return change;
}
