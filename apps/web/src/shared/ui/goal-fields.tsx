import { budgetCaption, clampBudget, HIGHEST_GOAL_DOLLARS } from '@oinkly/domain/budget-captions';
import { centsFromDollars, formatUsd } from '@oinkly/domain/money';
import { BigNumber } from './big-number.tsx';
import { MoneyField } from './field.tsx';
import { Slider } from './slider.tsx';

const SLIDER_STEP = 5;

/** A weekly budget in whole dollars, by slider or number (ONB-2, ONB-3). */
export function GoalFields({
  budget,
  hint,
  onChange,
}: {
  budget: number;
  hint?: string;
  onChange: (budget: number) => void;
}) {
  return (
    <>
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
            onChange={onChange}
            max={HIGHEST_GOAL_DOLLARS}
            step={SLIDER_STEP}
            valueText={formatUsd(centsFromDollars(budget))}
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
        max={HIGHEST_GOAL_DOLLARS}
        step="1"
        value={budget}
        onChange={(event) => onChange(clampBudget(event.target.value))}
        hint={hint}
      />
    </>
  );
}
