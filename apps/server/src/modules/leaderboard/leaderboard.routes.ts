import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { serve, SUCCEEDED } from '../../http/contract-routes.ts';
import { userOf } from '../identity/index.ts';
import { closeDueWeeks, dismissLastWeek, readLeaderboard } from './leaderboard.service.ts';
import { presentLeaderboard } from './present-leaderboard.ts';
import type { LedgerDeps } from '../ledger/index.ts';

export function leaderboardRoutes(app: FastifyInstance, deps: Deps & LedgerDeps): void {
  serve(app, 'getLeaderboard', async ({ raw }) => {
    await closeDueWeeks(deps, userOf(raw));
    return presentLeaderboard(await readLeaderboard(deps, userOf(raw)));
  });

  serve(app, 'dismissLastWeek', async ({ raw, params }) => {
    await dismissLastWeek(deps, userOf(raw).id, params.week);
    return SUCCEEDED;
  });
}
