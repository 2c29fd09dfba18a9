import type { Expense } from '@oinkly/contract/expenses';
import type { Refund } from '@oinkly/contract/refunds';
import { routes } from '@oinkly/contract/routes';
import { dayOfExpenseDate, type Day } from '@oinkly/domain/days';
import { newestFirst } from '@oinkly/domain/expense-order';
import { centsFromDollars } from '@oinkly/domain/money';
import { compareNames } from '@oinkly/domain/name-likeness';
import { isInRefundWindow, refundWindow } from '@oinkly/domain/refunds';
import { costCents } from '@oinkly/domain/week-summaries';
import { weekStartOf } from '@oinkly/domain/weeks';
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { EXPENSES_KEY } from '../expenses-query.ts';
import { toastFailure } from '../../../shared/ui/failure-toast.ts';
import { leaderboardQuery } from '../../leaderboard/leaderboard-query.ts';
import { loadOrSay } from '../../../shared/http/query-client.ts';
import { toast, UNDO_MS } from '../../../shared/ui/toast-store.ts';

export const refundsQuery = queryOptions({
  queryKey: [routes.listRefunds.path],
  queryFn: () => call('listRefunds'),
});

/** Reads purchases that `refundCandidates` filters. */
export function purchasesBeforeQuery(refund: Refund) {
  return queryOptions({
    queryKey: [...EXPENSES_KEY, { before: refund.date }],
    queryFn: () =>
      loadOrSay(
        'Failed to fetch expenses',
        call('listExpenses', {
          query: { ...refundWindow(refund.date), counted: 'all' },
        }),
      ),
  });
}

/** The refunds to ask about: neither matched nor dismissed, in `week` unless it is null. */
export function refundsToMatch(refunds: readonly Refund[], week: Day | null): Refund[] {
  return refunds.filter(
    ({ matches, dismissed, date }) =>
      matches.length === 0 && !dismissed && (week === null || weekStartOf(date) === week),
  );
}

/** Lists them, newest first: in the refund's window and currency, with at least its amount not yet refunded (PD-6). */
export function refundCandidates(
  refund: Refund,
  expenses: readonly Expense[],
): { atMerchant: Expense[]; elsewhere: Expense[] } {
  const refundCents = Math.abs(centsFromDollars(refund.amount));
  const fitting = expenses
    .filter((expense) => {
      const day = dayOfExpenseDate(expense.date);
      if (day === null || expense.currency !== refund.currency || costCents(expense) < refundCents)
        return false;
      return isInRefundWindow(day, refund.date);
    })
    .sort(newestFirst);
  const isAtMerchant = ({ name }: Expense) => compareNames(name, refund.name) === 'clear';
  return {
    atMerchant: fitting.filter((expense) => isAtMerchant(expense)),
    elsewhere: fitting.filter((expense) => !isAtMerchant(expense)),
  };
}

export function useMatchRefund(onMatched?: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ refund, expenseId }: { refund: Refund; expenseId: number | null }) =>
      call('matchRefund', { params: { id: refund.id }, body: { expenseId } }),
    onSuccess: (refund) => {
      toast({
        title: refund.matches.length > 0 ? 'Refund matched' : 'Refund unmatched',
        description: refund.name,
      });
      onMatched?.();
    },
    onError: (error) => toastFailure(error),
    onSettled: () => refreshRefunds(queryClient),
  });
}

export function useDismissRefund(onDismissed: () => void) {
  const queryClient = useQueryClient();
  const send = (refund: Refund, dismissed: boolean) =>
    call('dismissRefund', { params: { id: refund.id }, body: { dismissed } });
  const undo = useMutation({
    mutationFn: (refund: Refund) => send(refund, false),
    onSuccess: ({ name }) => toast({ title: 'Refund restored', description: name }),
    onError: (error) => toastFailure(error),
    onSettled: () => refreshRefunds(queryClient),
  });
  return useMutation({
    mutationFn: (refund: Refund) => send(refund, true),
    onSuccess: (refund) => {
      toast({
        title: 'Refund dismissed',
        description: `We won’t ask about ${refund.name} again.`,
        durationMs: UNDO_MS,
        action: { label: 'Undo', run: () => undo.mutate(refund) },
      });
      onDismissed();
    },
    onError: (error) => toastFailure(error),
    onSettled: () => refreshRefunds(queryClient),
  });
}

function refreshRefunds(queryClient: QueryClient): void {
  for (const queryKey of [refundsQuery.queryKey, EXPENSES_KEY, leaderboardQuery.queryKey])
    void queryClient.invalidateQueries({ queryKey });
}
