/** The height of the budget's bar, and of spending that equals it (DB-5). */
export const BUDGET_BAR_PX = 120;
const SHORTEST_BAR_PX = 10;
/** A bar taller than twice the budget's is drawn broken at this height (D-6). */
const TALLEST_BAR_PX = 240;

/** How tall the spending bar is drawn, and whether it is broken because the true one would be taller. Sums in cents. */
export function spendingBar(
  spentCents: number,
  budgetCents: number,
): { heightPx: number; isBroken: boolean } {
  if (spentCents === 0) return { heightPx: SHORTEST_BAR_PX, isBroken: false };
  // Any spending is over a budget of nothing, without a share to draw (PD-12).
  if (budgetCents === 0) return { heightPx: TALLEST_BAR_PX, isBroken: true };
  const heightPx = Math.max(SHORTEST_BAR_PX, (spentCents / budgetCents) * BUDGET_BAR_PX);
  return heightPx > TALLEST_BAR_PX
    ? { heightPx: TALLEST_BAR_PX, isBroken: true }
    : { heightPx, isBroken: false };
}
