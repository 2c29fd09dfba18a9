import type { FastifyRequest } from 'fastify';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { networkOf, RateLimit } from '../../http/rate-limit.ts';
import { readSharedMap, type SharedMapView } from './sharing.service.ts';

/** Whoever opens this many links that lead nowhere is guessing. */
const WRONG_LINKS = { times: 60, windowMs: 60_000 };

/** The one way to a shared map without a session, for its page as for its calls. */
export type SharedMapDoor = (token: string, request: FastifyRequest) => Promise<SharedMapView>;

/** Opens maps by their links. Throws NOT_FOUND, and RATE_LIMITED for all links once too many of an address's led nowhere. */
export function sharedMapDoor(deps: Pick<Deps, 'db' | 'clock'>): SharedMapDoor {
  const wrongLinks = new RateLimit(WRONG_LINKS, deps.clock);
  return async (token, request) => {
    const network = networkOf(request.ip);
    wrongLinks.check(network);
    try {
      return await readSharedMap(deps, token);
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') wrongLinks.count(network);
      throw error;
    }
  };
}
