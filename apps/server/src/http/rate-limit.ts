import type { FastifyRequest } from 'fastify';
import { isIPv6 } from 'node:net';
import { AppError } from '../app-error.ts';

/** More keys than this are not remembered; the oldest are forgotten first. */
const MAX_KEYS = 10_000;

/** How much of something anybody may do. */
export interface Allowance {
  /** So often … */
  times: number;
  /** … in this time. */
  windowMs: number;
}

/**
 * Counts what somebody does, by a key such as a user's id or an address, and refuses what is too much (SEC-13). Each process counts for
 * itself: several allow several times as much, which is no less a limit.
 */
export class RateLimit {
  readonly #allowance: Allowance;
  readonly #clock: () => Date;
  readonly #spent = new Map<string, { times: number; endsAt: number }>();

  constructor(allowance: Allowance, clock: () => Date) {
    this.#allowance = allowance;
    this.#clock = clock;
  }

  /** Throws RATE_LIMITED when the key's allowance is used up. */
  check(key: string): void {
    const spent = this.#current(key);
    if (spent && spent.times >= this.#allowance.times) {
      const retryAfterSeconds = Math.ceil((spent.endsAt - this.#now()) / 1000);
      throw new AppError('RATE_LIMITED', { retryAfterSeconds });
    }
  }

  /** Counts one. */
  count(key: string): void {
    const spent = this.#current(key) ?? { times: 0, endsAt: this.#now() + this.#allowance.windowMs };
    spent.times += 1;
    this.#spent.set(key, spent);
    const [oldest] = this.#spent.keys();
    if (oldest !== undefined && this.#spent.size > MAX_KEYS) this.#spent.delete(oldest);
  }

  #current(key: string): { times: number; endsAt: number } | undefined {
    const spent = this.#spent.get(key);
    if (!spent || spent.endsAt > this.#now()) return spent;
    this.#spent.delete(key);
    return undefined;
  }

  #now(): number {
    return this.#clock().getTime();
  }
}

/**
 * Counts a route's calls by a key of the request, and refuses those beyond the allowance before their body is read. What is refused does
 * not count.
 */
export function limitCalls(
  clock: () => Date,
  allowance: Allowance,
  keyOf: (request: FastifyRequest) => string,
): (request: FastifyRequest) => Promise<void> {
  const limit = new RateLimit(allowance, clock);
  return async (request) => {
    const key = keyOf(request);
    limit.check(key);
    limit.count(key);
  };
}

/** Whose an address is, as far as it can be told: one household has a whole /64 of IPv6 addresses. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length;
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...rest];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
