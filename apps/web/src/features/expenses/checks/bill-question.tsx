import type { MonthlyPayments } from '@oinkly/contract/recurring';
import { centsFromDollars, formatUsd } from '@oinkly/domain/money';
import { Button } from '../../../shared/ui/button.tsx';
import { useSaveRule } from '../rules/rule-mutations.ts';

export function billQuestion({ name }: MonthlyPayments): string {
  return `Leave ${name} out of your weeks?`;
}

export function BillFacts({ payments }: { payments: MonthlyPayments }) {
  return `${formatUsd(centsFromDollars(payments.amount))} a month looks like a bill. Left out, it stays in your list.`;
}

/** The answer is a rule, so it holds for the next payment too (PD-90). */
export function BillAnswers({ payments, onDone }: { payments: MonthlyPayments; onDone?: () => void }) {
  const { mutate: saveRule } = useSaveRule();
  const { merchantKey, name: merchant } = payments;
  const say = (counted: boolean) => {
    onDone?.();
    saveRule({ merchantKey, merchant, name: null, category: null, counted });
  };
  return (
    <div className="grid fit-cols-30 gap-2">
      <Button look="secondary" onClick={() => say(false)}>
        Leave out
      </Button>
      <Button look="secondary" onClick={() => say(true)}>
        It counts
      </Button>
    </div>
  );
}
