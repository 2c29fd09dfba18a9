import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import { sendError } from './error-answers.ts';
import { HEADERS_OF_NO_PAGE } from './security-headers.ts';

/**
 * Refuses a target that is no path, such as `http://host/path`, and two `Host` headers (RFC 9112, 3.2). A proxy and this server could read
 * either differently. Must run before anything else looks at a request.
 */
export function refuseOddTargets(server: FastifyInstance, clock: () => Date): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { url, rawHeaders } = request.raw;
    if (url?.startsWith('/') && countHosts(rawHeaders) < 2) {
      done();
      return;
    }
    // Whatever route it may have met answers nothing of its own.
    void sendError(reply.headers(HEADERS_OF_NO_PAGE), request, new AppError('VALIDATION_FAILED'), clock());
  });
}

/** @param rawHeaders names and values in turn */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}
