import type { Expense } from '@oinkly/contract/endpoints';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../shared/http/api-error.ts';
import { toastFailure } from '../../shared/ui/failure-toast.ts';
import { toast, type ToastContent } from '../../shared/ui/toast-store.ts';
import type { Change } from './outbox/change.ts';
import { refreshSpending } from './outbox/refresh-spending.ts';
import { deliver } from './outbox/deliver.ts';

/** How long the toast offers to undo a deletion. */
export const UNDO_MS = 10_000;

/**
 * Edits, deletes or restores an expense in every list immediately, and rolls back if the server refuses. Later occurrences follow with the
 * server's answer. The toast of a deletion, or of a change to what counts, has Undo.
 */
export function useChangeExpense() {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: (change: Change) => deliver(change),
    onSuccess: (delivery, change) => {
      const { name } = change.expense;
      if (change.kind === 'delete') {
        const { expense } = change;
        const undo = { label: 'Undo', run: () => mutation.mutate({ kind: 'restore', expense }) };
        if (delivery === 'kept') toastKept(name, undo);
        else toastDeleted(change, undo);
      } else if (change.kind === 'edit' && typeof change.patch.counted === 'boolean') {
        const { expense } = change;
        const patch = { counted: countedBefore(expense) };
        const undo = {
          label: 'Undo',
          run: () => mutation.mutate({ kind: 'edit', expense, patch, scope: 'one' }),
        };
        if (delivery === 'kept') toastKept(name, undo);
        else toastCounted(name, change.patch.counted, undo);
      } else if (delivery === 'kept') {
        toastKept(name);
      } else if (change.kind === 'restore') {
        toast({ title: 'Expense restored', description: name });
      }
    },
    onError: (error) => toastFailure(error, refusalWords(error)),
    onSettled: (delivery) => {
      if (delivery !== 'kept') void refreshSpending(queryClient);
    },
  });
  return mutation;
}

/** Texts for a failure: the action as title and the server's reason when it refused; empty when the server failed. */
export function refusalWords(error: Error): { title?: string; description?: string } {
  const { cause } = error;
  return cause instanceof ApiError && cause.status < 500
    ? { title: error.message, description: cause.message }
    : {};
}

function toastDeleted(
  { expense, scope }: Extract<Change, { kind: 'delete' }>,
  undo: NonNullable<ToastContent['action']>,
): void {
  // It was never sent.
  if (expense.id < 0) return;
  toast({
    title: scope === 'one' ? 'Expense deleted' : 'This and future expenses deleted',
    description: expense.name,
    durationMs: UNDO_MS,
    action: undo,
  });
}

/** The `counted` value that restores the current state: null if its kind decides. */
function countedBefore({ counted, kind, notCountedReason }: Expense): boolean | null {
  const isByKind = counted ? kind === 'spending' : notCountedReason === 'kind';
  return isByKind ? null : counted;
}

function toastCounted(name: string, isCounted: boolean, undo: NonNullable<ToastContent['action']>): void {
  toast({
    title: isCounted ? 'Counted' : 'Not counted',
    description: isCounted ? `${name} counts toward its week.` : `${name} is still listed under Everything.`,
    durationMs: UNDO_MS,
    action: undo,
  });
}

/** Shows that a change waits on the device. */
export function toastKept(name: string, action?: ToastContent['action']): void {
  toast({
    title: 'Saved on this device',
    description: `${name} will sync when you’re back online.`,
    ...(action && { action, durationMs: UNDO_MS }),
  });
}
