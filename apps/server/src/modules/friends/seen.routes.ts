import { FRIENDS_CALLS } from '@oinkly/contract/friends';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/contract-routes.ts';
import type { Deps } from '../deps.ts';
import { userOf } from '../identity/index.ts';
import { readSeen, recordSeen } from './seen.service.ts';

/** Stores what each answer says of friends before it is sent. Call it before the routes of these answers. */
export function recordSeenAnswers(app: FastifyInstance, deps: Pick<Deps, 'db' | 'clock'>): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { routeName } = request.routeOptions.config;
    if (!routeName || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    if (FRIENDS_CALLS.some((call) => call === routeName))
      await recordSeen(deps, userOf(request), [{ name: routeName, body: JSON.parse(payload) }]);
    return payload;
  });
}

export function seenRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'hasGuests'>): void {
  serve(app, 'listSeen', ({ raw }) => readSeen(deps, userOf(raw).id));
}
