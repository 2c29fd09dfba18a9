import type { ErrorCode } from '@oinkly/contract/errors';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import type { DatabasePool } from '../db/database.ts';
import { networkOf, RateLimit } from './rate-limit.ts';

/** A client that opens this many invalid links is guessing. */
const WRONG_LINKS = { name: 'wrong-links', times: 60 };

/** The one way to what anybody may see who has its link, for its page as for its calls. `secret` is the last part of the link. */
export type LinkDoor<T> = (secret: string, request: FastifyRequest) => Promise<T>;

/**
 * Makes such a way. `open` throws the error `refusal` for a link that leads nowhere; once too many of an address's did, all of them are
 * refused with RATE_LIMITED for a while.
 */
export function linkDoor<T>(
  db: Pick<DatabasePool, '$client'>,
  refusal: ErrorCode,
  open: LinkDoor<T>,
): LinkDoor<T> {
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
