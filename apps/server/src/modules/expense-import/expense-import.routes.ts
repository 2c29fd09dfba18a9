import { MAX_IMPORT_FILE_BYTES } from '@oinkly/domain/statements/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { serve } from '../../http/contract-routes.ts';
import { limitCalls } from '../../http/rate-limit.ts';
import { userOf } from '../identity/index.ts';
import { checkRows, importRows, listImports, undoImport } from './expense-import.service.ts';
import { presentImports } from './present-imports.ts';

/** Every correction of how a file is read looks up anew what is there. */
const CHECKS_A_MINUTE = 30;
/** Nobody looks through more files than that. */
const IMPORTS_A_MINUTE = 10;
const MINUTE_MS = 60_000;

/** What a browser has read from a person's file, which becomes expenses all at once (PD-30). */
export function expenseImportRoutes(app: FastifyInstance, deps: Deps): void {
  // The rows of a file are about as long as the file (SEC-14).
  const bodyLimit = MAX_IMPORT_FILE_BYTES;

  const limit = (calls: number) =>
    limitCalls(deps.clock, {
      calls,
      windowMs: MINUTE_MS,
      keyOf: (request: FastifyRequest) => userOf(request).id,
    });

  serve(app, 'listImports', async ({ raw }) => presentImports(await listImports(deps.db, userOf(raw).id)));

  serve(
    app,
    'checkImport',
    async ({ raw, body }) => ({ known: await checkRows(deps, userOf(raw).id, body.rows) }),
    { bodyLimit, onRequest: limit(CHECKS_A_MINUTE) },
  );

  serve(app, 'importExpenses', async ({ raw, body }) => importRows(deps, userOf(raw).id, body), {
    bodyLimit,
    onRequest: limit(IMPORTS_A_MINUTE),
  });

  serve(app, 'undoImport', async ({ raw, params }) => ({
    removed: await undoImport(deps, { ownerId: userOf(raw).id, id: params.id }),
  }));
}
