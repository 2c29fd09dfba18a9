import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

/* What tells an operator that the server works. */

export const operationsEndpoints = {
  /**
   * The process is alive. `instance` is the same for all processes with the same token keys. `forwarded`: whether this request has an
   * `X-Forwarded-For`, and whether the server believes it.
   */
  health: {
    method: 'GET',
    path: '/api/health',
    access: 'anyone',
    response: z.object({
      status: z.literal('ok'),
      instance: z.string().optional(),
      forwarded: z.enum(['no', 'believed', 'ignored']),
    }),
  },
  /**
   * The process can serve users: its database, tables and jobs are fine. `problems`: what keeps some users of a cluster from working.
   */
  ready: {
    method: 'GET',
    path: '/api/ready',
    access: 'anyone',
    response: z.object({ status: z.literal('ready'), problems: z.array(z.string()).optional() }),
  },
} as const satisfies Record<string, Endpoint>;
