import { fastifyCookie } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import type { AppDeps } from '../app.ts';
import { sendError } from '../http/error-answers.ts';
import { RateLimit } from '../http/rate-limit.ts';
import { requireSameOrigin } from '../http/same-origin.ts';
import { cookieNames, recognizeSession } from '../modules/identity/index.ts';

/** Each token's banks take space and time. */
const CHANGES = { name: 'test-bank-tokens', times: 20, windowSeconds: 60 * 60 };

/**
 * Returns what tells whose test banks a request of the page at `path` concerns: the id of the session's user. Without one, it answers with
 * the way to the login. It refuses changes from other sites and too many of them.
 */
export function testBankUser(
  deps: AppDeps,
  path: string,
): (request: FastifyRequest, reply: FastifyReply) => Promise<string | undefined> {
  const { session } = cookieNames(deps.publicUrl);
  const changes = new RateLimit(deps.db, CHANGES);
  return async (request, reply) => {
    const isChange = request.method === 'POST';
    try {
      if (isChange) requireSameOrigin(request, deps.publicUrl, false);
      const token = fastifyCookie.parse(request.headers.cookie ?? '')[session];
      const current = token === undefined ? null : await recognizeSession(deps, token);
      if (!current) {
        await reply.redirect(`/api/login?returnTo=${encodeURIComponent(path)}`);
        return undefined;
      }
      if (isChange) await changes.spend(current.user.id);
      return current.user.id;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await sendError(reply, request, error, deps.clock());
      return undefined;
    }
  };
}
