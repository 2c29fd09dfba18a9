import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { nextTurn } from '../concurrency/event-loop-turns.ts';
import { checkJsonOutline } from './json-outline.ts';

/** Longer bodies are parsed in steps. */
const LONG_BODY_BYTES = 64 * 1024;

/**
 * Parses JSON bodies and refuses keys that reach a prototype. An empty body is allowed, because browsers send
 * the content type without one.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => {
      if (body.length === 0) return undefined;
      const isLong = body.length > LONG_BODY_BYTES;
      if (isLong) await nextTurn();
      await checkJsonOutline(body);
      if (isLong) await nextTurn();
      return parseJson(body.toString());
    },
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The parser's own error cites the body.
    throw new AppError('MALFORMED_BODY');
  }
}
