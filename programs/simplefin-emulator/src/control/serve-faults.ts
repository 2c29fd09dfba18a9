import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import { serveControl } from './control-endpoint.ts';
import { checkToken } from './controlled.ts';
import { faultSchema, type Faults, faultyPaths } from './faults.ts';

export function serveFaults(app: FastifyInstance, emulator: Emulator, faults: Faults): void {
  serveControl(app, {
    path: '/faults/add',
    fields: {
      fault: faultSchema,
      path: z.enum(faultyPaths).default('/accounts'),
      token_id: z.string().optional(),
      requests: z.number().int().min(1).optional(),
    },
    answer: ({ fault, path, token_id: tokenId, requests }) => {
      if (tokenId !== undefined) checkToken(emulator, tokenId);
      return {
        fault_id: faults.add({ fault, path, tokenId: tokenId ?? null, requestsLeft: requests ?? null }),
      };
    },
  });

  serveControl(app, {
    path: '/faults/list',
    fields: {},
    answer: () => ({
      faults: faults.list().map(({ faultId, path, tokenId, requestsLeft, fault }) => ({
        fault_id: faultId,
        path,
        token_id: tokenId,
        requests_left: requestsLeft,
        fault,
      })),
      paths: faultyPaths,
    }),
  });

  serveControl(app, {
    path: '/faults/clear',
    fields: { fault_id: z.string().optional() },
    answer: ({ fault_id: faultId }) => ({ cleared: faults.clear(faultId ?? null) }),
  });
}
