import { kindOfExpense } from './classification.ts';

/** Words in the names of landlords, lenders and the like, besides those that make a fixed bill by themselves. */
const MORE_BILL_WORDS =
  /\b(?:residential|residences?|apartments?|apts?|propert(?:y|ies)|realty|leasing|hoa|condo(?:minium)?s?|lending|tuition|day ?care|child ?care)\b/i;

/**
 * Whether to ask if a monthly payment counts: its name looks like a bill's, or it is larger than the weekly budget (PD-90). `weeklyBudgetCents` is
 * null without one.
 */
export function mayBeBill(
  { name, amountCents }: { name: string; amountCents: number },
  weeklyBudgetCents: number | null,
): boolean {
  const looksLikeBill =
    kindOfExpense({ category: 'Other', name }) === 'fixed-bill' || MORE_BILL_WORDS.test(name);
  return looksLikeBill || (weeklyBudgetCents !== null && amountCents > weeklyBudgetCents);
}

/** The monthly payments of which the user has not said whether they count (PD-90), the largest first. Cost: n log n in the payments. */
export function billsToAskAbout<Payments extends { mayBeBill: boolean; amount: number }>(
  payments: readonly Payments[],
): Payments[] {
  return payments.filter((one) => one.mayBeBill).toSorted((a, b) => b.amount - a.amount);
}
