import type { ErrorCode } from '@oinkly/contract/errors';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import type { DatabasePool } from '../db/database.ts';
import { networkOf, RateLimit } from './rate-limit.ts';

/** A network that opens more invalid links is guessing. */
const WRONG_LINKS = { name: 'wrong-links', times: 60 };

export type OpenLink<T, Rest extends unknown[] = []> = (
  secret: string,
  request: FastifyRequest,
  ...rest: Rest
) => Promise<T>;

/** Refuses a network's links with RATE_LIMITED after too many invalid ones. */
export function limitLinkGuesses<T, Rest extends unknown[] = []>(
  db: Pick<DatabasePool, '$client'>,
  refusal: ErrorCode,
  open: OpenLink<T, Rest>,
): OpenLink<T, Rest> {
  const wrongLinks = new RateLimit(db, WRONG_LINKS);
  return async (secret, request, ...rest) => {
    const network = networkOf(request.ip);
    await wrongLinks.check(network);
    try {
      return await open(secret, request, ...rest);
    } catch (error) {
      if (error instanceof AppError && error.code === refusal) await wrongLinks.count(network);
      throw error;
    }
  };
}
