import type { ReactNode } from 'react';
import { Button, TextButton } from '../../shared/ui/button.tsx';
import { Pig } from '../../shared/ui/pig.tsx';
import { StepFrame, type StepPlace } from './step-frame.tsx';

/** Step 4: inviting friends (ONB-7), below the inviter (PD-91). */
export function InviteStep({
  inviteOptions,
  names,
  frame,
  onNext,
  onLeaveOut,
}: {
  inviteOptions: ReactNode;
  /** The user's and the inviter's; null without an invitation. */
  names: { own: string; inviter: string } | null;
  frame: StepPlace;
  onNext: () => void;
  onLeaveOut: () => void;
}) {
  return (
    <StepFrame step={4} title="Invite your friends" {...frame} picture={<TwoPigs />}>
      {names && <SharedBoard {...names} onLeaveOut={onLeaveOut} />}
      <p className="mt-4 mb-6 text-ink-soft">
        {names
          ? 'The more, the merrier. Friends see your place on the board, never an amount.'
          : 'A budget is easier to keep with friends. They see your place on the board, never an amount.'}
      </p>
      {inviteOptions}
      <Button className="mt-8" onClick={onNext}>
        Continue to final step
      </Button>
    </StepFrame>
  );
}

function SharedBoard({ own, inviter, onLeaveOut }: { own: string; inviter: string; onLeaveOut: () => void }) {
  return (
    <section className="mt-5" aria-labelledby="shared-board">
      <h2 id="shared-board" className="mb-3 font-soft text-title font-medium tracking-title wrap-anywhere">
        You and <bdi>{inviter}</bdi> share a board
      </h2>
      <ul className="overflow-hidden rounded-medium border border-line bg-card">
        <li className="flex min-h-13 items-center px-inset py-3">
          <bdi className="wrap-anywhere">{inviter}</bdi>
        </li>
        <li className="flex min-h-13 items-center border-t border-line bg-pink-wash px-inset py-3">
          <span className="min-w-0 wrap-anywhere">
            <bdi>{own}</bdi>
            <span className="ml-2 inline-block text-ink-soft">(You)</span>
          </span>
        </li>
      </ul>
      <TextButton className="mt-1 text-small" onClick={onLeaveOut}>
        Don’t share a board
      </TextButton>
    </section>
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
