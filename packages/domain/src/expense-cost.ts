/** Amounts are in cents. */
export interface CostFacts {
  amountCents: number;
  /** The bank's amount before the user's edits; null for a manual expense. */
  bankAmountCents: number | null;
  refundedCents: number;
  currency: string;
  isFromBank: boolean;
  countsByKind: boolean;
  countedByHand: boolean | null;
  isDeleted: boolean;
  isWithdrawn: boolean;
  isMerged: boolean;
  isUpcoming: boolean;
}

export interface ExpenseCost {
  isCounted: boolean;
  costCents: number;
  /** What counts on the leaderboard. */
  rankedCents: number;
}

/**
 * In cents. The generated columns of `expenses` state the same rule in SQL. An expense that the user
 * excludes, lowers or deletes still ranks with the bank's amount (PD-21). A deleted manual one ranks as 0:
 * its user could also have left it out, and a slip ($425 for $4.25, entered again) would spoil the week.
 */
export function costOfExpense(facts: CostFacts): ExpenseCost {
  const { refundedCents, countsByKind, countedByHand, isDeleted } = facts;
  const costCents = costAfterRefunds(facts.amountCents, refundedCents);
  const canCount = facts.currency === 'USD' && !facts.isWithdrawn && !facts.isMerged && !facts.isUpcoming;
  const rankedCents = () => {
    if (!canCount || (isDeleted && !facts.isFromBank)) return 0;
    if (countsByKind) return Math.max(costCents, costAfterRefunds(facts.bankAmountCents ?? 0, refundedCents));
    return countedByHand === true && !isDeleted ? costCents : 0;
  };
  return {
    isCounted: canCount && !isDeleted && (countedByHand ?? countsByKind),
    costCents,
    rankedCents: rankedCents(),
  };
}

/** Returns the absolute amount minus its refunds, at least zero, in cents (PD-6). */
export function costAfterRefunds(amountCents: number, refundedCents: number): number {
  return Math.max(0, Math.abs(amountCents) - refundedCents);
}
