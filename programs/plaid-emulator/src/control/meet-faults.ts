import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import { namedError } from '../named-errors.ts';
import { findItemByAccessToken } from '../storage/items.ts';
import { isBetweenPages } from '../sync/cursor.ts';
import type { RateLimits } from '../rate-limits.ts';
import type { Calls } from './calls.ts';
import { type Fault, faultError, type Faults } from './faults.ts';

const itemCall = z.object({ access_token: z.string().catch(''), cursor: z.string().catch('') });

const proxyPage = `<!doctype html>
<html><head><title>Bad Gateway</title></head><body><h1>Bad Gateway</h1><p>The server is not there.</p></body></html>
`;

/**
 * Counts authorized calls of endpoints added to `app` later, and applies limits and planned faults to them. The
 * returned list of their paths grows.
 */
export function meetFaults(
  app: FastifyInstance,
  { database }: Emulator,
  { faults, calls, limits }: { faults: Faults; calls: Calls; limits: RateLimits },
): ReadonlySet<string> {
  const paths = new Set<string>();
  const held = new Set<Socket>();
  const truncated = new WeakSet<FastifyRequest>();
  let isClosing = false;

  const pathOf = (url: string): string => url.slice(app.prefix.length);

  async function hold(socket: Socket, ms: number): Promise<void> {
    held.add(socket);
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        socket.off('close', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      socket.on('close', end);
    });
    held.delete(socket);
  }

  async function meet(fault: Fault, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { socket } = request.raw;
    switch (fault.kind) {
      case 'error':
        throw faultError(fault);
      case 'mutation':
        throw namedError('TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION');
      case 'latency':
        // A call counts even if its client gives up; only a closing server stops it.
        await hold(socket, fault.ms);
        if (isClosing) reply.hijack();
        return;
      case 'hang':
        held.add(socket);
        socket.once('close', () => held.delete(socket));
        reply.hijack();
        return;
      case 'reset':
        reply.hijack();
        socket.resetAndDestroy();
        return;
      case 'truncated':
        truncated.add(request);
        return;
      case 'html':
        await reply.code(fault.status).type('text/html; charset=utf-8').send(proxyPage);
    }
  }

  app.addHook('onRoute', ({ url }) => void paths.add(pathOf(url)));
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of held) socket.destroy();
  });
  app.addHook('preHandler', async (request, reply) => {
    const path = pathOf(request.routeOptions.url ?? '');
    const body = itemCall.safeParse(request.body).data;
    const itemId = body === undefined ? null : findItemByAccessToken(database, body.access_token)?.itemId;
    const isLaterPage = path === '/transactions/sync' && isBetweenPages(body?.cursor ?? '');
    calls.count(path, itemId ?? null);
    limits.count(path, itemId ?? null);
    for (const fault of faults.take({ path, itemId: itemId ?? null, isLaterPage })) {
      await meet(fault, request, reply);
      if (reply.sent) return reply;
    }
  });
  app.addHook('onSend', async (request, _reply, payload) =>
    truncated.has(request) && typeof payload === 'string' ? payload.slice(0, payload.length / 2) : payload,
  );
  return paths;
}
