import { ONBOARDING_STEPS } from '@oinkly/domain/onboarding';
import type { Day } from '@oinkly/domain/days';
import { useReducer, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { LocalExpensesContext, initialLocalExpenses, localExpensesAfter } from './local-expenses.ts';
import { OnboardingWizard } from './onboarding-wizard.tsx';
import { SampleWeek } from './sample-week.tsx';
import type { OnboardingStep } from './step-frame.tsx';

const SAMPLE_NAME = 'Alex';
const SAMPLE_EXPENSES = [
  { name: 'Groceries for the week', amountCents: 4260 },
  { name: 'Coffee with Sam', amountCents: 925 },
  { name: 'Bus pass', amountCents: 1200 },
];
const STEPS: readonly OnboardingStep[] = [1, 2, 3, 4, 5];

/** Public, with sample data and without calls to the server (ONB-12). */
export function OnboardingPreview({
  today,
  providerName,
  inviteOptions,
}: {
  today: Day;
  providerName: string;
  inviteOptions: (onInvited: () => void) => ReactNode;
}) {
  const [state, dispatch] = useReducer(localExpensesAfter, today, sampleContext);
  const [step, setStep] = useState<OnboardingStep>(1);
  // Each jump remounts the wizard at its step; moves inside the wizard are only reported.
  const [jump, setJump] = useState({ to: step, count: 0 });
  const [isBankConnected, setIsBankConnected] = useState(false);
  const [, navigate] = useLocation();

  return (
    <LocalExpensesContext value={{ state, dispatch }}>
      <div className="pb-20 wide:pb-24">
        <OnboardingWizard
          key={jump.count}
          startAt={jump.to}
          initial={{
            fullName: state.userName,
            weeklyBudget: state.weeklyBudget,
            bankLinked: false,
            friendsAdded: false,
          }}
          providerName={providerName}
          isBankConnected={isBankConnected}
          inviteOptions={inviteOptions}
          isFinishing={false}
          onProgress={({ fullName, weeklyBudget }) => {
            if (fullName !== undefined) dispatch({ type: 'set-name', userName: fullName });
            if (weeklyBudget !== undefined) dispatch({ type: 'set-budget', weeklyBudget });
          }}
          onConnectBank={() => setIsBankConnected(true)}
          onFinish={() => navigate('/')}
          onStepChange={setStep}
          finishExtra={<SampleWeek />}
        />
      </div>
      <StepSwitcher
        current={step}
        onChoose={(to) => {
          setIsBankConnected(false);
          setStep(to);
          setJump(({ count }) => ({ to, count: count + 1 }));
        }}
      />
    </LocalExpensesContext>
  );
}

function sampleContext(today: Day) {
  const named = localExpensesAfter(initialLocalExpenses(today), { type: 'set-name', userName: SAMPLE_NAME });
  return SAMPLE_EXPENSES.reduce(
    (state, expense) => localExpensesAfter(state, { type: 'add', expense }),
    named,
  );
}

function StepSwitcher({
  current,
  onChoose,
}: {
  current: OnboardingStep;
  onChoose: (step: OnboardingStep) => void;
}) {
  return (
    <nav
      aria-label="Preview steps"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] wide:bottom-4 wide:mx-auto wide:max-w-column wide:rounded-large wide:border wide:shadow-float"
    >
      <div className="mx-auto flex max-w-column items-center justify-between gap-3 px-5 py-2.5">
        <p className="text-small text-ink-soft max-[359px]:sr-only">Preview</p>
        <ol
          className="flex flex-none gap-1.5 max-[359px]:flex-1 max-[359px]:justify-between"
          aria-label={`${ONBOARDING_STEPS} steps`}
        >
          {STEPS.map((step) => (
            <li key={step}>
              <button
                type="button"
                aria-label={`Step ${step}`}
                aria-current={step === current ? 'step' : undefined}
                onClick={() => onChoose(step)}
                className="grid size-target place-items-center rounded-full font-bold text-ink-soft aria-[current]:bg-pink-deep aria-[current]:text-on-pink"
              >
                {step}
              </button>
            </li>
          ))}
        </ol>
      </div>
    </nav>
  );
}
