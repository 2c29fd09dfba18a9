import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import type { LedgerDeps } from '../ledger/index.ts';
import { serve } from '../../http/contract-routes.ts';
import { userOf } from '../identity/index.ts';
import { presentUser } from './present-user.ts';
import { readProfile, updateProfile } from './users.service.ts';

export function usersRoutes(app: FastifyInstance, deps: Deps & LedgerDeps): void {
  serve(app, 'getCurrentUser', async ({ raw }) => presentUser(await readProfile(deps, userOf(raw))));
  serve(app, 'updateUser', async ({ raw, body }) =>
    presentUser(await updateProfile(deps, userOf(raw), body)),
  );
}
