import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { IdentityProviderOptions, Limits } from './options.ts';
import { inTransaction } from './storage/open-database.ts';

const DEFAULT_LIMITS: Limits = {
  failuresPerAccountAndNetworkIn15Min: 10,
  // High, because strangers can use it up.
  failuresPerAccountInAnHour: 200,
  failuresPerKnownBrowserIn15Min: 10,
  // A household shares a network.
  failuresPerNetworkIn15Min: 50,
  // Passkeys cannot be guessed; this only bounds the work.
  passkeyFailuresPerNetworkIn15Min: 200,
  // Three of a million codes fit at a time. In a year of 30 a day, one of thirty people who know the password would guess one.
  codeFailuresPerPlaceIn15Min: 10,
  codeFailuresPerAccountInADay: 30,
  // They cannot be guessed either.
  recoveryCodeFailuresPerNetworkIn15Min: 50,
  signUpsPerNetworkInAnHour: 20,
  // Only a user who has just logged in reaches the form.
  passwordChangesPerAccountInAnHour: 10,
  // Each mails the owner and ends sessions.
  appSetUpsPerAccountInAnHour: 10,
  // Each reaches the owner, also if a stranger asked for it.
  passwordLinksPerEmailInAnHour: 3,
  passwordLinksPerNetworkInAnHour: 20,
};

const MINUTE_MS = 60_000;
const QUARTER_HOUR_MS = 15 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

type Kind =
  | 'account-network-failure'
  | 'account-failure'
  | 'known-browser-failure'
  | 'network-failure'
  | 'passkey-failure'
  | 'code-failure'
  | 'code-failure-of-day'
  | 'recovery-code-failure'
  | 'sign-up'
  | 'password-change'
  | 'app-set-up'
  | 'email-password-link'
  | 'network-password-link';

/* Windows slide, several rules are checked in one step, and attempts can be taken back: `rate-limiter-flexible` can do none of it. */

interface Rule {
  kind: Kind;
  subjectHash: Buffer;
  limit: number;
  windowMs: number;
}

interface AllowedAttempt {
  allowed: true;
  /** Takes back the attempt and the earlier failures of the same user in the same place. A change of the password stays counted. */
  succeeded(): Promise<void>;
}

type Attempt = AllowedAttempt | { allowed: false; retryAfterSeconds: number };

interface PasswordAttempt {
  email: string;
  address: string;
  knownBrowser: string | undefined;
}

interface CodeAttempt {
  accountId: string;
  address: string;
  knownBrowser: string | undefined;
}

