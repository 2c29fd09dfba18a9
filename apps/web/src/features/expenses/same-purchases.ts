import type { Expense, RouteResponse, SamePurchaseOffer } from '@oinkly/contract/endpoints';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/http/call.ts';
import { EXPENSES_KEY } from '../../shared/http/expenses-query.ts';
import { toastFailure } from '../../shared/http/failure-toast.ts';
import { loadOrSay } from '../../shared/http/query-client.ts';
import { toast } from '../../shared/ui/toast-store.ts';
import { UNDO_MS } from './expense-mutations.ts';
import { refreshSpending } from './outbox/refresh-spending.ts';

/** What was typed and what a bank reports that may be one purchase. It changes with the expenses, and so has a key that begins with theirs. */
export const samePurchasesQuery = queryOptions({
  queryKey: [...EXPENSES_KEY, { same: true }],
  queryFn: () => loadOrSay('Failed to load what may be one purchase', call('listSamePurchases')),
});

interface Answer {
  offer: SamePurchaseOffer;
  isSame: boolean;
}

/** Answers whether two are one purchase. The question goes at once; the answer can be taken back. */
export function useAnswerSame() {
  const queryClient = useQueryClient();
  const { queryKey } = samePurchasesQuery;
  const undoMatch = useUndoMatch();
  const takeBackNo = useMutation({
    mutationFn: (offer: SamePurchaseOffer) => send(offer, null),
    onError: (error) => toastFailure(error),
    onSettled: () => refreshSpending(queryClient),
  });
  return useMutation({
    mutationFn: ({ offer, isSame }: Answer) => send(offer, isSame),
    onMutate: async ({ offer }: Answer) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      if (before) queryClient.setQueryData(queryKey, without(before, offer));
      return before;
    },
    onSuccess: (_answer, { offer, isSame }) =>
      toast({
        title: isSame ? 'One purchase' : 'Two purchases, then',
        description: offer.typed.name,
        durationMs: UNDO_MS,
        action: {
          label: 'Undo',
          run: () => (isSame ? undoMatch.mutate(offer.bank) : takeBackNo.mutate(offer)),
        },
      }),
    onError: (error, _answer, before) => {
      if (before) queryClient.setQueryData(queryKey, before);
      toastFailure(error);
    },
    onSettled: () => refreshSpending(queryClient),
  });
}

/** Makes two again of a purchase that was matched with what the person typed. */
export function useUndoMatch() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Expense) =>
      loadOrSay('Failed to undo the match', call('undoMerge', { params: { id } })),
    onSuccess: (_answer, { name }) => toast({ title: 'Two purchases again', description: name }),
    onError: (error) => toastFailure(error),
    onSettled: () => refreshSpending(queryClient),
  });
}

function send({ typed, bank }: SamePurchaseOffer, same: boolean | null) {
  return loadOrSay(
    'Failed to remember that',
    call('answerSamePurchase', { body: { typedId: typed.id, bankId: bank.id, same } }),
  );
}

function without(
  { offers }: RouteResponse<'listSamePurchases'>,
  { typed, bank }: SamePurchaseOffer,
): RouteResponse<'listSamePurchases'> {
  return { offers: offers.filter((offer) => offer.typed.id !== typed.id || offer.bank.id !== bank.id) };
}
