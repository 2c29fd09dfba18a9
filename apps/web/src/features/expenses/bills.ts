import type { MonthlyPayments, Recurring } from '@oinkly/contract/endpoints';

/** The monthly payments of which the user has not said whether they count (PD-90), the largest first. */
export function billsToAskAbout(recurring: Recurring | undefined): MonthlyPayments[] {
  return (recurring?.merchants ?? [])
    .filter(({ mayBeBill }) => mayBeBill)
    .toSorted((a, b) => b.amount - a.amount);
}

export function billQuestion({ name }: MonthlyPayments): string {
  return `Leave ${name} out of your weeks?`;
}
