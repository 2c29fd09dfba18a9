import type { ReactNode } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { StepFrame } from './step-frame.tsx';

/** Step 4: inviting friends (ONB-7). The ways to invite come from the screen. */
export function InviteStep({
  inviteOptions,
  hasMoved,
  onNext,
}: {
  inviteOptions: ReactNode;
  hasMoved: boolean;
  onNext: () => void;
}) {
  return (
    <StepFrame step={4} title="Invite your friends" hasMoved={hasMoved}>
      <p className="mt-2 mb-6 text-ink-soft">
        A budget is easier to keep when somebody is watching. Friends see your place on the board, never an
        amount.
      </p>
      {inviteOptions}
      <Button className="mt-8" onClick={onNext}>
        Continue to final step
      </Button>
    </StepFrame>
  );
}
