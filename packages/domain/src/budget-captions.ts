/** Of the slider. My Account takes more. */
export const HIGHEST_GOAL_DOLLARS = 1000;

/** The sentence that onboarding shows for a weekly budget (ONB-3; specification, section 5). */
export function budgetCaption(budgetDollars: number): string {
  if (budgetDollars === 0) return 'Just getting started?';
  if (budgetDollars < 50) return 'Super conservative!';
  if (budgetDollars < 75) return 'Conservative spender';
  if (budgetDollars < 125) return 'Balanced approach';
  if (budgetDollars < 200) return 'Living it up!';
  if (budgetDollars < 500) return 'Big spender mode';
  return 'High roller!';
}

/** Reads whole dollars, clamped to 0-1000; 0 for text that is not a number (ONB-2). */
export function clampBudget(text: string): number {
  const value = Number(text.trim());
  return Number.isNaN(value) ? 0 : Math.round(Math.min(HIGHEST_GOAL_DOLLARS, Math.max(0, value)));
}
