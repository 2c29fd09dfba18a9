import type { User } from '@oinkly/contract/account';
import { PROPOSED_BUDGET_CENTS } from '@oinkly/domain/budgets';
import { dollarsFromCents } from '@oinkly/domain/money';
import { startingStep } from '@oinkly/domain/onboarding';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { accountsQuery } from '../banking/accounts-query.ts';
import { call } from '../../shared/http/call.ts';
import { currentUserQuery } from '../../shared/http/current-user.ts';
import { toastFailure } from '../../shared/ui/failure-toast.ts';
import { isUnauthorized } from '../../shared/http/login-failures.ts';
import { requireLogin } from '../../shared/ui/require-login.ts';
import { runtimeConfig } from '../../shared/http/runtime-config.ts';
import { dismissToasts } from '../../shared/ui/toast-store.ts';
import { BankSummary } from './bank-summary.tsx';
import { OnboardingWizard, type OnboardingAnswers } from './onboarding-wizard.tsx';
import { leaveStepHistory } from './use-step-history.ts';

/** Resumes at the saved progress (ONB-9) and saves each step (ONB-10, ONB-11). */
export function SignupFlow({
  user,
  otherWaysToConnect,
  inviteOptions,
  inviterName,
  onConnectBank,
  onLeaveOutInviter,
  onFinished,
}: {
  user: User;
  otherWaysToConnect: ReactNode;
  inviteOptions: (onInvited: () => void) => ReactNode;
  inviterName: string | null;
  onConnectBank: () => void;
  onLeaveOutInviter: () => void;
  /** Returns the page to show next. */
  onFinished: () => Promise<string>;
}) {
  // Decided once, because saving a step must not move the user.
  const [start] = useState(() => startingStep(user));
  const accounts = useQuery(accountsQuery);
  const finish = useFinish(onFinished);
  return (
    <OnboardingWizard
      startAt={start}
      initial={{
        fullName: user.fullName ?? '',
        weeklyBudget: user.weeklyBudget ?? dollarsFromCents(PROPOSED_BUDGET_CENTS),
        bankLinked: user.bankLinked,
        friendsAdded: user.friendsAdded,
      }}
      providerName={runtimeConfig.providers[0].name}
      isBankConnected={
        accounts.data ? accounts.data.length > 0 : accounts.isError ? user.bankLinked : undefined
      }
      otherWaysToConnect={otherWaysToConnect}
      inviteOptions={inviteOptions}
      inviterName={inviterName}
      onLeaveOutInviter={onLeaveOutInviter}
      bankSummary={<BankSummary />}
      isFinishing={finish.isPending}
      onProgress={saveProgress}
      onConnectBank={onConnectBank}
      onFinish={(answers) => finish.mutate(answers)}
    />
  );
}

/** The wizard continues on failure, because the last step saves everything again. */
function saveProgress(answer: Partial<OnboardingAnswers>): void {
  call('updateUser', { body: answer }).catch((error: unknown) => {
    if (isUnauthorized(error)) requireLogin();
    else console.warn('The progress of this step was not saved', error);
  });
}

function useFinish(onFinished: () => Promise<string>) {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: async (answers: OnboardingAnswers) => {
      await call('updateUser', { body: { ...answers, signupCompleted: true } });
      // The wizard's toasts must not cover the dashboard.
      dismissToasts();
      const next = await onFinished();
      await queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      return next;
    },
    onSuccess: (next) => leaveStepHistory(() => navigate(next, { replace: true })),
    onError: (error) =>
      toastFailure(error, { title: 'Signup Error', description: 'Something went wrong. Please try again.' }),
  });
}
