import { like } from 'drizzle-orm';
import ipaddr from 'ipaddr.js';
import { isIPv6 } from 'node:net';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../app-error.ts';
import type { Database, DatabasePool } from '../db/database.ts';
import { rateLimits } from '../db/schema.ts';

/** A window begins with its first counted action. */
const WINDOW_S = 60;

export interface Allowance {
  /** Limits of one name count together. */
  name: string;
  times: number;
}

/**
 * Limits actions per minute by a key such as a user's id or a network (SEC-13). Processes count together in the database, by the machine's
 * clock.
 */
export class RateLimit {
  readonly #limiter: RateLimiterPostgres;

  constructor({ $client }: Pick<DatabasePool, '$client'>, { name, times }: Allowance) {
    this.#limiter = new RateLimiterPostgres({
      storeClient: $client,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points: times,
      duration: WINDOW_S,
      // Further attempts cost no statement until the window ends.
      inMemoryBlockOnConsumed: times + 1,
    });
  }

  /** Counts one or more. Throws RATE_LIMITED beyond the allowance. */
  async spend(key: string, times = 1): Promise<void> {
    await orRefuse(this.#limiter.consume(key, times));
  }

  /** Throws RATE_LIMITED when the allowance is used up; counts nothing. */
  async check(key: string): Promise<void> {
    const spent = await this.#limiter.get(key);
    if (spent && spent.remainingPoints <= 0) throw refusal(spent);
  }

  /** Counts without refusing. */
  async count(key: string): Promise<void> {
    await this.#limiter.penalty(key);
  }
}

/** The same per process, for actions too frequent for the database. */
export class LocalRateLimit {
  readonly #limiter: RateLimiterMemory;

  constructor(times: number) {
    this.#limiter = new RateLimiterMemory({ points: times, duration: WINDOW_S });
  }

  /** Throws RATE_LIMITED beyond the allowance. */
  async spend(key: string): Promise<void> {
    await orRefuse(this.#limiter.consume(key));
  }
}

/** Deletes a user's counters. */
export async function forgetSpent(db: Database, userId: string): Promise<void> {
  await db.delete(rateLimits).where(like(rateLimits.key, `%:${userId}`));
}

/** The library throws the state of the allowance, which is no error, when it is used up. */
async function orRefuse(consumption: Promise<RateLimiterRes>): Promise<void> {
  try {
    await consumption;
  } catch (error) {
    throw error instanceof RateLimiterRes ? refusal(error) : error;
  }
}

function refusal({ msBeforeNext }: RateLimiterRes): AppError {
  return new AppError('RATE_LIMITED', { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) });
}

/** The network that an address counts for: an IPv4 address itself, or the /64 of an IPv6 address, which one household shares. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  // A zone names a network card.
  const parsed = ipaddr.process(address.replace(/%.*/, ''));
  return parsed instanceof ipaddr.IPv6
    ? parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')
    : parsed.toString();
}
