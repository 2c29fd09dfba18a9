import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import { newRequestId } from '../identifiers.ts';
import { checkCredentials, readBody } from '../request.ts';

interface Endpoint<Shape extends z.ZodRawShape> {
  path: string;
  fields: Shape;
  answer: (
    emulator: Emulator,
    body: z.infer<z.ZodObject<Shape, z.core.$strict>>,
  ) => Record<string, unknown> | Promise<Record<string, unknown>>;
}

/** Checks credentials before anything else. */
export function serveEndpoint<Shape extends z.ZodRawShape>(
  app: FastifyInstance,
  emulator: Emulator,
  { path, fields, answer }: Endpoint<Shape>,
): void {
  const preValidation = async (request: FastifyRequest) => checkCredentials(emulator, request);
  app.post(path, { preValidation }, async (request, reply) => {
    const body = await answer(emulator, readBody(fields, request.body));
    return reply.header('cache-control', 'no-store').send({ ...body, request_id: newRequestId() });
  });
}
