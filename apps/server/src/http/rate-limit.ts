import { like } from 'drizzle-orm';
import ipaddr from 'ipaddr.js';
import { isIPv6 } from 'node:net';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../app-error.ts';
import type { Database, DatabasePool } from '../db/database.ts';
import { rateLimits } from '../db/schema.ts';

/** How long one window of an allowance is; it begins with the first that counts. */
const WINDOW_S = 60;

/** How much of something anybody may do in a minute. */
export interface Allowance {
  /** What is counted: limits of one name count together. */
  name: string;
  times: number;
}

/**
 * Counts what somebody does, by a key such as a user's id or a network, and refuses what is too much (SEC-13). All processes count
 * together, in the database. The minutes go by the machine's clock.
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
      // A client that continues costs no more statements until the window ends.
      inMemoryBlockOnConsumed: times + 1,
    });
  }

  /** Counts one, or more. Throws RATE_LIMITED when that is beyond the key's allowance. */
  async spend(key: string, times = 1): Promise<void> {
    await orRefuse(this.#limiter.consume(key, times));
  }

  /** Throws RATE_LIMITED when the key's allowance is used up; counts nothing. */
  async check(key: string): Promise<void> {
    const spent = await this.#limiter.get(key);
    if (spent && spent.remainingPoints <= 0) throw refusal(spent);
  }

  /** Counts one that has happened already, whatever the allowance. */
  async count(key: string): Promise<void> {
    await this.#limiter.penalty(key);
  }
}

/** The same for what is done so often that counting must cost nothing: each process counts for itself. */
export class LocalRateLimit {
  readonly #limiter: RateLimiterMemory;

  constructor(times: number) {
    this.#limiter = new RateLimiterMemory({ points: times, duration: WINDOW_S });
  }

  /** Counts one. Throws RATE_LIMITED when that is beyond the key's allowance. */
  async spend(key: string): Promise<void> {
    await orRefuse(this.#limiter.consume(key));
  }
}

/** Forgets how often a user has done what. */
export async function forgetSpent(db: Database, userId: string): Promise<void> {
  await db.delete(rateLimits).where(like(rateLimits.key, `%:${userId}`));
}

/** The library throws what is left of an allowance, which is no error, when there is nothing left of it. */
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

/** Returns the network that an address counts for: an IPv4 address itself, an IPv6 address's /64, which one household shares. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  // A zone names a network card, not a network.
  const parsed = ipaddr.process(address.replace(/%.*/, ''));
  return parsed instanceof ipaddr.IPv6
    ? parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')
    : parsed.toString();
}
