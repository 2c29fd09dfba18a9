import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Provider } from 'oidc-provider';
import type { CurrentProvider } from './oidc/current-provider.ts';
import type { Site } from './pages/layout.ts';
import { expiredPage, problemPage } from './pages/message-pages.ts';
import { LineTooLong } from './turnstile.ts';
import { isDatabaseAway } from './storage/database-away.ts';

/** The database may be back by then. */
const RETRY_AFTER_S = 5;

/** Our forms have a few kilobytes at most. */
export const BODY_LIMIT_BYTES = 64 * 1024;

export function sendPage(reply: FastifyReply, document: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(document);
}

export function refuseForeignForm(request: FastifyRequest, reply: FastifyReply, site: Site): FastifyReply {
  request.log.warn({ event: 'cross_site_form' }, 'A form from another site was refused');
  return sendPage(reply.code(403), problemPage(site, 'This form was sent from another site.'));
}

/** Sets 429 and when to try again, and returns the sentence for the page. */
export function refuseByLimit(reply: FastifyReply, retryAfterSeconds: number): string {
  reply.code(429).header('retry-after', retryAfterSeconds);
  return `Too many tries. Wait ${describeWait(Math.ceil(retryAfterSeconds / 60))}, then try again.`;
}

function describeWait(minutes: number): string {
  if (minutes > 120) return `${Math.ceil(minutes / 60)} hours`;
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

export function setPageErrors(
  app: FastifyInstance,
  { site, provider }: { site: Site; provider: CurrentProvider },
): void {
  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof errors.SessionNotFound) {
      // Back leads a user who has just logged in to the used form.
      if (request.method === 'GET' && (await isLoggedIn(await provider.get(), request, reply)))
        return reply.redirect(site.homeUrl, 303);
      return sendPage(reply.code(400), expiredPage(site));
    }
    const status = statusOf(error);
    if (error instanceof LineTooLong) {
      request.log.warn({ event: 'pages_busy', status }, error.message);
      reply.header('retry-after', error.retryAfterSeconds);
    } else if (status >= 500) {
      request.log.error({ err: error }, 'A page of the identity provider failed');
      if (status === 503) reply.header('retry-after', RETRY_AFTER_S);
    }
    return sendPage(reply.code(status), problemPage(site, leadOf(status)));
  });
}

async function isLoggedIn(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const session = await provider.Session.get(provider.createContext(request.raw, reply.raw));
  return session.accountId !== undefined;
}

/** Answers protocol errors: OAuth's error object for programs, a page for browsers. */
export function setProtocolErrors(app: FastifyInstance, site: Site): void {
  app.setErrorHandler(async (error, request, reply) => {
    const status = statusOf(error);
    if (status >= 500) request.log.error({ err: error }, 'The identity provider failed');
    if (status === 503) reply.header('retry-after', RETRY_AFTER_S);
    if (request.headers.accept?.includes('text/html'))
      return sendPage(reply.code(status), problemPage(site, leadOf(status)));
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .send({ error: protocolErrorOf(status) });
  });
}

function protocolErrorOf(status: number): string {
  if (status === 503 || status === 429) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}

function leadOf(status: number): string {
  if (status >= 500) return 'That’s on us. Try again in a moment.';
  // From a host's own rate limit.
  if (status === 429) return 'Too many requests. Wait a minute, then try again.';
  return 'We couldn’t read the form. Go back and try again.';
}

function statusOf(error: unknown): number {
  if (isDatabaseAway(error)) return 503;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' && status >= 400 ? status : 500;
}
