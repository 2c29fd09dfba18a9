import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../deps.ts';
import { serve } from '../../http/contract-routes.ts';
import { todayOf } from '../time/index.ts';
import { requireRecentLogin, sessionOf, userOf, type UserRow } from '../identity/index.ts';
import { csvOfExpenses } from './expenses-csv.ts';
import { jsonOfEverything } from './everything-json.ts';
import type { BankingDeps } from '../banking/index.ts';

export function dataExportRoutes(app: FastifyInstance, deps: Deps & BankingDeps): void {
  serve(app, 'exportExpenses', async ({ raw, reply }) => {
    const user = userOf(raw);
    asFile(reply, deps, user, 'expenses', 'csv');
    raw.log.info({ event: 'export', userId: user.id, format: 'csv' }, 'expenses exported');
    return csvOfExpenses(deps, user.id);
  });

  serve(app, 'exportEverything', async ({ raw, reply }) => {
    requireRecentLogin(sessionOf(raw), deps.clock());
    const user = userOf(raw);
    const file = await jsonOfEverything(deps, user);
    asFile(reply, deps, user, 'everything', 'json');
    raw.log.info({ event: 'export', userId: user.id, format: 'json' }, 'everything exported');
    return file;
  });
}

function asFile(reply: FastifyReply, { clock }: Deps, user: UserRow, name: string, ending: string): void {
  reply.header(
    'content-disposition',
    `attachment; filename="oinkly-${name}-${todayOf(user, clock)}.${ending}"`,
  );
  // No cache may hold what a bank reported.
  reply.header('cache-control', 'no-store');
}
