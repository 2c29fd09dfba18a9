import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { sendError } from './error-answers.ts';

/** Most requests open at closing wait for a bank, which may take minutes. */
const REQUEST_GRACE_MS = 3_000;
const ANSWER_GRACE_MS = 500;

/**
 * Bounds closing: after the grace, open requests get SERVICE_UNAVAILABLE. Call it before mounting anything.
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
