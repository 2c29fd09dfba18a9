import type { RouteResponse, Rule } from '@oinkly/contract/endpoints';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { call } from '../../shared/http/call.ts';
import { loadOrSay } from '../../shared/http/query-client.ts';
import { refusalWords, toastFailure } from '../../shared/ui/failure-toast.ts';
import { toast, UNDO_MS } from '../../shared/ui/toast-store.ts';
import { refreshSpending } from './outbox/refresh-spending.ts';
import { recurringQuery } from './recurring-query.ts';
import { rulesQuery } from './rules-query.ts';

/** Saves a rule, and then offers to do the same to the merchant's earlier expenses (PD-93). */
export function useSaveRule() {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  const { mutate: changeEarlier } = useChangeEarlier();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ merchantKey, merchant, earlier }) => {
      const seeRules = { label: 'See rules', run: () => navigate('/rules') };
      toast({
        title: 'Rule saved',
        description: `We’ll do this for new purchases at ${merchant}.`,
        ...(earlier === 0
          ? { action: seeRules }
          : {
              durationMs: UNDO_MS,
              action: { label: earlierLabel(earlier), run: () => changeEarlier({ merchantKey, merchant }) },
              secondAction: seeRules,
            }),
      });
    },
    onError: (error) => toastFailure(error, refusalWords(error)),
    onSettled: () => refreshRules(queryClient),
  });
}

function earlierLabel(count: number): string {
  return count === 1 ? 'And the earlier one' : `And ${count.toLocaleString('en-US')} earlier ones`;
}

/** Does to a merchant's existing expenses what its rule says, with undo. */
function useChangeEarlier() {
  const queryClient = useQueryClient();
  const undo = useMutation({
    mutationFn: (id: string) =>
      loadOrSay('We couldn’t change them back.', call('undoRuleChange', { params: { id } })),
    onSuccess: ({ restored }) => toast({ title: 'Changed back', description: inExpenses(restored) }),
    onError: (error) => toastFailure(error, refusalWords(error)),
    onSettled: () => refreshSpending(queryClient),
  });
  return useMutation({
    mutationFn: ({ merchantKey }: Pick<Rule, 'merchantKey' | 'merchant'>) =>
      loadOrSay('We couldn’t change the earlier ones.', call('applyRule', { body: { merchantKey } })),
    onSuccess: ({ id, changed }, { merchant }) =>
      toast({
        title: 'Earlier ones changed',
        description: `${inExpenses(changed)} at ${merchant}.`,
        ...(changed > 0 && {
          durationMs: UNDO_MS,
          action: { label: 'Undo', run: () => undo.mutate(id) },
        }),
      }),
    onError: (error) => toastFailure(error, refusalWords(error)),
    onSettled: () => refreshSpending(queryClient),
  });
}

function inExpenses(count: number): string {
  return count === 1 ? '1 expense' : `${count.toLocaleString('en-US')} expenses`;
}

export function useRemoveRule() {
  const queryClient = useQueryClient();
  const restore = useMutation({
    mutationFn: send,
    onSuccess: ({ merchant }) => toast({ title: 'Rule restored', description: merchant }),
    onError: (error) => toastFailure(error, refusalWords(error)),
    onSettled: () => refreshRules(queryClient),
  });
  return useMutation({
    mutationFn: ({ merchantKey }: Rule) =>
      loadOrSay('We couldn’t remove this rule.', call('removeRule', { query: { merchantKey } })),
    onSuccess: (_answer, rule) =>
      toast({
        title: 'Rule removed',
        description: `New purchases at ${rule.merchant} stay as your bank sends them.`,
        durationMs: UNDO_MS,
        action: { label: 'Undo', run: () => restore.mutate(rule) },
      }),
    onError: (error) => toastFailure(error, refusalWords(error)),
    onSettled: () => refreshRules(queryClient),
  });
}

function send({ merchantKey, name, category, counted }: Rule): Promise<RouteResponse<'saveRule'>> {
  return loadOrSay(
    'We couldn’t save this rule.',
    call('saveRule', { body: { merchantKey, name, category, counted } }),
  );
}

/** A rule also answers whether a monthly payment counts. */
async function refreshRules(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    [rulesQuery, recurringQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
  );
}
