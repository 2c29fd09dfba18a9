import { MAX_IMPORT_BODY_BYTES } from '@oinkly/domain/statements/limits';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { serve } from '../../http/contract-routes.ts';
import { userOf } from '../identity/index.ts';
import { checkRows, importRows, listImports, undoImport } from './expense-import.service.ts';
import { presentImports } from './present-imports.ts';
import type { LedgerDeps } from '../ledger/index.ts';

export function expenseImportRoutes(app: FastifyInstance, deps: Deps & LedgerDeps): void {
  serve(app, 'listImports', async ({ raw }) => presentImports(await listImports(deps.db, userOf(raw).id)));

  serve(
    app,
    'checkImport',
    async ({ raw, body }) => ({ known: await checkRows(deps, userOf(raw).id, body) }),
    { bodyLimit: MAX_IMPORT_BODY_BYTES },
  );

  serve(app, 'importExpenses', async ({ raw, body }) => importRows(deps, userOf(raw).id, body), {
    bodyLimit: MAX_IMPORT_BODY_BYTES,
  });

  serve(app, 'undoImport', async ({ raw, params }) => ({
    removed: await undoImport(deps, { ownerId: userOf(raw).id, id: params.id }),
  }));
}
