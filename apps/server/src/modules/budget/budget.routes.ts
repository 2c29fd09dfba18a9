import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { serve } from '../../http/contract-routes.ts';
import { userOf } from '../identity/index.ts';
import { readBudgetSettings, saveBudgetSettings } from './budget.service.ts';
import { presentSettings } from './present-settings.ts';

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
