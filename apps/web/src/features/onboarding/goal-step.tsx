import { useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { GoalFields } from '../../shared/ui/goal-fields.tsx';
import { Pig } from '../../shared/ui/pig.tsx';
import { StepFrame, type StepPlace } from './step-frame.tsx';

/** Step 2, in whole dollars (ONB-2, ONB-3). */
export function GoalStep({
  initialBudget,
  frame,
  onNext,
}: {
  initialBudget: number;
  frame: StepPlace;
  onNext: (budget: number) => void;
}) {
  const [budget, setBudget] = useState(initialBudget);
  return (
    <StepFrame
      step={2}
      title="What’s your weekly spending goal?"
      {...frame}
      picture={<Pig mood={budget === 0 ? 'asleep' : 'content'} width={144} className="h-auto w-pig-step" />}
    >
      <form
        className="mt-6 flex flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          onNext(budget);
        }}
      >
        <GoalFields budget={budget} hint="Most people pick $75-$125." onChange={setBudget} />
        <Button type="submit">Set my goal</Button>
      </form>
    </StepFrame>
  );
}
