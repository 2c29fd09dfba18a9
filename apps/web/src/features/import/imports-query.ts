import { routes } from '@oinkly/contract/routes';
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../shared/http/call.ts';
import { EXPENSES_KEY } from '../expenses/expenses-query.ts';
import { toastFailure } from '../../shared/ui/failure-toast.ts';
import { leaderboardQuery } from '../leaderboard/leaderboard-query.ts';
import { loadOrSay } from '../../shared/http/query-client.ts';
import { toast } from '../../shared/ui/toast-store.ts';
import { countOf } from './import-words.ts';

export const importsQuery = queryOptions({
  queryKey: [routes.listImports.path],
  queryFn: () => loadOrSay('We couldn’t load earlier imports.', call('listImports')),
});

export function useUndoImport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('undoImport', { params: { id } }),
    onSuccess: ({ removed }) =>
      toast({ title: 'Import undone', description: `${countOf(removed, 'expense')} removed` }),
    onError: (error) => toastFailure(error),
    onSettled: () => refreshAfterImport(queryClient),
  });
}

export function refreshAfterImport(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: EXPENSES_KEY });
  void queryClient.invalidateQueries({ queryKey: leaderboardQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: importsQuery.queryKey });
}
