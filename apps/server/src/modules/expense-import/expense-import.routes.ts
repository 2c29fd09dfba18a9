import { MAX_IMPORT_FILE_BYTES } from '@oinkly/domain/statements/limits';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { serve } from '../../http/contract-routes.ts';
import { userOf } from '../identity/index.ts';
import { checkRows, importRows, listImports, undoImport } from './expense-import.service.ts';
import { presentImports } from './present-imports.ts';

/** What a browser has read from a person's file, which becomes expenses all at once (PD-30). */
export function expenseImportRoutes(app: FastifyInstance, deps: Deps): void {
  // The rows of a file are about as long as the file (SEC-14).
  const bodyLimit = MAX_IMPORT_FILE_BYTES;

  serve(app, 'listImports', async ({ raw }) => presentImports(await listImports(deps.db, userOf(raw).id)));

  serve(
    app,
    'checkImport',
    async ({ raw, body }) => ({ known: await checkRows(deps, userOf(raw).id, body.rows) }),
    { bodyLimit },
  );

  serve(app, 'importExpenses', async ({ raw, body }) => importRows(deps, userOf(raw).id, body), {
    bodyLimit,
  });

  serve(app, 'undoImport', async ({ raw, params }) => ({
    removed: await undoImport(deps, { ownerId: userOf(raw).id, id: params.id }),
  }));
}
