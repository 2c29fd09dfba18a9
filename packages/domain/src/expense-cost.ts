/** What decides the cost of an expense. Amounts are in cents. */
export interface CostFacts {
  /** Negative if a user entered it so; a bank's is positive. */
  amountCents: number;
  /** What the bank reported, whatever the user changed; null for an expense that is not from a bank. */
  bankAmountCents: number | null;
  refundedCents: number;
  currency: string;
  isFromBank: boolean;
  /** Whether its kind counts for this user. */
  countsByKind: boolean;
  /** Whether the user counts or excludes it; null if the user decided nothing. */
  countedByHand: boolean | null;
  /** The user deleted it. */
  isDeleted: boolean;
  /** The bank withdrew it. */
  isWithdrawn: boolean;
  /** A bank expense replaces it. */
  isMerged: boolean;
  /** Its day has not begun. */
  isUpcoming: boolean;
}

/** What an expense costs its week. Amounts are in cents. */
export interface ExpenseCost {
  /** Whether it is part of totals. */
  isCounted: boolean;
  costCents: number;
  /** What the leaderboard counts. */
  rankedCents: number;
}

/**
 * Returns what an expense costs its week. The generated columns of the table `expenses` are the same rule in SQL. What a user excludes,
 * lowers or deletes still ranks with the bank's amount (PD-21).
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

/** Returns the absolute amount less its refunds, never below zero, in cents (PD-6). */
export function costAfterRefunds(amountCents: number, refundedCents: number): number {
  return Math.max(0, Math.abs(amountCents) - refundedCents);
}
