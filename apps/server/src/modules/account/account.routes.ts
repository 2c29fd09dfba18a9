import type { FastifyInstance } from 'fastify';
import { inUserTransaction } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { serve, SUCCEEDED } from '../../http/contract-routes.ts';
import { endAllAtProvider } from '../banking/index.ts';
import { cookieNames, userOf } from '../identity/index.ts';
import { deleteUser } from './account.queries.ts';

/** Deleting the account (API-9). */
export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, 'deleteAccount', async ({ raw, reply }) => {
    const userId = userOf(raw).id;
    await inUserTransaction(deps.db, userId, async (tx) => {
      await endAllAtProvider(deps, tx, userId);
      await deleteUser(tx, userId);
    });
    raw.log.info({ event: 'account-deleted', userId }, 'account deleted');
    reply.clearCookie(cookieNames(deps.publicUrl).session, { path: '/' });
    return SUCCEEDED;
  });
}
