import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

/** So many calls in so long a time. */
interface RateLimit {
  calls: number;
  windowMs: number;
  /** By whom, or from where, a call is counted. */
  keyOf: (request: FastifyRequest) => string;
}

/**
 * Refuses calls beyond a limit with RATE_LIMITED before their body is read, and says in `Retry-After` how many seconds later the next one
 * passes. What is refused does not count. Each process counts for itself: the limit is there for its memory and time, not to the call.
 */
export function limitCalls(clock: () => Date, { calls, windowMs, keyOf }: RateLimit) {
  /** When the calls of the last window came, in ms, the oldest first. */
  const instantsByKey = new Map<string, number[]>();
  let sweptAt = 0;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const now = clock().getTime();
    const isRecent = (instant: number) => instant > now - windowMs;
    if (!isRecent(sweptAt)) {
      for (const [key, instants] of instantsByKey) if (!instants.some(isRecent)) instantsByKey.delete(key);
      sweptAt = now;
    }
    const key = keyOf(request);
    const recent = (instantsByKey.get(key) ?? []).filter(isRecent);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= calls) {
      reply.header('retry-after', Math.ceil((oldest + windowMs - now) / 1000));
      throw new AppError('RATE_LIMITED');
    }
    instantsByKey.set(key, [...recent, now]);
  };
}
