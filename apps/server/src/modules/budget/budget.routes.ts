import type { Settings } from '@oinkly/contract/endpoints';
import { dollarsFromCents } from '@oinkly/domain/money';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { serve } from '../../http/contract-routes.ts';
import { userOf } from '../identity/index.ts';
import { readBudgetSettings, saveBudgetSettings, type BudgetSettings } from './budget.service.ts';

/** The budget settings (API-2). */
export function budgetRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, 'getSettings', async ({ raw }) =>
    presentSettings(await readBudgetSettings(deps.db, userOf(raw))),
  );

  serve(app, 'updateSettings', async ({ raw, body }) =>
    presentSettings(
      await saveBudgetSettings(deps, userOf(raw), {
        monthlyIncomeDollars: body.monthlyIncome,
        monthlySavingsGoalDollars: body.monthlySavingsGoal,
      }),
    ),
  );
}

function presentSettings(settings: BudgetSettings): Settings {
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
