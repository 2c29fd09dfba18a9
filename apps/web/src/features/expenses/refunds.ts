import type { Expense, Refund } from '@oinkly/contract/endpoints';
import { routes } from '@oinkly/contract/routes';
import { addDays, dayOfExpenseDate } from '@oinkly/domain/days';
import { newestFirst } from '@oinkly/domain/expense-order';
import { isInRefundWindow, REFUND_WINDOW_DAYS } from '@oinkly/domain/refunds';
import { centsFromDollars } from '@oinkly/domain/money';
import { costCents } from '@oinkly/domain/week-summaries';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/http/call.ts';
import { EXPENSES_KEY } from '../../shared/http/expenses-query.ts';
import { toastFailure } from '../../shared/http/failure-toast.ts';
import { leaderboardQuery } from '../../shared/http/leaderboard-query.ts';
import { loadOrSay } from '../../shared/http/query-client.ts';
import { toast } from '../../shared/ui/toast-store.ts';

/** The refunds of the signed-in user with what they reduce. */
export const refundsQuery = queryOptions({
  queryKey: [routes.listRefunds.path],
  queryFn: () => call('listRefunds'),
});

/** The purchases around a refund that it may reduce; `refundCandidates` are among them. */
export function purchasesBeforeQuery(refund: Refund) {
  return queryOptions({
    queryKey: [...EXPENSES_KEY, { before: refund.date }],
    queryFn: () =>
      loadOrSay(
        'Failed to fetch expenses',
        call('listExpenses', {
          query: { from: addDays(refund.date, -REFUND_WINDOW_DAYS), to: refund.date, counted: 'all' },
        }),
      ),
  });
}

/**
 * The purchases a refund can belong to: in its window and currency, with at least the refund still to give back (PD-6). Those of the same
 * merchant come first, then the newest.
 */
export function refundCandidates(refund: Refund, expenses: readonly Expense[]): Expense[] {
  const refundCents = Math.abs(centsFromDollars(refund.amount));
  const isElsewhere = ({ name }: Expense) => Number(name.toLowerCase() !== refund.name.toLowerCase());
  return expenses
    .filter((expense) => {
      const day = dayOfExpenseDate(expense.date);
      if (day === null || expense.currency !== refund.currency || costCents(expense) < refundCents)
        return false;
      return isInRefundWindow(day, refund.date);
    })
    .sort((a, b) => isElsewhere(a) - isElsewhere(b) || newestFirst(a, b));
}

/** Matches a refund with a purchase by hand, or with none. */
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
    onSettled: () => {
      for (const queryKey of [refundsQuery.queryKey, EXPENSES_KEY, leaderboardQuery.queryKey]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
}
