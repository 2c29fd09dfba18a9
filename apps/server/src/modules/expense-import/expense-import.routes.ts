import { MAX_IMPORT_FILE_BYTES, MAX_IMPORT_ROWS } from '@oinkly/domain/statements/limits';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { serve } from '../../http/contract-routes.ts';
import { userOf } from '../identity/index.ts';
import { checkRows, importRows, listImports, undoImport } from './expense-import.service.ts';
import { presentImports } from './present-imports.ts';
import type { LedgerDeps } from '../ledger/index.ts';

/** Field names and derived values of a row. */
const REST_OF_ROW_BYTES = 200;
const MAX_BODY_BYTES = MAX_IMPORT_FILE_BYTES + MAX_IMPORT_ROWS * REST_OF_ROW_BYTES;

export function expenseImportRoutes(app: FastifyInstance, deps: Deps & LedgerDeps): void {
  serve(app, 'listImports', async ({ raw }) => presentImports(await listImports(deps.db, userOf(raw).id)));

  serve(
    app,
    'checkImport',
    async ({ raw, body }) => ({ known: await checkRows(deps, userOf(raw).id, body.rows) }),
    { bodyLimit: MAX_BODY_BYTES },
  );

  serve(app, 'importExpenses', async ({ raw, body }) => importRows(deps, userOf(raw).id, body), {
    bodyLimit: MAX_BODY_BYTES,
  });

  serve(app, 'undoImport', async ({ raw, params }) => ({
    removed: await undoImport(deps, { ownerId: userOf(raw).id, id: params.id }),
  }));
}
