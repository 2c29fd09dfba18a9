import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { sendError } from './error-answers.ts';
import { HEADERS_OF_NO_PAGE } from './security-headers.ts';

/**
 * A proxy may read targets like `http://host/path` and two `Host` headers differently (RFC 9112, 3.2). Call
 * it first.
 */
export function refuseOddTargets(server: FastifyInstance, clock: () => Date): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { url, rawHeaders } = request.raw;
    if (url?.startsWith('/') && countHosts(rawHeaders) < 2) {
      done();
      return;
    }
    // The route may not answer.
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
