import {
  MAX_BANK_REF_LENGTH,
  MAX_IMPORT_ROWS,
  MAX_IMPORTED_NAME_LENGTH,
} from '@oinkly/domain/statements/limits';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { serve } from '../../http/contract-routes.ts';
import { userOf } from '../identity/index.ts';
import { checkRows, importRows, listImports, undoImport } from './expense-import.service.ts';
import { presentImports } from './present-imports.ts';

/** A UTF-16 unit of a script such as Chinese, in UTF-8. */
const MAX_BYTES_PER_UNIT = 3;
/** The fields of a row beside its texts, with their names. */
const REST_OF_ROW_BYTES = 200;
/** How the file is called and was read. */
const REST_OF_BODY_BYTES = 16 * 1024;
/** As many rows as an import may have, each as long as it may be: a file is shorter than what is said of it here (SEC-14). */
const MAX_BODY_BYTES =
  MAX_IMPORT_ROWS *
    (MAX_BYTES_PER_UNIT * (MAX_IMPORTED_NAME_LENGTH + MAX_BANK_REF_LENGTH) + REST_OF_ROW_BYTES) +
  REST_OF_BODY_BYTES;

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
