import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refusalWords, toastFailure } from '../../shared/ui/failure-toast.ts';
import { toast, UNDO_MS, type ToastAction } from '../../shared/ui/toast-store.ts';
import type { Change } from './outbox/change.ts';
import { refreshSpending } from './outbox/refresh-spending.ts';
import { deliver } from './outbox/sender.ts';
import { useSaveRule } from './rules/rule-mutations.ts';
import { ruleWords } from './rules/rule-words.ts';

/**
 * Changes every list at once and rolls back if the server refuses; later occurrences wait for its answer.
 * Deletions and counting can be undone. After an edit of a bank expense, the server may offer a rule (PD-73).
 */
export function useChangeExpense() {
  const queryClient = useQueryClient();
  const { mutate: saveRule } = useSaveRule();
  const mutation = useMutation({
    mutationFn: (change: Change) => deliver(change),
    onSuccess: ({ isWaiting, answer }, change) => {
      const ruleOffer = answer?.ruleOffer;
      const offer = ruleOffer && {
        question: `Always do this for ${ruleOffer.merchant}?`,
        does: ruleWords(ruleOffer),
        accept: { label: 'Always', run: () => saveRule(ruleOffer) },
      };
      const { name } = change.expense;
      if (change.kind === 'delete') {
        const { expense } = change;
        const undo = { label: 'Undo', run: () => mutation.mutate({ kind: 'restore', expense }) };
        if (isWaiting) toastWaiting(name, undo);
        else toastDeleted(change, undo);
      } else if (change.kind === 'edit' && typeof change.patch.counted === 'boolean') {
        const { expense } = change;
        const patch = { counted: expense.countedByHand };
        const undo = {
          label: 'Undo',
          run: () => mutation.mutate({ kind: 'edit', expense, patch, scope: 'one' }),
        };
        if (isWaiting) toastWaiting(name, undo);
        else toastCounted(name, change.patch.counted, undo, offer);
      } else if (isWaiting) {
        toastWaiting(name);
      } else if (change.kind === 'restore') {
        toast({ title: 'Expense restored', description: name });
      } else if (offer) {
        toast({
          title: offer.question,
          description: offer.does,
          durationMs: UNDO_MS,
          action: offer.accept,
        });
      }
    },
    onError: (error) => toastFailure(error, refusalWords(error)),
    onSettled: (result) => {
      if (result?.isWaiting !== true) void refreshSpending(queryClient);
    },
  });
  return mutation;
}

function toastDeleted({ expense, scope }: Extract<Change, { kind: 'delete' }>, undo: ToastAction): void {
  // The addition was never sent.
  if (expense.id < 0) return;
  toast({
    title: scope === 'one' ? 'Expense deleted' : 'This and future expenses deleted',
    description: expense.name,
    durationMs: UNDO_MS,
    action: undo,
  });
}

function toastCounted(
  name: string,
  isCounted: boolean,
  undo: ToastAction,
  offer: { question: string; accept: ToastAction } | undefined,
): void {
  const outcome = isCounted ? `${name} counts toward its week.` : `${name} is still listed under Everything.`;
  toast({
    title: isCounted ? 'Counted' : 'Not counted',
    description: offer ? `${outcome} ${offer.question}` : outcome,
    durationMs: UNDO_MS,
    action: undo,
    secondAction: offer?.accept,
  });
}

export function toastWaiting(name: string, action?: ToastAction): void {
  toast({
    title: 'Saved on this device',
    description: `${name} will sync when you’re back online.`,
    ...(action && { action, durationMs: UNDO_MS }),
  });
}
