import { dollarsFromCents } from '@oinkly/domain/money';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { serve } from '../../http/contract-routes.ts';
import { userOf } from '../identity/index.ts';
import { readInsights } from './insights.service.ts';

/** Categories, merchants and weekdays of the last 52 weeks (PD-70). */
export function insightsRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, 'getInsights', async ({ raw }) => {
    const { from, to, categories, merchants, weekdays } = await readInsights(deps, userOf(raw));
    return {
      from,
      to,
      categories: categories.map(({ category, spentCents }) => ({
        category,
        spent: spentCents.map(dollarsFromCents),
      })),
      merchants: merchants.map(({ name, spentCents, purchases }) => ({
        name,
        spent: dollarsFromCents(spentCents),
        purchases,
      })),
      weekdays: weekdays.map(({ spentCents, purchases }) => ({
        spent: dollarsFromCents(spentCents),
        purchases,
      })),
    };
  });
}
