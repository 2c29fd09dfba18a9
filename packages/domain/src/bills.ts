/** Words in the names of landlords, lenders, insurers and the like. */
const BILL_WORDS =
  /\b(?:rent(?!al car)|rents|residential|residences?|apartments?|apts?|propert(?:y|ies)|realty|leasing|landlord|hoa|condo(?:minium)?s?|mortgages?|insurance|loans?|lending|tuition|day ?care|child ?care)\b/i;

/**
 * Whether to ask if a monthly payment counts: its name looks like a bill's, or it is larger than the weekly budget (PD-90). `weeklyBudgetCents` is
 * null without one.
 */
export function mayBeBill(
  payment: { name: string; amountCents: number },
  weeklyBudgetCents: number | null,
): boolean {
  return (
    BILL_WORDS.test(payment.name) || (weeklyBudgetCents !== null && payment.amountCents > weeklyBudgetCents)
  );
}
