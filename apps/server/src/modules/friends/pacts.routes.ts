import type { Pact as ContractPact } from '@oinkly/contract/friends';
import type { FastifyInstance } from 'fastify';
import { serve, SUCCEEDED } from '../../http/contract-routes.ts';
import type { Deps } from '../deps.ts';
import { userOf } from '../identity/index.ts';
import type { LedgerDeps } from '../ledger/index.ts';
import type { NotifyDeps } from '../notifications/index.ts';
import { endPact, makePact, readPacts, type Pact } from './pacts.service.ts';

export function pactsRoutes(app: FastifyInstance, deps: Deps & LedgerDeps & NotifyDeps): void {
  serve(app, 'listPacts', async ({ raw }) => ({
    pacts: (await readPacts(deps, userOf(raw))).map(presentPact),
  }));

  serve(app, 'makePact', async ({ raw, params }) => {
    await makePact(deps, userOf(raw), params.id);
    return SUCCEEDED;
  });

  serve(app, 'endPact', async ({ raw, params }) => {
    await endPact(deps, userOf(raw).id, params.id);
    return SUCCEEDED;
  });
}

function presentPact({ run, ...pact }: Pact): ContractPact {
  return {
    ...pact,
    weeksTogether: run?.weeksTogether ?? 0,
    forgivenWeek: run?.forgivenWeek ?? null,
    countsFrom: run?.countsFrom ?? null,
  };
}
