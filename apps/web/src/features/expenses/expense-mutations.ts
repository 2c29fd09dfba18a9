import type { Expense, ExpensePatch } from '@oinkly/contract/endpoints';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../shared/http/call.ts';
import { EXPENSES_KEY } from '../../shared/http/expenses-query.ts';
import { toastFailure } from '../../shared/http/failure-toast.ts';
import { leaderboardQuery } from '../../shared/http/leaderboard-query.ts';
import { loadOrSay } from '../../shared/http/query-client.ts';
import { toast } from '../../shared/ui/toast-store.ts';
import { deliver } from './deliver.ts';
import { changedPages, expensePagesQuery, type ExpensePages } from './expense-pages.ts';
import type { ExpensesView } from './expenses-view.ts';
import type { Change } from './outbox.ts';
import type { Scope } from './scope-choice.tsx';
import { changedBy } from './with-waiting.ts';

/** How long a deletion can be taken back from its toast. */
export const UNDO_MS = 10_000;

/** Changes one expense at once on the page, and takes it back when the server refuses. Later ones follow with the server's answer. */
export function useUpdateExpense(view: ExpensesView) {
  return useOptimisticExpenses<{ expense: Expense; patch: ExpensePatch; scope?: Scope }>(
    view,
    ({ expense, patch, scope = 'one' }) => ({ kind: 'edit', expense, patch, scope }),
  );
}

/**
 * Deletes one expense, or a recurring one with all later ones, at once on the page, offers to take that back, and brings it back when the
 * server refuses.
 */
export function useDeleteExpense(view: ExpensesView) {
  const restore = useRestoreExpense();
  return useOptimisticExpenses<{ expense: Expense; scope: Scope }>(
    view,
    ({ expense, scope }) => ({ kind: 'delete', expense, scope }),
    ({ expense, scope }) => {
      if (expense.id < 0) return;
      toast({
        title: scope === 'one' ? 'Expense deleted' : 'This and all later deleted',
        description: expense.name,
        durationMs: UNDO_MS,
        action: { label: 'Undo', run: () => restore.mutate(expense) },
      });
    },
  );
}

function useRestoreExpense() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Expense) =>
      loadOrSay('Failed to restore expense', call('restoreExpense', { params: { id } })),
    onSuccess: ({ name }) => toast({ title: 'Expense restored', description: name }),
    onError: (error) => toastFailure(error),
    onSettled: () => refreshSpending(queryClient),
  });
}

/** Loads anew what depends on expenses. */
export function refreshSpending(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: EXPENSES_KEY });
  void queryClient.invalidateQueries({ queryKey: leaderboardQuery.queryKey });
}

function useOptimisticExpenses<Variables>(
  view: ExpensesView,
  changeOf: (variables: Variables) => Exclude<Change, { kind: 'add' }>,
  onSent?: (variables: Variables) => void,
) {
  const queryClient = useQueryClient();
  const { queryKey } = expensePagesQuery(view);
  return useMutation({
    mutationFn: (variables: Variables) => deliver(changeOf(variables)),
    onMutate: async (variables: Variables) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<ExpensePages>(queryKey);
      if (before) {
        const change = changeOf(variables);
        queryClient.setQueryData<ExpensePages>(
          queryKey,
          changedPages(before, (row) => changedBy(row, change, view.counted)),
        );
      }
      return before;
    },
    onSuccess: (delivery, variables) => {
      if (delivery === 'sent') onSent?.(variables);
    },
    onError: (error, _variables, before) => {
      if (before) queryClient.setQueryData<ExpensePages>(queryKey, before);
      toastFailure(error);
    },
    onSettled: (delivery, _error, _variables, before) => {
      // What is kept has changed nothing at the server; every list shows it as waiting.
      if (delivery !== 'kept') refreshSpending(queryClient);
      else if (before) queryClient.setQueryData<ExpensePages>(queryKey, before);
    },
  });
}
