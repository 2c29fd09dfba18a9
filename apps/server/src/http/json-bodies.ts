import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readJson } from './read-json.ts';

/** Parses JSON bodies in steps. An empty body is allowed, because browsers send the content type without one. */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => (body.length === 0 ? undefined : readJson(body)),
  );
}
