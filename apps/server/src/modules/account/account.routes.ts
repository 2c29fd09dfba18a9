import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { serve, SUCCEEDED } from '../../http/contract-routes.ts';
import {
  cookieNames,
  cookieOptions,
  requireRecentLogin,
  sessionOf,
  type IdentityDeps,
} from '../identity/index.ts';
import { deleteAccount } from './account.service.ts';

export function accountRoutes(app: FastifyInstance, deps: Deps & IdentityDeps): void {
  serve(app, 'deleteAccount', async ({ raw, reply }) => {
    const session = sessionOf(raw);
    requireRecentLogin(session, deps.clock());
    const { userId } = session;
    await deleteAccount(deps, userId);
    raw.log.info({ event: 'account_deleted', userId }, 'account deleted');
    reply.clearCookie(cookieNames(deps.publicUrl).session, cookieOptions(deps.publicUrl, 0));
    return SUCCEEDED;
  });
}
