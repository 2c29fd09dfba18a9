import { budgetCaption, clampBudget } from '@oinkly/domain/budget-captions';
import { centsFromDollars, formatUsd } from '@oinkly/domain/money';
import { useState } from 'react';
import { BigNumber } from '../../shared/ui/big-number.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { MoneyField } from '../../shared/ui/field.tsx';
import { Pig } from '../../shared/ui/pig.tsx';
import { Slider } from '../../shared/ui/slider.tsx';
import { StepFrame } from './step-frame.tsx';

const HIGHEST_GOAL = 1000;
const SLIDER_STEP = 5;

/** Step 2, in whole dollars (ONB-2, ONB-3). */
export function GoalStep({
  initialBudget,
  hasMoved,
  onNext,
}: {
  initialBudget: number;
  hasMoved: boolean;
  onNext: (budget: number) => void;
}) {
  const [budget, setBudget] = useState(initialBudget);
  const readout = formatUsd(centsFromDollars(budget));
  return (
    <StepFrame
      step={2}
      title="What’s your weekly spending goal?"
      hasMoved={hasMoved}
      picture={<Pig mood={budget === 0 ? 'asleep' : 'content'} width={144} className="h-auto w-pig-step" />}
    >
      <form
        className="mt-6 flex flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          onNext(budget);
        }}
      >
        <div className="rounded-large border border-line bg-card p-card text-center shadow-card">
          <output className="block">
            <BigNumber cents={centsFromDollars(budget)} />
          </output>
          <p className="mt-3 font-medium text-pink-deep" aria-live="polite">
            {budgetCaption(budget)}
          </p>
          <div className="mt-4">
            <Slider
              label="Weekly spending goal"
              value={budget}
              onChange={setBudget}
              max={HIGHEST_GOAL}
              step={SLIDER_STEP}
              valueText={readout}
            />
            <p aria-hidden="true" className="flex justify-between text-small text-ink-soft">
              <span>$0</span>
              <span>$1,000</span>
            </p>
          </div>
        </div>
        <MoneyField
          label="Or type it"
          type="number"
          inputMode="numeric"
          min="0"
          max={HIGHEST_GOAL}
          step="1"
          value={budget}
          onChange={(event) => setBudget(clampBudget(event.target.value))}
          hint="Most people pick $75-$125."
        />
        <Button type="submit">Set my goal</Button>
      </form>
    </StepFrame>
  );
}
