import type { Expense, ExpensePatch } from '@oinkly/contract/endpoints';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../shared/http/call.ts';
import { EXPENSES_KEY } from '../../shared/http/expenses-query.ts';
import { toastFailure } from '../../shared/http/failure-toast.ts';
import { leaderboardQuery } from '../../shared/http/leaderboard-query.ts';
import { loadOrSay } from '../../shared/http/query-client.ts';
import { toast } from '../../shared/ui/toast-store.ts';
import { changedPages, expensePagesQuery, type ExpensePages } from './expense-pages.ts';
import type { ExpensesView } from './expenses-view.ts';
import type { Scope } from './scope-choice.tsx';

/** How long a deletion can be taken back from its toast. */
export const UNDO_MS = 10_000;

/** Changes one expense at once on the page, and takes it back when the server refuses. Later ones follow with the server's answer. */
export function useUpdateExpense(view: ExpensesView) {
  return useOptimisticExpenses<{ expense: Expense; patch: ExpensePatch; scope?: Scope }>(
    view,
    ({ expense, patch, scope }) =>
      loadOrSay(
        'Failed to update expense',
        call('updateExpense', { params: { id: expense.id }, query: queryOf(scope), body: patch }),
      ),
    (row, { expense, patch }) => (row.id === expense.id ? patched(row, patch, view) : row),
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
    async ({ expense, scope }) => {
      await loadOrSay(
        'Failed to delete expense',
        call('deleteExpense', { params: { id: expense.id }, query: queryOf(scope) }),
      );
      toast({
        title: scope === 'one' ? 'Expense deleted' : 'This and all later deleted',
        description: expense.name,
        durationMs: UNDO_MS,
        action: { label: 'Undo', run: () => restore.mutate(expense) },
      });
    },
    (row, { expense, scope }) => {
      const isLater = row.seriesId === expense.seriesId && row.date >= expense.date;
      return row.id === expense.id || (scope === 'future' && isLater) ? null : row;
    },
  );
}

/** What a call says of the scope: nothing for one expense. */
function queryOf(scope: Scope = 'one'): { scope?: Scope } {
  return scope === 'one' ? {} : { scope };
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
  send: (variables: Variables) => Promise<unknown>,
  change: (row: Expense, variables: Variables) => Expense | null,
) {
  const queryClient = useQueryClient();
  const { queryKey } = expensePagesQuery(view);
  return useMutation({
    mutationFn: send,
    onMutate: async (variables: Variables) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<ExpensePages>(queryKey);
      if (before) {
        queryClient.setQueryData<ExpensePages>(
          queryKey,
          changedPages(before, (row) => change(row, variables)),
        );
      }
      return before;
    },
    onError: (error, _variables, before) => {
      if (before) queryClient.setQueryData<ExpensePages>(queryKey, before);
      toastFailure(error);
    },
    onSettled: () => refreshSpending(queryClient),
  });
}

function patched(row: Expense, patch: ExpensePatch, view: ExpensesView): Expense | null {
  if (patch.counted === false && view.counted === 'counted') return null;
  return {
    ...row,
    name: patch.name ?? row.name,
    amount: patch.amount ?? row.amount,
    date: patch.date ?? row.date,
    category: patch.category ?? row.category,
    paid: patch.paid ?? row.paid,
    counted: patch.counted ?? row.counted,
    notCountedReason:
      patch.counted === false ? 'by-hand' : patch.counted === true ? null : row.notCountedReason,
  };
}
