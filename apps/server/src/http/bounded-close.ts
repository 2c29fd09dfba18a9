import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../app-error.ts';
import { sendError } from './error-answers.ts';

/** How long requests may continue when the server closes. Most wait for a bank, which may take minutes. */
const REQUEST_GRACE_MS = 3_000;
/** How long the last answers may be on their way. */
const ANSWER_GRACE_MS = 500;

/**
 * Lets the server close in a bounded time: requests that are still open when the grace is over are answered SERVICE_UNAVAILABLE, which
 * says to try again, and connections that are still open after that are closed. Call it before anything is mounted.
 */
export function boundClosing(server: FastifyInstance): void {
  const open = new Set<FastifyReply>();
  server.addHook('onRequest', async (_request, reply) => {
    open.add(reply);
    reply.raw.once('close', () => open.delete(reply));
  });
  server.addHook('preClose', async () => {
    const timers = [
      setTimeout(() => {
        for (const reply of open) {
          if (!reply.sent) sendError(reply, reply.request, new AppError('SERVICE_UNAVAILABLE'), new Date());
        }
      }, REQUEST_GRACE_MS),
      setTimeout(() => server.server.closeAllConnections(), REQUEST_GRACE_MS + ANSWER_GRACE_MS),
    ];
    server.server.once('close', () => timers.forEach(clearTimeout));
    for (const timer of timers) timer.unref();
  });
}
