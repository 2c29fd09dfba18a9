import type { ReactNode } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Pig } from '../../shared/ui/pig.tsx';
import { StepFrame } from './step-frame.tsx';

/** Step 4: inviting friends (ONB-7). */
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
    <StepFrame step={4} title="Invite your friends" hasMoved={hasMoved} picture={<TwoPigs />}>
      <p className="mt-4 mb-6 text-ink-soft">
        A budget is easier to keep with friends. They see your place on the board, never an amount.
      </p>
      {inviteOptions}
      <Button className="mt-8" onClick={onNext}>
        Continue to final step
      </Button>
    </StepFrame>
  );
}

function TwoPigs() {
  return (
    <span className="flex items-end">
      <Pig mood="content" width={144} className="h-auto w-pig-step" />
      <Pig
        mood="proud"
        width={72}
        coin="none"
        className="-ml-1 h-auto w-[calc(var(--spacing-pig-step)/2)] -scale-x-100"
      />
    </span>
  );
}
