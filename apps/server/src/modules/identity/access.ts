import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import type { Deps } from '../deps.ts';
import { requireSameOrigin } from '../../http/same-origin.ts';
import type { ActiveSession, UserRow } from './identity.queries.ts';
import { recognizeSession, type CurrentSession } from './identity.service.ts';
import { cookieNames } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: CurrentSession | null;
  }
}

/**
 * Refuses mutations from other sites (SEC-6) and, on user routes, requests without a session or with another
 * user's `X-User`. Call it first.
 */
export function guardAccess(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('session', null);
  app.addHook('onRequest', async (request, reply) => {
    const { access, isNavigation, readsNoSession } = request.routeOptions.config;
    if (access !== 'anyone' && access !== 'user') return;
    if (request.method !== 'GET' && request.method !== 'HEAD')
      requireSameOrigin(request, deps.publicUrl, false);
    if (readsNoSession !== true) request.session = await readSession(deps, request);
    if (access === 'anyone') return;
    const { 'x-user': userId } = request.headers;
    if (request.session && userId !== undefined && userId !== request.session.user.id)
      throw new AppError('OTHER_USER');
    if (request.session) return;
    // The page, not this address: an issuer elsewhere returns as another site, which may not call it.
    if (isNavigation)
      return reply.redirect(`/api/login?returnTo=${encodeURIComponent(pageOf(request, deps))}`);
    throw new AppError('UNAUTHORIZED');
  });
}

export async function readSession(deps: Deps, request: FastifyRequest): Promise<CurrentSession | null> {
  const token = request.cookies[cookieNames(deps.publicUrl).session];
  return token === undefined ? null : recognizeSession(deps, token);
}

/** Our page that a navigation came from; the front page if unknown. */
function pageOf({ headers }: FastifyRequest, { publicUrl }: Deps): string {
  const page = URL.parse(headers.referer ?? '');
  return page?.origin === publicUrl.origin ? page.pathname : '/';
}

export function sessionOf(request: FastifyRequest): ActiveSession {
  if (!request.session) throw new AppError('UNAUTHORIZED');
  return request.session.session;
}

export function userOf(request: FastifyRequest): UserRow {
  if (!request.session) throw new AppError('UNAUTHORIZED');
  return request.session.user;
}
