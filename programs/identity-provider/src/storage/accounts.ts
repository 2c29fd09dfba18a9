import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { forgetAttempts } from '../rate-limits.ts';
import { deleteAuthenticatorApp } from './authenticator-apps.ts';
import { endLogins } from './logins.ts';
import { inTransaction } from './open-database.ts';
import { forgetPasswordLinks } from './links.ts';

export interface Account {
  /** The tokens' `sub`: random, never reused. */
  id: string;
  email: string;
}

export interface AccountToProve extends Account {
  passwordHash: string;
}

export interface ProvenAccount extends Account {
  /** When a password set by an administrator expires; null for the user's own. */
  resetExpiresAt: Date | null;
  /** In seconds since 1970. Read together with the proof, so a later change of it voids the login. */
  loginAt: number;
}

export interface AccountInUse extends Account {
  /** Logins before this second since 1970 are void … */
  loginsSince: number;
  /** … except in the session that ended them. */
  keptSessionUid: string | null;
  mustChangePassword: boolean;
  isEmailConfirmed: boolean;
}

interface Login {
  at: number | undefined;
  sessionUid: string | undefined;
}

/** The database's time in whole seconds, but at least `sign_ins_since`. */
export const LOGIN_AT =
  'greatest(floor(extract(epoch FROM statement_timestamp()))::int8, sign_ins_since)::float8';

export async function findAccount(pool: pg.Pool, id: string): Promise<AccountInUse | undefined> {
  const { rows } = await pool.query<AccountInUse>(
    `SELECT id, email, sign_ins_since::float8 AS "loginsSince", kept_session_uid AS "keptSessionUid",
       reset_expires_at IS NOT NULL AS "mustChangePassword", confirmed_at IS NOT NULL AS "isEmailConfirmed"
     FROM identity.accounts WHERE id = $1`,
    [id],
  );
  return rows[0];
}

export function isVoid(
  { at, sessionUid }: Login,
  { loginsSince, keptSessionUid }: Pick<AccountInUse, 'loginsSince' | 'keptSessionUid'>,
): boolean {
  const isKept = sessionUid !== undefined && sessionUid === keptSessionUid;
  return at !== undefined && at < loginsSince && !isKept;
}

/** Locks and writes nothing, so that the time reveals no account. */
export async function findAccountByEmail(pool: pg.Pool, email: string): Promise<AccountToProve | undefined> {
  const { rows } = await pool.query<AccountToProve>(
    'SELECT id, email, password_hash AS "passwordHash" FROM identity.accounts WHERE email = $1',
    [email],
  );
  return rows[0];
}

/**
 * Returns the account whose password has just matched its hash; undefined if it has another one by now. Waits for a concurrent change:
 * else the old hash would come with a later second, and the old password would log in. A passkey needs no wait: a login updates its row,
 * which a removal blocks.
 */
export async function confirmProof(
  pool: pg.Pool,
  { id, passwordHash }: Pick<AccountToProve, 'id' | 'passwordHash'>,
): Promise<ProvenAccount | undefined> {
  const { rows } = await pool.query<ProvenAccount>(
    `SELECT id, email, reset_expires_at AS "resetExpiresAt", ${LOGIN_AT} AS "loginAt"
     FROM identity.accounts WHERE id = $1 AND password_hash = $2 FOR SHARE`,
    [id, passwordHash],
  );
  return rows[0];
}

/**
 * Renews a proof after a second factor: as recent as that, and void like the first one. Waits for a concurrent change, like `confirmProof`.
 * @returns undefined if the account's logins have ended since
 */
export async function renewProof(
  pool: pg.Pool,
  { id, loginAt }: Pick<ProvenAccount, 'id' | 'loginAt'>,
): Promise<Pick<ProvenAccount, 'id' | 'loginAt'> | undefined> {
  const { rows } = await pool.query<Pick<ProvenAccount, 'id' | 'loginAt'>>(
    `SELECT id, ${LOGIN_AT} AS "loginAt" FROM identity.accounts
     WHERE id = $1 AND sign_ins_since <= $2 FOR SHARE`,
    [id, loginAt],
  );
  return rows[0];
}

/** Lists them, oldest first. */
export async function listAccounts(pool: pg.Pool): Promise<(Account & { createdAt: Date })[]> {
  const { rows } = await pool.query<Account & { createdAt: Date }>(
    'SELECT id, email, created_at AS "createdAt" FROM identity.accounts ORDER BY created_at, id',
  );
  return rows;
}

/** Undefined when the email is taken, also by a concurrent call. */
export async function createAccount(
  pool: pg.Pool,
  account: { email: string; passwordHash: string; createdAt: Date },
): Promise<ProvenAccount | undefined> {
  const { rows } = await pool.query<ProvenAccount>(
    `INSERT INTO identity.accounts (id, email, password_hash, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (email) DO NOTHING
     RETURNING id, email, reset_expires_at AS "resetExpiresAt", ${LOGIN_AT} AS "loginAt"`,
    [randomUUID(), account.email, account.passwordHash, account.createdAt],
  );
  return rows[0];
}

/**
 * Changes the password and ends all sessions but one.
 * @param change.from the hash to replace
 * @param change.removesPasskeys also removes all passkeys
 * @param change.removesAuthenticatorApp also removes the second factor
 * @returns undefined without such an account, or when its password has changed
 */
export async function changePassword(
  pool: pg.Pool,
  accountId: string,
  change: {
    from: string;
    to: string;
    exceptSessionUid: string;
    removesPasskeys: boolean;
    removesAuthenticatorApp: boolean;
  },
): Promise<{ isAppRemoved: boolean } | undefined> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE identity.accounts SET password_hash = $2, reset_expires_at = NULL
       WHERE id = $1 AND password_hash = $3`,
      [accountId, change.to, change.from],
    );
    await forgetPasswordLinks(client, accountId);
    if (rowCount !== 1) return undefined;
    if (change.removesPasskeys)
      await client.query('DELETE FROM identity.passkeys WHERE account_id = $1', [accountId]);
    const isAppRemoved = change.removesAuthenticatorApp && (await deleteAuthenticatorApp(client, accountId));
    await endLogins(client, accountId, change.exceptSessionUid);
    return { isAppRemoved };
  });
}

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
