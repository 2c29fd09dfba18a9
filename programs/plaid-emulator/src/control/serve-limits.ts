import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import { serveEndpoint } from '../endpoints/endpoint.ts';
import { endpointLimits, type RateLimits } from '../rate-limits.ts';

function presentLimits(limits: RateLimits): Record<string, unknown> {
  return {
    enforced: limits.isEnforced(),
    limits: endpointLimits.map(({ path, perItem, perClient }) => ({
      path,
      per_item: perItem && { calls_per_minute: perItem.calls, error_code: perItem.error },
      per_client: { calls_per_minute: perClient.calls, error_code: perClient.error },
    })),
  };
}

export function serveLimits(app: FastifyInstance, emulator: Emulator, limits: RateLimits): void {
  serveEndpoint(app, emulator, {
    path: '/control/limits/list',
    fields: {},
    answer: () => presentLimits(limits),
  });

  serveEndpoint(app, emulator, {
    path: '/control/limits/set',
    fields: { enforced: z.boolean() },
    answer: (_, { enforced }) => {
      limits.enforce(enforced);
      return presentLimits(limits);
    },
  });
}
