import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { serve } from '../../http/contract-routes.ts';
import { userOf } from '../identity/index.ts';
import { presentWeeks } from './present-weeks.ts';
import { readWeeks } from './weeks.service.ts';

export function weeksRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, 'listWeeks', async ({ raw, query }) => presentWeeks(await readWeeks(deps, userOf(raw), query)));
}
