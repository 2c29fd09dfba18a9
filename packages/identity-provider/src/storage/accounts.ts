import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { forgetAttempts } from '../rate-limits.ts';
import { endLogins } from './logins.ts';
import { inTransaction } from './open-database.ts';

/** Somebody who can log in here. */
export interface Account {
  /** The `sub` of the tokens: random, never reused, tells nothing. */
  id: string;
  /** Normalised. */
  email: string;
}

/** An account as it stands when a proof for it is about to be checked. */
export interface AccountToProve extends Account {
  passwordHash: string;
  /** Until when a password that an administrator has set logs in; null for one that its person chose. */
  resetExpiresAt: Date | null;
  /**
   * The second since 1970 from which a sign-in with this proof counts. It is read together with what it is checked against: when that is
   * changed afterwards, the sign-in is void before it has begun.
   */
  loginAt: number;
}

/** An account with what its sessions are held against. */
export interface AccountInUse extends Account {
  /** Sign-ins from before this second since 1970 no longer count … */
  loginsSince: number;
  /** … but for those of the session by which they were ended. */
  keptSessionUid: string | null;
  /** Whether an administrator has set the password, which its person must change before anything else. */
  mustChangePassword: boolean;
}

/** When and in which session somebody has logged in, as a session, a code or a token tells. */
interface Login {
  at: number | undefined;
  sessionUid: string | undefined;
}

/**
 * The moment that a statement reached the database, in whole seconds; at least the second from which sign-ins count. The database's clock,
 * because several processes may serve one account.
 */
export const LOGIN_AT =
  'greatest(floor(extract(epoch FROM statement_timestamp()))::int8, sign_ins_since)::float8';

/** The account with this `sub`. */
export async function findAccount(pool: pg.Pool, id: string): Promise<AccountInUse | undefined> {
  const { rows } = await pool.query<AccountInUse>(
    `SELECT id, email, sign_ins_since::float8 AS "loginsSince", kept_session_uid AS "keptSessionUid",
       reset_expires_at IS NOT NULL AS "mustChangePassword"
     FROM identity.accounts WHERE id = $1`,
    [id],
  );
  return rows[0];
}

/** Whether a sign-in has been ended, be it before it was written down. */
export function isVoid(
  { at, sessionUid }: Login,
  { loginsSince, keptSessionUid }: Pick<AccountInUse, 'loginsSince' | 'keptSessionUid'>,
): boolean {
  const isKept = sessionUid !== undefined && sessionUid === keptSessionUid;
  return at !== undefined && at < loginsSince && !isKept;
}

/**
 * The account with this e-mail, which must be normalised, and its password hash. Where a change of it is on its way, this waits and answers
 * what has come of that. Else it would answer the old hash together with a second of its own, which may be a later one than the change has
 * set: a sign-in by the old password would then count.
 */
export async function findAccountByEmail(pool: pg.Pool, email: string): Promise<AccountToProve | undefined> {
  const { rows } = await pool.query<AccountToProve>(
    `SELECT id, email, password_hash AS "passwordHash", reset_expires_at AS "resetExpiresAt", ${LOGIN_AT} AS "loginAt"
     FROM identity.accounts WHERE email = $1 FOR SHARE`,
    [email],
  );
  return rows[0];
}

/** Every account, the oldest first. */
export async function listAccounts(pool: pg.Pool): Promise<(Account & { createdAt: Date })[]> {
  const { rows } = await pool.query<Account & { createdAt: Date }>(
    'SELECT id, email, created_at AS "createdAt" FROM identity.accounts ORDER BY created_at, id',
  );
  return rows;
}

/** Creates an account; undefined when there is one with this e-mail, also when it was created a moment ago elsewhere. */
export async function createAccount(
  pool: pg.Pool,
  account: { email: string; passwordHash: string; createdAt: Date },
): Promise<AccountToProve | undefined> {
  const { rows } = await pool.query<AccountToProve>(
    `INSERT INTO identity.accounts (id, email, password_hash, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (email) DO NOTHING
     RETURNING id, email, password_hash AS "passwordHash", reset_expires_at AS "resetExpiresAt", ${LOGIN_AT} AS "loginAt"`,
    [randomUUID(), account.email, account.passwordHash, account.createdAt],
  );
  return rows[0];
}

/**
 * Gives an account a new password and ends its sign-ins, but for one session.
 * @param change.from the hash that the new one takes the place of
 * @returns false when there is no such account, or its password was changed meanwhile
 */
export async function changePassword(
  pool: pg.Pool,
  accountId: string,
  change: { from: string; to: string; exceptSessionUid: string },
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE identity.accounts SET password_hash = $2, reset_expires_at = NULL
       WHERE id = $1 AND password_hash = $3`,
      [accountId, change.to, change.from],
    );
    return rowCount === 1 && endLogins(client, accountId, change.exceptSessionUid);
  });
}

/** Removes an account and all that is known of it here; whether there was one. */
export async function deleteAccount(pool: pg.Pool, accountId: string): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    await endLogins(client, accountId);
    const { rows } = await client.query<{ email: string }>(
      'DELETE FROM identity.accounts WHERE id = $1 RETURNING email',
      [accountId],
    );
    const [deleted] = rows;
    if (deleted === undefined) return false;
    await forgetAttempts(client, deleted.email);
    return true;
  });
}
