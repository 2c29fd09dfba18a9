import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import { SimplefinError } from '../simplefin-error.ts';
import { deleteProblems, insertProblem } from '../storage/problems.ts';
import { serveControl } from './control-endpoint.ts';
import { checkAccount, checkConnection, checkToken } from './controlled.ts';

interface Place {
  tokenId: string;
  connId: string | null;
  accountId: string | null;
}

/** Throws 400. */
function placeOf(
  emulator: Emulator,
  tokenId: string | undefined,
  connId: string | undefined,
  accountId: string | undefined,
): Place {
  if (connId === undefined) {
    if (tokenId === undefined) throw new SimplefinError(400, 'token_id or conn_id is missing');
    return { tokenId: checkToken(emulator, tokenId).tokenId, connId: null, accountId: accountId ?? null };
  }
  if (accountId !== undefined) checkAccount(emulator, connId, accountId);
  return { tokenId: checkConnection(emulator, connId).tokenId, connId, accountId: accountId ?? null };
}

export function serveProblems(app: FastifyInstance, emulator: Emulator): void {
  serveControl(app, {
    path: '/problems/add',
    fields: {
      token_id: z.string().optional(),
      conn_id: z.string().optional(),
      account_id: z.string().optional(),
      code: z.string(),
      message: z.string(),
      message_field: z.enum(['msg', 'message']).default('msg'),
      hides_accounts: z.boolean().default(false),
    },
    answer: ({ token_id: tokenId, conn_id: connId, account_id: accountId, ...problem }) => ({
      problem_id: insertProblem(emulator.database, {
        ...placeOf(emulator, tokenId, connId, accountId),
        code: problem.code,
        message: problem.message,
        messageField: problem.message_field,
        hidesAccounts: problem.hides_accounts,
      }),
    }),
  });

  serveControl(app, {
    path: '/problems/clear',
    fields: { token_id: z.string(), problem_id: z.string().optional() },
    answer: ({ token_id: tokenId, problem_id: problemId }) => ({
      cleared: deleteProblems(emulator.database, checkToken(emulator, tokenId).tokenId, problemId ?? null),
    }),
  });
}
