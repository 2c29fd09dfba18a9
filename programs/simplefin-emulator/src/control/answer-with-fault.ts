import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SimplefinError } from '../simplefin-error.ts';
import type { Fault } from './faults.ts';

const proxyPage = `<!doctype html>
<html><head><title>Bad Gateway</title></head><body><h1>Bad Gateway</h1><p>The server is not there.</p></body></html>
`;

const statusTexts: Readonly<Record<number, string>> = {
  402: 'Payment required',
  403: 'Forbidden',
  429: 'Too many requests. SimpleFIN data is only refreshed once every 24 hours.\nExpected usage of this API is 24 requests per day.',
  500: 'Internal server error',
  504: 'Gateway timeout',
};

const chunkBytes = 65_536;

/** JSON of exactly `bytes`, most of it one long text. */
function* hugeJson(bytes: number): Generator<string> {
  const [head, tail] = ['{"errlist":[],"connections":[],"accounts":[],"padding":"', '"}'];
  yield head;
  for (let left = bytes - head.length - tail.length; left > 0; left -= chunkBytes) {
    yield 'x'.repeat(Math.min(left, chunkBytes));
  }
  yield tail;
}

/** Answers requests with planned faults. */
export interface FaultAnswers {
  /** Answers in place of the request, or delays it. Returns whether it is answered. Throws SimplefinError. */
  before(fault: Fault | null, request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
  /** Sends what the request answers, or less of it. */
  send(fault: Fault | null, reply: FastifyReply, body: string): FastifyReply;
}

export function createFaultAnswers(app: FastifyInstance): FaultAnswers {
  const held = new Set<Socket>();
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of held) socket.destroy();
  });

  /** Until the time is over, the client gives up or the server closes. */
  async function hold(socket: Socket, delayMs: number): Promise<void> {
    if (isClosing || socket.destroyed) return;
    held.add(socket);
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        socket.off('close', end);
        resolve();
      };
      const timer = setTimeout(end, delayMs);
      socket.on('close', end);
    });
    held.delete(socket);
  }

  return {
    async before(fault, request, reply) {
      const { socket } = request.raw;
      switch (fault?.kind) {
        case undefined:
        case 'invalid_json':
        case 'reset':
        case 'no_transactions':
        case 'version_1':
          return false;
        case 'status':
          throw new SimplefinError(fault.status, fault.message ?? statusTexts[fault.status] ?? 'Error');
        case 'html':
          await reply.code(fault.status).type('text/html; charset=utf-8').send(proxyPage);
          return true;
        case 'hang':
          if (fault.delay_ms !== undefined) {
            await hold(socket, fault.delay_ms);
            return false;
          }
          held.add(socket);
          socket.once('close', () => held.delete(socket));
          if (isClosing) socket.destroy();
          reply.hijack();
          return true;
        case 'redirect':
          await reply.code(fault.status).header('location', fault.location).send();
          return true;
        case 'huge':
          await reply.type('application/json').send(Readable.from(hugeJson(fault.bytes)));
          return true;
        case 'answer':
          await reply.code(fault.status).type(fault.content_type).send(fault.body);
          return true;
      }
    },
    send(fault, reply, body) {
      if (fault?.kind === 'reset') {
        reply.hijack();
        reply.raw.socket?.resetAndDestroy();
        return reply;
      }
      return reply.send(fault?.kind === 'invalid_json' ? body.slice(0, body.length / 2) : body);
    },
  };
}
