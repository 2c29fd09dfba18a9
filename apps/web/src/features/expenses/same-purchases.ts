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
  queryFn: () => loadOrSay('We couldn’t load possible duplicates.', call('listSamePurchases')),
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
        title: isSame ? 'Merged into one purchase' : 'Kept as two purchases',
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
      loadOrSay('We couldn’t undo the match.', call('undoMerge', { params: { id } })),
    onSuccess: (_answer, { name }) => toast({ title: 'Split into two purchases', description: name }),
    onError: (error) => toastFailure(error),
    onSettled: () => refreshSpending(queryClient),
  });
}

function send({ typed, bank }: SamePurchaseOffer, same: boolean | null) {
  return loadOrSay(
    'We couldn’t save your answer.',
    call('answerSamePurchase', { body: { typedId: typed.id, bankId: bank.id, same } }),
  );
}

function without(
  { offers }: RouteResponse<'listSamePurchases'>,
  { typed, bank }: SamePurchaseOffer,
): RouteResponse<'listSamePurchases'> {
  return { offers: offers.filter((offer) => offer.typed.id !== typed.id || offer.bank.id !== bank.id) };
}
