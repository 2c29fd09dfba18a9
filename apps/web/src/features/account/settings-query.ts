import { routes } from '@oinkly/contract/routes';
import { weeklyBudgetFromMonthlyIncome, type BudgetChange } from '@oinkly/domain/budgets';
import { centsFromDollars } from '@oinkly/domain/money';
import { queryOptions } from '@tanstack/react-query';
import type { Settings } from '@oinkly/contract/account';
import { call } from '../../shared/http/call.ts';
import { loadOrSay } from '../../shared/http/query-client.ts';

export const settingsQuery = queryOptions({
  queryKey: [routes.getSettings.path],
  queryFn: () => loadOrSay('Failed to load settings', call('getSettings')),
});

/** Returns cents. An income without dates is every week's budget (DB-19). */
export function budgetChangesOf(settings: Settings): BudgetChange[] {
  const changes = settings.budgets.map(({ day, weeklyBudget }) => ({
    day,
    budgetCents: centsFromDollars(weeklyBudget),
  }));
  if (changes.length > 0 || settings.monthlyIncome === null) return changes;
  return [
    {
      day: '0001-01-01',
      budgetCents: centsFromDollars(weeklyBudgetFromMonthlyIncome(settings.monthlyIncome)),
    },
  ];
}
