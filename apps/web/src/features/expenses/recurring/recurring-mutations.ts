import type { MonthlyPayments, Recurring, RecurringSeries, SeriesPatch } from '@oinkly/contract/recurring';
import type { RouteResponse } from '@oinkly/contract/endpoints';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { refusalWords, toastFailure } from '../../../shared/ui/failure-toast.ts';
import { loadOrSay } from '../../../shared/http/query-client.ts';
import { recurringQuery } from './recurring-query.ts';
import { toast, UNDO_MS } from '../../../shared/ui/toast-store.ts';
import { refreshSpending } from '../outbox/refresh-spending.ts';

export function useChangeSeries() {
  return useOptimisticRecurring<{ series: RecurringSeries; patch: SeriesPatch }>(
    ({ series: { id }, patch }) =>
      loadOrSay('Failed to update expense', call('updateRecurring', { params: { id }, body: patch })),
    (recurring, { series, patch }) => ({
      ...recurring,
      series: recurring.series.map((row) => (row.id === series.id ? patchedSeries(row, patch) : row)),
    }),
  );
}

/** The toast has Undo. */
export function useEndSeries() {
  const restore = useOptimisticRecurring<RecurringSeries>(
    ({ id }) => loadOrSay('Failed to restore expense', call('restoreRecurring', { params: { id } })),
    (recurring, series) => ({ ...recurring, series: [...recurring.series, series] }),
  );
  return useOptimisticRecurring<RecurringSeries>(
    async (series) => {
      const { id, name } = series;
      await loadOrSay('We couldn’t stop it.', call('endRecurring', { params: { id } }));
      toast({
        title: 'Recurring expense ended',
        description: name,
        durationMs: UNDO_MS,
        action: { label: 'Undo', run: () => restore.mutate(series) },
      });
    },
    (recurring, { id }) => ({ ...recurring, series: recurring.series.filter((row) => row.id !== id) }),
  );
}

interface MonthlyAnswer {
  payments: MonthlyPayments;
  /** null withdraws the answer. */
  isMonthly: boolean | null;
}

/** Stores an answer; 'Not monthly' can be undone. */
export function useAnswerMonthly() {
  const takeBack = useOptimisticRecurring<MonthlyAnswer>(sendAnswer, (recurring, { payments }) => ({
    ...recurring,
    merchants: [...recurring.merchants, payments],
  }));
  return useOptimisticRecurring<MonthlyAnswer>(
    async (answer) => {
      await sendAnswer(answer);
      const { payments, isMonthly } = answer;
      if (isMonthly !== false) return;
      toast({
        title: 'Suggestion dismissed',
        description: payments.name,
        durationMs: UNDO_MS,
        action: {
          label: 'Undo',
          run: () => takeBack.mutate({ payments, isMonthly: payments.confirmed ? true : null }),
        },
      });
    },
    (recurring, { payments, isMonthly }) => ({
      ...recurring,
      merchants: recurring.merchants
        .filter((row) => isMonthly !== false || row.merchantKey !== payments.merchantKey)
        .map((row) =>
          row.merchantKey === payments.merchantKey ? { ...row, confirmed: isMonthly === true } : row,
        ),
    }),
  );
}

/** Confirms several payments as monthly at once, with undo. */
export function useConfirmMonthly() {
  const takeBack = useOptimisticRecurring<readonly MonthlyPayments[]>(
    (all) => sendAnswers(all, null),
    (recurring, all) => withConfirmed(recurring, all, false),
  );
  return useOptimisticRecurring<readonly MonthlyPayments[]>(
    async (all) => {
      await sendAnswers(all, true);
      toast({
        title: `${all.length} payments confirmed`,
        description: 'Coming up shows when each is due.',
        durationMs: UNDO_MS,
        action: { label: 'Undo', run: () => takeBack.mutate(all) },
      });
    },
    (recurring, all) => withConfirmed(recurring, all, true),
  );
}

function sendAnswer({
  payments: { merchantKey },
  isMonthly: monthly,
}: MonthlyAnswer): Promise<RouteResponse<'answerMonthly'>> {
  return loadOrSay(
    'We couldn’t save your answer.',
    call('answerMonthly', { body: { merchantKey, monthly } }),
  );
}

/** One after the other, so that many answers do not wait for each other in the database. */
async function sendAnswers(all: readonly MonthlyPayments[], isMonthly: true | null): Promise<void> {
  for (const payments of all) await sendAnswer({ payments, isMonthly });
}

function withConfirmed(recurring: Recurring, all: readonly MonthlyPayments[], confirmed: boolean): Recurring {
  const keys = new Set(all.map(({ merchantKey }) => merchantKey));
  return {
    ...recurring,
    merchants: recurring.merchants.map((row) => (keys.has(row.merchantKey) ? { ...row, confirmed } : row)),
  };
}

function useOptimisticRecurring<Variables>(
  send: (variables: Variables) => Promise<unknown>,
  change: (recurring: Recurring, variables: Variables) => Recurring,
) {
  const queryClient = useQueryClient();
  const { queryKey } = recurringQuery;
  return useMutation({
    mutationFn: send,
    onMutate: async (variables: Variables) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      if (before) queryClient.setQueryData(queryKey, change(before, variables));
      return before;
    },
    onError: (error, _variables, before) => {
      if (before) queryClient.setQueryData(queryKey, before);
      toastFailure(error, refusalWords(error));
    },
    onSettled: () => refreshSpending(queryClient),
  });
}

function patchedSeries(series: RecurringSeries, patch: SeriesPatch): RecurringSeries {
  // The next occurrence may have been edited by itself.
  return { ...series, ...patch, next: { ...series.next, amount: patch.amount ?? series.next.amount } };
}
