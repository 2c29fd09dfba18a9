import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { SimplefinError } from '../simplefin-error.ts';

interface ControlEndpoint<Shape extends z.ZodRawShape> {
  path: string;
  fields: Shape;
  answer: (
    body: z.infer<z.ZodObject<Shape, z.core.$strict>>,
  ) => Record<string, unknown> | Promise<Record<string, unknown>>;
}

function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** Refuses calls of `app` without the secret. Throws 401. */
export function requireControlSecret(app: FastifyInstance, controlSecret: string): void {
  app.addHook('onRequest', async (request: FastifyRequest) => {
    const [, given = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    if (!isSameSecret(given, controlSecret)) throw new SimplefinError(401, 'Wrong control secret');
  });
}

/** Throws 400 for unknown, missing and wrong fields. */
export function serveControl<Shape extends z.ZodRawShape>(
  app: FastifyInstance,
  { path, fields, answer }: ControlEndpoint<Shape>,
): void {
  app.post(path, async (request) => {
    const parsed = z.strictObject(fields).safeParse(request.body ?? {});
    if (!parsed.success) throw new SimplefinError(400, z.prettifyError(parsed.error));
    return answer(parsed.data);
  });
}
