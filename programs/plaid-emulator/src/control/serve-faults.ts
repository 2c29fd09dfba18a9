import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import { serveEndpoint } from '../endpoints/endpoint.ts';
import { PlaidError } from '../plaid-error.ts';
import type { Calls } from './calls.ts';
import { checkItem } from './controlled-item.ts';
import { faultError, faultSchema, type Faults } from './faults.ts';

export function serveFaults(
  app: FastifyInstance,
  emulator: Emulator,
  { faults, calls, paths }: { faults: Faults; calls: Calls; paths: ReadonlySet<string> },
): void {
  serveEndpoint(app, emulator, {
    path: '/control/faults/add',
    fields: {
      path: z.string().optional(),
      item_id: z.string().optional(),
      calls: z.number().int().min(1).optional(),
      fault: faultSchema,
    },
    answer: (_, { path, item_id: itemId, calls: callsLeft, fault }) => {
      if (path !== undefined && !paths.has(path)) {
        throw new PlaidError('INVALID_REQUEST', 'INVALID_FIELD', `path: there is no endpoint ${path}`);
      }
      if (itemId !== undefined) checkItem(emulator, itemId);
      // Reject an impossible error now rather than when a call meets it.
      if (fault.kind === 'error') faultError(fault);
      return {
        fault_id: faults.add({
          path: path ?? null,
          itemId: itemId ?? null,
          callsLeft: callsLeft ?? null,
          fault,
        }),
      };
    },
  });

  serveEndpoint(app, emulator, {
    path: '/control/faults/list',
    fields: {},
    answer: () => ({
      faults: faults.list().map(({ faultId, path, itemId, callsLeft, fault }) => ({
        fault_id: faultId,
        path,
        item_id: itemId,
        calls_left: callsLeft,
        fault,
      })),
      paths: [...paths].sort(),
    }),
  });

  serveEndpoint(app, emulator, {
    path: '/control/faults/clear',
    fields: { fault_id: z.string().optional() },
    answer: (_, { fault_id: faultId }) => ({ cleared: faults.clear(faultId ?? null) }),
  });

  serveEndpoint(app, emulator, {
    path: '/control/calls/count',
    fields: { item_id: z.string().optional() },
    answer: (_, { item_id: itemId }) => ({ calls: calls.read(itemId ?? null) }),
  });

  serveEndpoint(app, emulator, {
    path: '/control/calls/clear',
    fields: {},
    answer: () => {
      calls.clear();
      return {};
    },
  });
}
