import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import { sendError } from './error-answers.ts';
import { HEADERS_OF_NO_PAGE } from './security-headers.ts';

/**
 * Refuses a target that is no path, such as `http://host/path`, and two `Host` headers (RFC 9112, 3.2). A proxy and this server could read
 * either differently. Must run before anything else looks at a request.
 */
export function refuseOddTargets(server: FastifyInstance, clock: () => Date): void {
  server.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    const hosts = raw.rawHeaders.filter((header, index) => index % 2 === 0 && /^host$/i.test(header));
    if (raw.url?.startsWith('/') && hosts.length < 2) return;
    // Whatever route it may have met answers nothing of its own.
    return sendError(reply.headers(HEADERS_OF_NO_PAGE), request, new AppError('VALIDATION_FAILED'), clock());
  });
}
