import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { serve, SUCCEEDED } from '../../http/contract-routes.ts';
import { userOf } from '../identity/index.ts';
import { presentOffer } from './present-expense.ts';
import { answerDuplicate, listOffers, undoMerge } from './duplicates.service.ts';
import type { LedgerDeps } from '../ledger/index.ts';

export function duplicatesRoutes(app: FastifyInstance, deps: Deps & LedgerDeps): void {
  serve(app, 'listDuplicates', async ({ raw }) => ({
    offers: (await listOffers(deps, userOf(raw).id)).map(presentOffer),
  }));

  serve(app, 'answerDuplicate', async ({ raw, body }) => {
    const { manualId, bankId, duplicate: isDuplicate } = body;
    await answerDuplicate(deps, { ownerId: userOf(raw).id, manualId, bankId, isDuplicate });
    return SUCCEEDED;
  });

  serve(app, 'undoMerge', async ({ raw, params }) => {
    await undoMerge(deps, { ownerId: userOf(raw).id, id: params.id });
    return SUCCEEDED;
  });
}
