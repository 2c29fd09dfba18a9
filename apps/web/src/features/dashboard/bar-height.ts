export const BUDGET_BAR_PX = 120;
const SHORTEST_BAR_PX = 10;
/** A bar over twice the budget's is drawn broken at this height (D-6). */
const TALLEST_BAR_PX = 240;

/** `isBroken` means that the true bar would be taller. Amounts in cents. */
export function spendingBar(
  spentCents: number,
  budgetCents: number,
): { heightPx: number; isBroken: boolean } {
  if (spentCents === 0) return { heightPx: SHORTEST_BAR_PX, isBroken: false };
  // A budget of zero has no share to draw (PD-12).
  if (budgetCents === 0) return { heightPx: TALLEST_BAR_PX, isBroken: true };
  const heightPx = Math.max(SHORTEST_BAR_PX, (spentCents / budgetCents) * BUDGET_BAR_PX);
  return heightPx > TALLEST_BAR_PX
    ? { heightPx: TALLEST_BAR_PX, isBroken: true }
    : { heightPx, isBroken: false };
}