/** Sliding windows, which all processes share in the database. Refused attempts do not count. */
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

  /**
   * A known browser has its own counter, so that strangers cannot lock out the owner (OWASP, "Device
   * cookies").
   */
  async password(attempt: PasswordAttempt): Promise<Attempt> {
    return this.#attempt(this.#passwordRules(attempt));
  }

  /** Like `password`, and counts every attempt, because each costs two hashes. */
  async passwordChange({ accountId, ...attempt }: PasswordAttempt & { accountId: string }): Promise<Attempt> {
    return this.#attempt([...this.#passwordRules(attempt), this.#changeRule(accountId)]);
  }

  /** Counts with `passwordChange`. */
  async temporaryPasswordChange(accountId: string): Promise<Attempt> {
    return this.#attempt([this.#changeRule(accountId)]);
  }

  async appSetUp(accountId: string): Promise<Attempt> {
    return this.#attempt([rule('app-set-up', accountId, this.#limits.appSetUpsPerAccountInAnHour, HOUR_MS)]);
  }

  async passkey(address: string): Promise<Attempt> {
    const { passkeyFailuresPerNetworkIn15Min } = this.#limits;
    return this.#attempt([
      rule('passkey-failure', this.#networkOf(address), passkeyFailuresPerNetworkIn15Min, QUARTER_HOUR_MS),
    ]);
  }

  /** A known browser has its own counters here too: it must have logged in with a code. */
  async code({ accountId, address, knownBrowser }: CodeAttempt): Promise<Attempt> {
    const { codeFailuresPerPlaceIn15Min, codeFailuresPerAccountInADay } = this.#limits;
    const place = knownBrowser ?? `${accountId}\n${this.#networkOf(address)}`;
    return this.#attempt([
      rule('code-failure', place, codeFailuresPerPlaceIn15Min, QUARTER_HOUR_MS),
      rule('code-failure-of-day', knownBrowser ?? accountId, codeFailuresPerAccountInADay, DAY_MS),
    ]);
  }

  async recoveryCode(address: string): Promise<Attempt> {
    const { recoveryCodeFailuresPerNetworkIn15Min } = this.#limits;
    return this.#attempt([
      rule(
        'recovery-code-failure',
        this.#networkOf(address),
        recoveryCodeFailuresPerNetworkIn15Min,
        QUARTER_HOUR_MS,
      ),
    ]);
  }

  /** A failure counts too, because it reveals a known email. */
  async signUp(address: string): Promise<Attempt> {
    return this.#attempt([
      rule('sign-up', this.#networkOf(address), this.#limits.signUpsPerNetworkInAnHour, HOUR_MS),
    ]);
  }

  /** Counts emails without an account too, so that a refusal reveals nothing. */
  async passwordLink({ email, address }: { email: string; address: string }): Promise<Attempt> {
    const { passwordLinksPerEmailInAnHour, passwordLinksPerNetworkInAnHour } = this.#limits;
    return this.#attempt([
      rule('email-password-link', email, passwordLinksPerEmailInAnHour, HOUR_MS),
      rule('network-password-link', this.#networkOf(address), passwordLinksPerNetworkInAnHour, HOUR_MS),
    ]);
  }

  #passwordRules({ email, address, knownBrowser }: PasswordAttempt): [Rule, ...Rule[]] {
    const limits = this.#limits;
    if (knownBrowser !== undefined) {
      return [
        rule('known-browser-failure', knownBrowser, limits.failuresPerKnownBrowserIn15Min, QUARTER_HOUR_MS),
      ];
    }
    const network = this.#networkOf(address);
    return [
      rule(
        'account-network-failure',
        `${email}\n${network}`,
        limits.failuresPerAccountAndNetworkIn15Min,
        QUARTER_HOUR_MS,
      ),
      rule('account-failure', email, limits.failuresPerAccountInAnHour, HOUR_MS),
      rule('network-failure', network, limits.failuresPerNetworkIn15Min, QUARTER_HOUR_MS),
    ];
  }

  #changeRule(accountId: string): Rule {
    return rule('password-change', accountId, this.#limits.passwordChangesPerAccountInAnHour, HOUR_MS);
  }

  /** Unless one rule refuses. Success clears the first rule. */
  async #attempt(rules: [Rule, ...Rule[]]): Promise<Attempt> {
    const now = this.#clock();
    await this.#removeOld(now);
    const [forgiven] = rules;
    return inTransaction(this.#pool, async (client) => {
      await lockSubjects(client, rules);
      let latest = 0;
      for (const each of rules) latest = Math.max(latest, await findFreeAt(client, each, now));
      if (latest > now.getTime()) {
        return { allowed: false, retryAfterSeconds: Math.ceil((latest - now.getTime()) / 1000) };
      }
      const { rows } = await client.query<{ id: string; kind: Kind }>(
        `INSERT INTO identity.attempts (kind, subject_hash, at)
         SELECT *, $3 FROM unnest($1::text[], $2::bytea[]) RETURNING id, kind`,
        [rules.map(({ kind }) => kind), rules.map(({ subjectHash }) => subjectHash), now],
      );
      const failures = rows.filter(({ kind }) => kind !== 'password-change');
      return { allowed: true, succeeded: () => this.#takeBack(failures, forgiven) };
    });
  }

  async #takeBack(attempts: { id: string }[], { kind, subjectHash }: Rule): Promise<void> {
    await this.#pool.query(
      'DELETE FROM identity.attempts WHERE id = ANY($1) OR (kind = $2 AND subject_hash = $3)',
      [attempts.map(({ id }) => id), kind, subjectHash],
    );
  }

  async #removeOld(now: Date): Promise<void> {
    await this.#pool.query(
      `DELETE FROM identity.attempts WHERE id IN (
         SELECT id FROM identity.attempts WHERE at <= $1 AND (kind <> 'code-failure-of-day' OR at <= $2)
         LIMIT 200 FOR UPDATE SKIP LOCKED)`,
      [new Date(now.getTime() - HOUR_MS), new Date(now.getTime() - DAY_MS)],
    );
  }
}

function rule(kind: Kind, subject: string, limit: number, windowMs: number): Rule {
  return { kind, subjectHash: hash(subject), limit, windowMs };
}

/** Sorted to prevent deadlocks. */
async function lockSubjects(client: pg.PoolClient, rules: Rule[]): Promise<void> {
  const keys = rules.map(({ kind, subjectHash }) =>
    hash(`${kind} ${subjectHash.toString('hex')}`).readBigInt64BE(),
  );
  keys.sort((one, other) => (one < other ? -1 : 1));
  await client.query('SELECT pg_advisory_xact_lock(key) FROM unnest($1::bigint[]) AS key', [keys]);
}

/** In ms since 1970; 0 for now. */
async function findFreeAt(
  client: pg.PoolClient,
  { kind, subjectHash, limit, windowMs }: Rule,
  now: Date,
): Promise<number> {
  const { rows } = await client.query<{ at: Date }>(
    `SELECT at FROM identity.attempts WHERE kind = $1 AND subject_hash = $2 AND at > $3
     ORDER BY at DESC, id DESC OFFSET $4 LIMIT 1`,
    [kind, subjectHash, new Date(now.getTime() - windowMs), limit - 1],
  );
  const oldest = rows[0]?.at;
  return oldest === undefined ? 0 : oldest.getTime() + windowMs;
}

export async function forgetAttempts(client: pg.Pool | pg.PoolClient, email: string): Promise<void> {
  await client.query(`DELETE FROM identity.attempts WHERE kind = 'account-failure' AND subject_hash = $1`, [
    hash(email),
  ]);
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
