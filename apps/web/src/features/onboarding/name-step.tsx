import { MAX_USER_NAME_LENGTH } from '@oinkly/contract/limits';
import { useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { Pig } from '../../shared/ui/pig.tsx';
import { StepFrame, type StepPlace } from './step-frame.tsx';

/** Step 1: the name (ONB-1). Says who invited the user (PD-91). */
export function NameStep({
  initialName,
  inviterName,
  frame,
  onNext,
}: {
  initialName: string;
  inviterName: string | null;
  frame: StepPlace;
  onNext: (name: string) => void;
}) {
  const [name, setName] = useState(initialName);
  const trimmed = name.trim();
  return (
    <StepFrame
      step={1}
      title="What should we call you?"
      {...frame}
      picture={<Pig mood="content" width={144} className="h-auto w-pig-step" />}
    >
      {inviterName !== null && (
        <p className="mt-4 text-ink-soft wrap-anywhere">
          <bdi>{inviterName}</bdi> is waiting for you on the board.
        </p>
      )}
      <form
        className="mt-6 flex flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          if (trimmed !== '') onNext(trimmed);
        }}
      >
        <TextField
          label="Your name"
          placeholder="Your name"
          autoComplete="name"
          maxLength={MAX_USER_NAME_LENGTH}
          value={name}
          onChange={(event) => setName(event.target.value)}
          hint="Your name appears in maps and on the leaderboard."
        />
        <Button type="submit" disabled={trimmed === ''}>
          Next
        </Button>
      </form>
    </StepFrame>
  );
}
