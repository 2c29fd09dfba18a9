import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { serve, SUCCEEDED } from '../../http/contract-routes.ts';
import { userOf } from '../identity/index.ts';
import { presentExpense } from './present-expense.ts';
import { answerSamePurchase, listOffers, undoMerge } from './same-purchases.service.ts';

/** What was typed and what a bank tells, as far as both are or may be one purchase. */
export function samePurchasesRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, 'listSamePurchases', async ({ raw }) => ({
    offers: (await listOffers(deps, userOf(raw).id)).map(({ typed, bank }) => ({
      typed: presentExpense(typed),
      bank: presentExpense(bank),
    })),
  }));

  serve(app, 'answerSamePurchase', async ({ raw, body }) => {
    const { typedId, bankId, same: isSame } = body;
    await answerSamePurchase(deps, { ownerId: userOf(raw).id, typedId, bankId, isSame });
    return SUCCEEDED;
  });

  serve(app, 'undoMerge', async ({ raw, params }) => {
    await undoMerge(deps, { ownerId: userOf(raw).id, id: params.id });
    return SUCCEEDED;
  });
}
