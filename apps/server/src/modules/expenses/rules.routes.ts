import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { serve, SUCCEEDED } from '../../http/contract-routes.ts';
import { userOf } from '../identity/index.ts';
import { presentRule } from './present-rule.ts';
import { listRules } from './rules.queries.ts';
import { applyRuleToEarlier, removeRule, saveRule, undoRule } from './rules.service.ts';

export function rulesRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, 'listRules', async ({ raw }) => ({
    rules: (await listRules(deps.db, userOf(raw).id)).map(presentRule),
  }));

  serve(app, 'saveRule', async ({ raw, body }) => {
    const { merchantKey, name = null, category = null, counted: isCounted = null } = body;
    const rule = { merchantKey, name, category, isCounted };
    const saved = await saveRule(deps, { ownerId: userOf(raw).id, ...rule });
    return { ...presentRule(saved), earlier: saved.earlier };
  });

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
