import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { Rule } from '@oinkly/contract/rules';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { call } from '../../../shared/http/call.ts';
import { loadOrSay } from '../../../shared/http/query-client.ts';
import { refusalWords, toastFailure } from '../../../shared/ui/failure-toast.ts';
import { toast, UNDO_MS, type ToastAction } from '../../../shared/ui/toast-store.ts';
import { EXPENSES_KEY } from '../expenses-query.ts';
import { refreshSpending } from '../outbox/refresh-spending.ts';
import { rulesQuery } from './rules-query.ts';

type RuleChange = Pick<Rule, 'merchantKey' | 'merchant'> &
  Partial<Pick<Rule, 'name' | 'category' | 'counted'>>;

/** Adds what is not null to a merchant's rule, and then offers to do the same to the merchant's earlier expenses (PD-93). */
export function useSaveRule() {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  const toastSaved = useToastSaved();
  return useMutation({
    mutationFn: ({ merchantKey, merchant, name, category, counted }: Rule) =>
      send({
        merchantKey,
        merchant,
        ...(name !== null && { name }),
        ...(category !== null && { category }),
        ...(counted !== null && { counted }),
      }),
    onSuccess: (saved) => toastSaved(saved, { label: 'See rules', run: () => navigate('/rules') }),
    onError: (error) => toastFailure(error, refusalWords(error)),
    onSettled: () => refreshRules(queryClient),
  });
}

/** Replaces `before`, the merchant's rule if it has one, with undo. Earlier expenses change as after `useSaveRule`. */
export function useReplaceRule() {
  const queryClient = useQueryClient();
  const toastSaved = useToastSaved();
  const undo = useMutation({
    mutationFn: async ({ rule, before }: { rule: Rule; before: Rule | undefined }) => {
      if (before) await send(before);
      else await remove(rule);
    },
    onSuccess: (_answer, { rule, before }) =>
      toast({ title: before ? 'Rule restored' : 'Rule removed', description: rule.merchant }),
    onError: (error) => toastFailure(error, refusalWords(error)),
    onSettled: () => refreshRules(queryClient),
  });
  return useMutation({
    mutationFn: ({ rule }: { rule: Rule; before: Rule | undefined }) => send(rule),
    onSuccess: (saved, { before }) =>
      toastSaved(saved, { label: 'Undo', run: () => undo.mutate({ rule: saved, before }) }),
    onError: (error) => toastFailure(error, refusalWords(error)),
    onSettled: () => refreshRules(queryClient),
  });
}

function useToastSaved() {
  const { mutate: changeEarlier } = useChangeEarlier();
  return ({ merchantKey, merchant, earlier }: RouteResponse<'saveRule'>, other: ToastAction) =>
    toast({
      title: 'Rule saved',
      description: `We’ll do this for new purchases at ${merchant}.`,
      durationMs: UNDO_MS,
      ...(earlier === 0
        ? { action: other }
        : {
            action: { label: earlierLabel(earlier), run: () => changeEarlier({ merchantKey, merchant }) },
            secondAction: other,
          }),
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
    mutationFn: remove,
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

function send({
  merchantKey,
  merchant,
  name,
  category,
  counted,
}: RuleChange): Promise<RouteResponse<'saveRule'>> {
  return loadOrSay(
    'We couldn’t save this rule.',
    call('saveRule', { body: { merchantKey, merchant, name, category, counted } }),
  );
}

function remove({ merchantKey }: Rule): Promise<RouteResponse<'removeRule'>> {
  return loadOrSay('We couldn’t remove this rule.', call('removeRule', { query: { merchantKey } }));
}

/** A rule also answers whether a monthly payment counts, which the weeks ask about. */
async function refreshRules(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    [rulesQuery.queryKey, EXPENSES_KEY].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
