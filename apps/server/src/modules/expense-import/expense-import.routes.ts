import { MAX_IMPORT_FILE_BYTES, MAX_IMPORT_ROWS } from '@oinkly/domain/statements/limits';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { serve } from '../../http/contract-routes.ts';
import { userOf } from '../identity/index.ts';
import { checkRows, importRows, listImports, undoImport } from './expense-import.service.ts';
import { presentImports } from './present-imports.ts';

/** What a row has in a body and not in its file: the names of its fields, and what was worked out of it. */
const REST_OF_ROW_BYTES = 200;
/** What the longest file becomes as a body (SEC-14). */
const MAX_BODY_BYTES = MAX_IMPORT_FILE_BYTES + MAX_IMPORT_ROWS * REST_OF_ROW_BYTES;

/** What a browser has read from a person's file, which becomes expenses all at once (PD-30). */
export function expenseImportRoutes(app: FastifyInstance, deps: Deps): void {
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
