import type { FastifyInstance } from 'fastify';
import { serve, SUCCEEDED } from '../../http/contract-routes.ts';
import type { Deps } from '../deps.ts';
import { userOf } from '../identity/index.ts';
import { limitLinkGuesses } from '../../http/link-guess-limit.ts';
import { declineWeek, promiseWeek, promiseWeekByMail } from './week-promises.service.ts';

export function weekPromisesRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, 'promiseWeek', async ({ raw, body }) => {
    await promiseWeek(deps, userOf(raw), body.weekStart);
    return SUCCEEDED;
  });

  serve(app, 'declineWeek', async ({ raw, body }) => {
    await declineWeek(deps, userOf(raw), body.weekStart);
    return SUCCEEDED;
  });

  const openLink = limitLinkGuesses(deps.db, 'PROMISE_LINK_NOT_FOUND', (token) =>
    promiseWeekByMail(deps, token),
  );
  serve(app, 'promiseWeekByMail', async ({ raw, params }) => {
    await openLink(params.token, raw);
    return SUCCEEDED;
  });
}
