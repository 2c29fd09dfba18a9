import type { Rule } from '@oinkly/contract/endpoints';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { call } from '../../shared/http/call.ts';
import { loadOrSay } from '../../shared/http/query-client.ts';
import { refusalWords, toastFailure } from '../../shared/ui/failure-toast.ts';
import { toast, UNDO_MS } from '../../shared/ui/toast-store.ts';
import { rulesQuery } from './rules-query.ts';

export function useSaveRule() {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ merchant }) =>
      toast({
        title: 'Rule saved',
        description: `We’ll do this for new purchases at ${merchant}.`,
        action: { label: 'See rules', run: () => navigate('/rules') },
      }),
    onError: (error) => toastFailure(error, refusalWords(error)),
    onSettled: () => refreshRules(queryClient),
  });
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

function send({ merchantKey, name, category, counted }: Rule): Promise<Rule> {
  return loadOrSay(
    'We couldn’t save this rule.',
    call('saveRule', { body: { merchantKey, name, category, counted } }),
  );
}

function refreshRules(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: rulesQuery.queryKey });
}
