import { PiggyBank, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Pig } from '../../shared/ui/pig.tsx';
import { StepFrame, type StepPlace } from './step-frame.tsx';

/** Step 5: done, with open tasks (ONB-8). */
export function FinishStep({
  name,
  isBankLinked,
  areFriendsAdded,
  isPending,
  frame,
  onFinish,
  onLinkBank,
  onInvite,
  budgetDollars,
  bankSummary,
  children,
}: {
  name: string;
  isBankLinked: boolean;
  areFriendsAdded: boolean;
  isPending: boolean;
  frame: StepPlace;
  onFinish: () => void;
  onLinkBank: () => void;
  onInvite: () => void;
  budgetDollars: number;
  bankSummary?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <StepFrame
      step={5}
      title={`You’re all set, ${name}!`}
      {...frame}
      picture={<Pig mood="proud" width={144} hopping className="h-auto w-pig-step" />}
    >
      <p className="mt-4 text-balance text-ink-soft">
        Your week runs from Monday to Sunday. We count. You keep the change.
      </p>
      <ul className="mt-5 rounded-medium border border-line bg-card">
        <SummaryLine icon={PiggyBank}>
          <strong>${budgetDollars.toLocaleString('en-US')}</strong> a week
        </SummaryLine>
        {isBankLinked && bankSummary}
      </ul>
      <div className="mt-8 flex flex-col gap-3">
        <Button disabled={isPending} onClick={onFinish}>
          {isPending ? 'Setting up...' : 'Go to my dashboard'}
        </Button>
        {!isBankLinked && (
          <Button look="secondary" onClick={onLinkBank}>
            Link My Bank Now
          </Button>
        )}
        {!areFriendsAdded && (
          <Button look="secondary" onClick={onInvite}>
            Invite Friends
          </Button>
        )}
      </div>
      {children}
    </StepFrame>
  );
}

/** One line of what was set up. */
export function SummaryLine({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex min-h-13 items-center gap-3 border-line px-inset py-2 not-first:border-t">
      <Icon size={20} aria-hidden="true" className="flex-none text-pink-deep" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}
