import type { ErrorCode } from '@oinkly/contract/errors';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import type { DatabasePool } from '../db/database.ts';
import { networkOf, RateLimit } from './rate-limit.ts';

/** A network that opens more invalid links is guessing. */
const WRONG_LINKS = { name: 'wrong-links', times: 60 };

export type OpenLink<T> = (secret: string, request: FastifyRequest) => Promise<T>;

/** Refuses a network's links with RATE_LIMITED after too many invalid ones. */
export function limitLinkGuesses<T>(
  db: Pick<DatabasePool, '$client'>,
  refusal: ErrorCode,
  open: OpenLink<T>,
): OpenLink<T> {
  const wrongLinks = new RateLimit(db, WRONG_LINKS);
  return async (secret, request) => {
    const network = networkOf(request.ip);
    await wrongLinks.check(network);
    try {
      return await open(secret, request);
    } catch (error) {
      if (error instanceof AppError && error.code === refusal) await wrongLinks.count(network);
      throw error;
    }
  };
}
