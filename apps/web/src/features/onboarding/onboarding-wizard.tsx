import { useState, type ReactNode } from 'react';
import { BankStep } from './bank-step.tsx';
import { FinishStep } from './finish-step.tsx';
import { GoalStep } from './goal-step.tsx';
import { InviteStep } from './invite-step.tsx';
import { NameStep } from './name-step.tsx';
import type { OnboardingStep } from './step-frame.tsx';
import { useStepHistory } from './use-step-history.ts';

/** The wizard's answers. The budget is in whole dollars. */
export interface OnboardingAnswers {
  fullName: string;
  weeklyBudget: number;
  bankLinked: boolean;
  friendsAdded: boolean;
}

/** The caller saves the answers; the preview drops them. */
export function OnboardingWizard({
  startAt,
  initial,
  providerName,
  isBankConnected,
  otherWaysToConnect,
  inviteOptions,
  inviterName = null,
  isFinishing,
  onProgress,
  onConnectBank,
  onFinish,
  onLeaveOutInviter = () => undefined,
  onStepChange,
  bankSummary,
  finishExtra,
}: {
  startAt: OnboardingStep;
  initial: OnboardingAnswers;
  providerName: string;
  isBankConnected: boolean | undefined;
  otherWaysToConnect?: ReactNode;
  inviteOptions: (onInvited: () => void) => ReactNode;
  /** Whose invitation the user accepted (PD-91). */
  inviterName?: string | null;
  isFinishing: boolean;
  onProgress: (answer: Partial<OnboardingAnswers>) => void;
  onConnectBank: () => void;
  onFinish: (answers: OnboardingAnswers) => void;
  onLeaveOutInviter?: () => void;
  onStepChange?: (step: OnboardingStep) => void;
  /** A line about the linked bank for the last step. */
  bankSummary?: ReactNode;
  finishExtra?: ReactNode;
}) {
  const [step, setStep] = useState<OnboardingStep>(startAt);
  const [hasMoved, setHasMoved] = useState(false);
  const [answers, setAnswers] = useState(initial);
  const bankLinked = isBankConnected ?? answers.bankLinked;

  const moveTo = useStepHistory(startAt, (next) => {
    setStep(next);
    setHasMoved(true);
    onStepChange?.(next);
    window.scrollTo(0, 0);
  });
  const answer = (given: Partial<OnboardingAnswers>, next: OnboardingStep) => {
    setAnswers((before) => ({ ...before, ...given }));
    onProgress(given);
    moveTo(next);
  };

  const before = stepBefore(step, isBankConnected === true);
  const frame = { hasMoved, onBack: before === null ? null : () => moveTo(before) };

  switch (step) {
    case 1:
      return (
        <NameStep
          initialName={answers.fullName}
          inviterName={inviterName}
          frame={frame}
          onNext={(fullName) => answer({ fullName }, 2)}
        />
      );
    case 2:
      return (
        <GoalStep
          initialBudget={answers.weeklyBudget}
          frame={frame}
          onNext={(weeklyBudget) => answer({ weeklyBudget }, 3)}
        />
      );
    case 3:
      return (
        <BankStep
          providerName={providerName}
          isConnected={isBankConnected}
          frame={frame}
          otherWays={otherWaysToConnect}
          onConnect={onConnectBank}
          onNext={() => answer({ bankLinked }, 4)}
        />
      );
    case 4:
      return (
        <InviteStep
          inviteOptions={inviteOptions(() => setAnswers((before) => ({ ...before, friendsAdded: true })))}
          names={inviterName === null ? null : { own: answers.fullName, inviter: inviterName }}
          frame={frame}
          onLeaveOut={onLeaveOutInviter}
          onNext={() => answer({ friendsAdded: answers.friendsAdded }, 5)}
        />
      );
    case 5:
      return (
        <FinishStep
          name={answers.fullName}
          isBankLinked={bankLinked}
          areFriendsAdded={answers.friendsAdded || inviterName !== null}
          isPending={isFinishing}
          frame={frame}
          onFinish={() => onFinish({ ...answers, bankLinked })}
          onLinkBank={() => moveTo(3)}
          onInvite={() => moveTo(4)}
          budgetDollars={answers.weeklyBudget}
          bankSummary={bankSummary}
        >
          {finishExtra}
        </FinishStep>
      );
  }
}

/** A connected bank's step leads on by itself, so Back skips it. */
function stepBefore(step: OnboardingStep, isBankConnected: boolean): OnboardingStep | null {
  if (step === 1) return null;
  if (step === 4 && isBankConnected) return 2;
  // From 2 on there is a step before.
  return (step - 1) as OnboardingStep;
}
