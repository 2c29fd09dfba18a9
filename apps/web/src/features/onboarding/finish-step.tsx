import type { ReactNode } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Pig } from '../../shared/ui/pig.tsx';
import { StepFrame } from './step-frame.tsx';

/** Step 5: done, with open tasks (ONB-8). */
export function FinishStep({
  name,
  isBankLinked,
  areFriendsAdded,
  isPending,
  hasMoved,
  onFinish,
  onLinkBank,
  onInvite,
  children,
}: {
  name: string;
  isBankLinked: boolean;
  areFriendsAdded: boolean;
  isPending: boolean;
  hasMoved: boolean;
  onFinish: () => void;
  onLinkBank: () => void;
  onInvite: () => void;
  children?: ReactNode;
}) {
  return (
    <StepFrame
      step={5}
      title={`You’re all set, ${name}!`}
      hasMoved={hasMoved}
      picture={<Pig mood="proud" width={144} hopping className="h-auto w-pig-step" />}
    >
      <p className="mt-4 text-balance text-ink-soft">
        Your week runs from Monday to Sunday. We count. You keep the change.
      </p>
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
