import type { FastifyInstance } from 'fastify';
import { serve, SUCCEEDED } from '../../http/contract-routes.ts';
import type { Deps } from '../deps.ts';
import { userOf } from '../identity/index.ts';
import { closeDueWeeks } from '../leaderboard/index.ts';
import type { LedgerDeps } from '../ledger/index.ts';
import type { NotifyDeps } from '../notifications/index.ts';
import { endPact, makePact, readPacts } from './pacts.service.ts';
import { presentPact } from './present-friends.ts';

export function pactsRoutes(app: FastifyInstance, deps: Deps & LedgerDeps & NotifyDeps): void {
  serve(app, 'listPacts', async ({ raw }) => {
    await closeDueWeeks(deps, userOf(raw));
    return { pacts: (await readPacts(deps, userOf(raw))).map(presentPact) };
  });

  serve(app, 'makePact', async ({ raw, params }) => {
    await makePact(deps, userOf(raw), params.id);
    return SUCCEEDED;
  });

  serve(app, 'endPact', async ({ raw, params }) => {
    await endPact(deps, userOf(raw).id, params.id);
    return SUCCEEDED;
  });
}
