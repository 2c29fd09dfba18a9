import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { serve } from '../../http/contract-routes.ts';
import { userOf } from '../identity/index.ts';
import { readLeaderboard } from './leaderboard.service.ts';

/** The leaderboard (API-6). */
export function leaderboardRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, 'getLeaderboard', async ({ raw }) => ({
    leaderboard: await readLeaderboard(deps, userOf(raw)),
  }));
}
