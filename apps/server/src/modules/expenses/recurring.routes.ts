import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { serve, SUCCEEDED } from '../../http/contract-routes.ts';
import { userOf } from '../identity/index.ts';
import { presentRecurring } from './present-recurring.ts';
import { answerMonthly, readRecurring } from './recurring.service.ts';
import { changeSeries, endSeries, restoreSeries } from './series.service.ts';
import type { LedgerDeps } from '../ledger/index.ts';

export function recurringRoutes(app: FastifyInstance, deps: Deps & LedgerDeps): void {
  serve(app, 'listRecurring', async ({ raw }) => presentRecurring(await readRecurring(deps, userOf(raw))));

  serve(app, 'updateRecurring', async ({ raw, params, body }) => {
    await changeSeries(deps, { owner: userOf(raw), id: params.id, patch: body });
    return SUCCEEDED;
  });

  serve(app, 'endRecurring', async ({ raw, params }) => {
    await endSeries(deps, { owner: userOf(raw), id: params.id });
    return SUCCEEDED;
  });

  serve(app, 'restoreRecurring', async ({ raw, params }) => {
    await restoreSeries(deps, { ownerId: userOf(raw).id, id: params.id });
    return SUCCEEDED;
  });

  serve(app, 'answerMonthly', async ({ raw, body }) => {
    const { merchantKey, monthly: isMonthly } = body;
    await answerMonthly(deps, { ownerId: userOf(raw).id, merchantKey, isMonthly });
    return SUCCEEDED;
  });
}
