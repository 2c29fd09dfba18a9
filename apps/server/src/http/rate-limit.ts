import { like } from 'drizzle-orm';
import ipaddr from 'ipaddr.js';
import { isIPv6 } from 'node:net';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../errors/app-error.ts';
import type { Database, DatabasePool } from '../db/database.ts';
import { rateLimits } from '../db/tables/rate-limits.tables.ts';

/** A window begins with the first counted action. */
const WINDOW_S = 60;

export interface Allowance {
  name: string;
  times: number;
  /** A minute by default. */
  windowSeconds?: number;
  /** Whether invalid requests use up nothing; their bodies are read first. */
  countsAfterValidation?: boolean;
}

/**
 * Limits actions by a key, such as a user's id or a network (SEC-13). Processes count together in
 * the database.
 */
export class RateLimit {
  readonly #limiter: RateLimiterPostgres;

  constructor(
    { $client }: Pick<DatabasePool, '$client'>,
    { name, times, windowSeconds = WINDOW_S }: Allowance,
  ) {
    this.#limiter = new RateLimiterPostgres({
      storeClient: $client,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points: times,
      duration: windowSeconds,
      // Until the window ends, further attempts cost no statement.
      inMemoryBlockOnConsumed: times + 1,
    });
  }

  /** Throws RATE_LIMITED beyond the allowance. */
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

/** Limits actions per process, for those too frequent for the database. */
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

export async function forgetSpent(db: Database, userId: string): Promise<void> {
  await db.delete(rateLimits).where(like(rateLimits.key, `%:${userId}`));
}

/** The library throws its counters, which are no `Error`. */
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

/** Returns an IPv4 address, or the /64 of an IPv6 one, which one household shares. */
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
