import type { Expense, DuplicateOffer } from '@oinkly/contract/expenses';
import type { RouteResponse } from '@oinkly/contract/endpoints';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/http/call.ts';
import { EXPENSES_KEY } from '../expenses-query.ts';
import { toastFailure } from '../../../shared/ui/failure-toast.ts';
import { loadOrSay } from '../../../shared/http/query-client.ts';
import { toast, UNDO_MS } from '../../../shared/ui/toast-store.ts';
import { refreshSpending } from '../outbox/refresh-spending.ts';

/** Possible duplicates. They depend on the expenses, so the key starts with theirs. */
export const duplicatesQuery = queryOptions({
  queryKey: [...EXPENSES_KEY, { duplicates: true }],
  queryFn: () => loadOrSay('We couldn’t load possible duplicates.', call('listDuplicates')),
});

interface Answer {
  offer: DuplicateOffer;
  isDuplicate: boolean;
}

/** The question disappears at once; the answer can be undone. */
export function useAnswerDuplicate() {
  const queryClient = useQueryClient();
  const { queryKey } = duplicatesQuery;
  const unmerge = useUnmerge();
  const takeBackNo = useMutation({
    mutationFn: (offer: DuplicateOffer) => send(offer, null),
    onError: (error) => toastFailure(error),
    onSettled: () => refreshSpending(queryClient),
  });
  return useMutation({
    mutationFn: ({ offer, isDuplicate }: Answer) => send(offer, isDuplicate),
    onMutate: async ({ offer }: Answer) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      if (before) queryClient.setQueryData(queryKey, without(before, offer));
      return before;
    },
    onSuccess: (_answer, { offer, isDuplicate }) =>
      toast({
        title: isDuplicate ? 'Merged into one purchase' : 'Kept as two purchases',
        description: offer.manual.name,
        durationMs: UNDO_MS,
        action: {
          label: 'Undo',
          run: () => (isDuplicate ? unmerge.mutate(offer.bank) : takeBackNo.mutate(offer)),
        },
      }),
    onError: (error, _answer, before) => {
      if (before) queryClient.setQueryData(queryKey, before);
      toastFailure(error);
    },
    onSettled: () => refreshSpending(queryClient),
  });
}

export function useUnmerge() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Expense) =>
      loadOrSay('We couldn’t undo the match.', call('undoMerge', { params: { id } })),
    onSuccess: (_answer, { name }) => toast({ title: 'Split into two purchases', description: name }),
    onError: (error) => toastFailure(error),
    onSettled: () => refreshSpending(queryClient),
  });
}

function send({ manual, bank }: DuplicateOffer, duplicate: boolean | null) {
  return loadOrSay(
    'We couldn’t save your answer.',
    call('answerDuplicate', { body: { manualId: manual.id, bankId: bank.id, duplicate } }),
  );
}

function without(
  { offers }: RouteResponse<'listDuplicates'>,
  { manual, bank }: DuplicateOffer,
): RouteResponse<'listDuplicates'> {
  return { offers: offers.filter((offer) => offer.manual.id !== manual.id || offer.bank.id !== bank.id) };
}
