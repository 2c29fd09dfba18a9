import type { FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';

const HEADER = 'x-own-call';

/** The app's own calls to the programs beside it. They come from one address for all users. */
export interface OwnCalls {
  /** What the app sends with each of them. */
  headers: Record<string, string>;
  includes(request: FastifyRequest): boolean;
}

/** Returns calls that bear `secret`, which all processes derive alike. */
export function ownCallsWith(secret: string): OwnCalls {
  const expected = digestOf(secret);
  return {
    headers: { [HEADER]: secret },
    includes({ headers }) {
      const given = headers[HEADER];
      return typeof given === 'string' && timingSafeEqual(digestOf(given), expected);
    },
  };
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
