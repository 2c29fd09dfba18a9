import { routes } from '@oinkly/contract/routes';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import { serve } from '../../http/contract-routes.ts';
import type { Deps } from '../deps.ts';
import type { LedgerDeps } from '../ledger/index.ts';
import { tokenOf } from '../personal-tokens/index.ts';
import { answerMessage } from './answer-message.ts';
import { TOOLS } from './tools.ts';

/** The Model Context Protocol over streamable HTTP, without sessions and streams (PD-111). */
export function assistantsRoutes(app: FastifyInstance, deps: Deps & LedgerDeps): void {
  serve(app, 'useMcp', async ({ raw, reply }) => {
    refuseOtherOrigins(raw, deps.publicUrl);
    const { token, user } = tokenOf(raw);
    // A batch would be many calls for the price of one.
    if (typeof raw.body !== 'object' || raw.body === null || Array.isArray(raw.body)) {
      const fields = [{ path: 'body', message: 'Send one JSON-RPC message at a time' }];
      throw new AppError('VALIDATION_FAILED', { fields });
    }
    const tools = TOOLS.filter(({ scope }) => token.scopes.includes(scope));
    const answer = await answerMessage(raw, tools, { deps, token, user, log: raw.log });
    reply.code(answer.status);
    return Buffer.from(await answer.arrayBuffer());
  });

  // The protocol asks for 405 where a server sends nothing by itself and keeps no session.
  app.route({
    method: ['GET', 'DELETE'],
    url: routes.useMcp.path,
    config: { access: routes.useMcp.access },
    schema: { hide: true, response: {} },
    handler: async (_request, reply) => {
      reply.header('allow', 'POST');
      throw new AppError('METHOD_NOT_ALLOWED');
    },
  });
}

/** Required by the protocol: a page elsewhere must not reach a server in the user's own network. */
function refuseOtherOrigins({ headers }: FastifyRequest, publicUrl: URL): void {
  if (headers.origin !== undefined && headers.origin !== publicUrl.origin)
    throw new AppError('CROSS_SITE_REQUEST');
}
