import { endpoints } from '@oinkly/contract/endpoints';
import { createHash } from 'node:crypto';
import { z } from 'zod';

/** The version of what a browser stores: it changes with any shape of a call. */
export function contractVersion(): string {
  const shapes = Object.values<Partial<Record<string, unknown>>>(endpoints).map(({ body, response }) =>
    [body, response]
      .filter((shape) => shape instanceof z.ZodType)
      .map((shape) => z.toJSONSchema(shape, { unrepresentable: 'any' })),
  );
  return createHash('sha256').update(JSON.stringify(shapes)).digest('hex').slice(0, 12);
}
