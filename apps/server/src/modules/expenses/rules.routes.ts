import { MAX_MERCHANTS_LISTED } from '@oinkly/contract/limits';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { serve, SUCCEEDED } from '../../http/contract-routes.ts';
import { userOf } from '../identity/index.ts';
import { presentRule } from './present-rule.ts';
import { listMerchants, listRules } from './rules.queries.ts';
import { applyRuleToEarlier, removeRule, saveRule, undoRule } from './rules.service.ts';
import type { LedgerDeps } from '../ledger/index.ts';

export function rulesRoutes(app: FastifyInstance, deps: Deps & LedgerDeps): void {
  serve(app, 'listRules', async ({ raw }) => ({
    rules: (await listRules(deps.db, userOf(raw).id)).map(presentRule),
  }));

  serve(app, 'saveRule', async ({ raw, body }) => {
    const { counted: isCounted, ...rule } = body;
    const saved = await saveRule(deps, { ownerId: userOf(raw).id, ...rule, isCounted });
    return { ...presentRule(saved), earlier: saved.earlier };
  });

  serve(app, 'listMerchants', async ({ raw }) => ({
    merchants: await listMerchants(deps.db, userOf(raw).id, MAX_MERCHANTS_LISTED),
  }));

  serve(app, 'removeRule', async ({ raw, query }) => {
    await removeRule(deps, { ownerId: userOf(raw).id, merchantKey: query.merchantKey });
    return SUCCEEDED;
  });

  serve(app, 'applyRule', ({ raw, body }) =>
    applyRuleToEarlier(deps, { ownerId: userOf(raw).id, merchantKey: body.merchantKey }),
  );

  serve(app, 'undoRuleChange', async ({ raw, params }) => ({
    restored: await undoRule(deps, { ownerId: userOf(raw).id, id: params.id }),
  }));
}
