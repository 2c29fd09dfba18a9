import type { Settings } from '@oinkly/contract/account';
import { dollarsFromCents } from '@oinkly/domain/money';
import type { BudgetSettings } from './budget.service.ts';

export function presentSettings(settings: BudgetSettings): Settings {
  return {
    monthlyIncome:
      settings.monthlyIncomeCents === null ? null : dollarsFromCents(settings.monthlyIncomeCents),
    monthlySavingsGoal: dollarsFromCents(settings.monthlySavingsGoalCents),
    budgets: settings.changes.map(({ day, budgetCents }) => ({
      day,
      weeklyBudget: dollarsFromCents(budgetCents),
    })),
  };
}
