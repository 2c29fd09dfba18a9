export const ONBOARDING_STEPS = 5;

/** The step to resume at (ONB-9): 1 without a name, 2 without a weekly budget, else 3. */
export function startingStep(user: { fullName: string | null; weeklyBudget: number | null }): 1 | 2 | 3 {
  if (!user.fullName?.trim()) return 1;
  return user.weeklyBudget === null ? 2 : 3;
}
