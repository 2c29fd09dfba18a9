import { formatUsd } from './money.ts';

export interface WeekSums {
  budgetCents: number;
  spentCents: number;
}

/** What is left of a week's budget, or by how much it is exceeded. One of both is 0. */
export interface WeekBalance {
  leftCents: number;
  overCents: number;
  /** Spending exceeds the budget; equal does not. */
  isOver: boolean;
  /** Whichever is not 0, for the words in `side`. */
  differenceCents: number;
  side: 'left' | 'over';
}

/** The only comparison of spending and budget: every place that says "left" or "over" calls it (PD-87). */
export function balanceOf({ budgetCents, spentCents }: WeekSums): WeekBalance {
  const isOver = spentCents > budgetCents;
  const differenceCents = Math.abs(budgetCents - spentCents);
  return {
    leftCents: isOver ? 0 : differenceCents,
    overCents: isOver ? differenceCents : 0,
    isOver,
    differenceCents,
    side: isOver ? 'over' : 'left',
  };
}

/** `$45.00 left` or `$25.50 over` */
export function balanceWords(sums: WeekSums): string {
  const { differenceCents, side } = balanceOf(sums);
  return `${formatUsd(differenceCents)} ${side}`;
}
