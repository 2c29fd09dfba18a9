import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { requireSameOrigin } from '../../http/same-origin.ts';
import type { ActiveSession, UserRow } from './identity.queries.ts';
import { recogniseSession, type CurrentSession } from './identity.service.ts';
import { cookieNames } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null when signed out. */
    session: CurrentSession | null;
  }
}

/**
 * Decides who may pass before anything else looks at a request: recognises the session, refuses mutations from other sites (SEC-6) and,
 * on routes for users, requests without a session or, by the header `X-User`, meant for somebody else's. A browser that navigates there
 * signed out is sent to sign in and finds its way back.
 * What a provider's server sends proves itself and carries no session.
 */
export function guardAccess(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('session', null);
  app.addHook('onRequest', async (request, reply) => {
    const { access, isNavigation } = request.routeOptions.config;
    if (access === undefined || access === 'provider') return;
    if (request.method !== 'GET' && request.method !== 'HEAD')
      requireSameOrigin(request, deps.publicUrl, false);
    request.session = await readSession(deps, request);
    if (access === 'anyone') return;
    const { 'x-user': userId } = request.headers;
    // A page that still shows another user asks for that user, whatever session the browser has by now.
    if (request.session && userId !== undefined && userId !== request.session.user.id)
      throw new AppError('OTHER_USER');
    if (request.session) return;
    // Back to the page that led here, not to this address: an issuer elsewhere returns as another site, which may not come here.
    if (isNavigation)
      return reply.redirect(`/api/login?returnTo=${encodeURIComponent(pageOf(request, deps))}`);
    throw new AppError('UNAUTHORIZED');
  });
}

/** The session of a request, also where no route has looked for it; null when signed out. */
export async function readSession(deps: Deps, request: FastifyRequest): Promise<CurrentSession | null> {
  const token = request.cookies[cookieNames(deps.publicUrl).session];
  return token === undefined ? null : recogniseSession(deps, token);
}

/** The page of ours that a navigation came from; the front page when it is not known. */
function pageOf({ headers }: FastifyRequest, { publicUrl }: Deps): string {
  const page = URL.parse(headers.referer ?? '');
  return page?.origin === publicUrl.origin ? page.pathname : '/';
}

/** The session of a request on a route for users. */
export function sessionOf(request: FastifyRequest): ActiveSession {
  if (!request.session) throw new AppError('UNAUTHORIZED');
  return request.session.session;
}

/** The user of a request on a route for users. */
export function userOf(request: FastifyRequest): UserRow {
  if (!request.session) throw new AppError('UNAUTHORIZED');
  return request.session.user;
}
