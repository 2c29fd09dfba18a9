import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';

/**
 * Parses JSON bodies. A JSON content type without a body is no body: the browser sends that header on every call. Keys that would
 * reach an object's prototype are refused.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') {
      done(null, undefined);
      return;
    }
    try {
      done(null, JSON.parse(text, refusePrototypeKeys));
    } catch (error) {
      // The parser's own error cites the body, which no log may keep.
      done(error instanceof AppError ? error : new AppError('MALFORMED_BODY'), undefined);
    }
  });
}

/** Also the likes of `toString`: whoever makes a text or a number of an object that has its own would fall over it. */
function refusePrototypeKeys(key: string, value: unknown): unknown {
  if (key in Object.prototype || key === 'prototype') throw new AppError('MALFORMED_BODY');
  return value;
}
