import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { IdentityProviderOptions } from './options.ts';

/** How often something may happen. */
export interface Limits {
  /** Failed log-ins for one e-mail, known or not, in 15 minutes. */
  failuresPerAccount: number;
  /** Failed log-ins from one network in 15 minutes; a household shares one. */
  failuresPerNetwork: number;
  /** Accounts that one network may try to create in an hour. */
  signUpsPerNetwork: number;
}

const DEFAULT_LIMITS: Limits = {
  failuresPerAccount: 10,
  failuresPerNetwork: 50,
  signUpsPerNetwork: 20,
};

const MINUTE_MS = 60_000;
const FAILURES_WINDOW_MS = 15 * MINUTE_MS;
const LONGEST_WINDOW_MS = 60 * MINUTE_MS;

/** What may be tried: the log-in of one account or from one network, or a sign-up. */
interface Rule {
  kind: 'account-failure' | 'address-failure' | 'sign-up';
  subject: string;
  limit: number;
  windowMs: number;
}

/** An attempt that was let through and counts until it is taken back. */
interface AllowedAttempt {
  allowed: true;
  /** It succeeded: it no longer counts, and neither do the account's failures before it. */
  succeeded(): Promise<void>;
}

export type Attempt = AllowedAttempt | { allowed: false; retryAfterSeconds: number };

/**
 * Counts attempts in the database, in sliding windows that all processes share. An attempt is written down before it is
 * made, so that many at the same moment cannot slip past the count.
 */
export class RateLimits {
  readonly #pool: pg.Pool;
  readonly #clock: () => Date;
  readonly #networkOf: (address: string) => string;
  readonly #limits: Limits;

  constructor(
    pool: pg.Pool,
    { clock, networkOf, limits }: Pick<IdentityProviderOptions, 'clock' | 'networkOf' | 'limits'>,
  ) {
    this.#pool = pool;
    this.#clock = clock;
    this.#networkOf = networkOf;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /** Asks to try a password. The answer does not depend on whether the account exists. */
  async logIn(email: string, address: string): Promise<Attempt> {
    return this.#attempt([
      {
        kind: 'account-failure',
        subject: email,
        limit: this.#limits.failuresPerAccount,
        windowMs: FAILURES_WINDOW_MS,
      },
      this.#failuresFrom(address),
    ]);
  }

  /** Asks to check what a passkey has signed. It cannot be guessed, so nobody's account is locked by it. */
  async passkey(address: string): Promise<Attempt> {
    return this.#attempt([this.#failuresFrom(address)]);
  }

  /** Asks to create an account. Counts whether it works out or not, for a refusal tells that an e-mail is known. */
  async signUp(address: string): Promise<Attempt> {
    return this.#attempt([
      {
        kind: 'sign-up',
        subject: this.#networkOf(address),
        limit: this.#limits.signUpsPerNetwork,
        windowMs: LONGEST_WINDOW_MS,
      },
    ]);
  }

  #failuresFrom(address: string): Rule {
    return {
      kind: 'address-failure',
      subject: this.#networkOf(address),
      limit: this.#limits.failuresPerNetwork,
      windowMs: FAILURES_WINDOW_MS,
    };
  }

  async #attempt(rules: Rule[]): Promise<Attempt> {
    const now = this.#clock();
    await this.#removeOld(now);
    const ids: string[] = [];
    for (const rule of rules) {
      ids.push(await this.#record(rule, now));
      const freeAt = await this.#freeAt(rule, now);
      if (freeAt !== undefined) {
        // A refused attempt does not count, or a stranger could keep an account locked for good.
        await this.#takeBack(ids);
        return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000)) };
      }
    }
    return {
      allowed: true,
      succeeded: async () => {
        await this.#takeBack(ids);
        const account = rules.find((rule) => rule.kind === 'account-failure');
        if (account !== undefined) await forgetAttempts(this.#pool, account.subject);
      },
    };
  }

  async #record(rule: Rule, now: Date): Promise<string> {
    const { rows } = await this.#pool.query<{ id: string }>(
      'INSERT INTO identity.attempts (kind, subject_hash, at) VALUES ($1, $2, $3) RETURNING id',
      [rule.kind, hash(rule.subject), now],
    );
    const id = rows[0]?.id;
    if (id === undefined) throw new Error('An attempt was not written down.');
    return id;
  }

  /** When the attempt just recorded would be allowed, in ms since 1970; undefined when it is allowed now. */
  async #freeAt(rule: Rule, now: Date): Promise<number | undefined> {
    const { rows } = await this.#pool.query<{ at: Date }>(
      `SELECT at FROM identity.attempts WHERE kind = $1 AND subject_hash = $2 AND at > $3
       ORDER BY at DESC, id DESC OFFSET $4 LIMIT 1`,
      [rule.kind, hash(rule.subject), new Date(now.getTime() - rule.windowMs), rule.limit],
    );
    const oldest = rows[0]?.at;
    return oldest === undefined ? undefined : oldest.getTime() + rule.windowMs;
  }

  async #takeBack(ids: string[]): Promise<void> {
    await this.#pool.query('DELETE FROM identity.attempts WHERE id = ANY($1)', [ids]);
  }

  async #removeOld(now: Date): Promise<void> {
    await this.#pool.query(
      `DELETE FROM identity.attempts WHERE id IN (
         SELECT id FROM identity.attempts WHERE at <= $1 LIMIT 200 FOR UPDATE SKIP LOCKED)`,
      [new Date(now.getTime() - LONGEST_WINDOW_MS)],
    );
  }
}

/** Forgets what was counted for an account, by its e-mail. */
export async function forgetAttempts(client: pg.Pool | pg.PoolClient, email: string): Promise<void> {
  await client.query(`DELETE FROM identity.attempts WHERE kind = 'account-failure' AND subject_hash = $1`, [
    hash(email),
  ]);
}

function hash(subject: string): Buffer {
  return createHash('sha256').update(subject).digest();
}
