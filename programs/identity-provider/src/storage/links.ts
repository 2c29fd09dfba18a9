import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { deleteAuthenticatorApp } from './authenticator-apps.ts';
import { endLogins } from './logins.ts';
import { inTransaction } from './open-database.ts';

const TOKEN_BYTES = 32;

/** What a one-time link does: sets a new password, or confirms the email. */
type Purpose = 'password' | 'email';

export interface NewLink {
  token: string;
  email: string;
}

/**
 * Makes a link for a new password, which replaces an earlier one. A mailed link, which strangers can ask for, replaces only mailed ones.
 * The token is not stored.
 * @param link.isMailed whether only the owner of the email gets it, so that using it confirms the email
 * @returns undefined without such an account
 */
export async function createPasswordLink(
  pool: pg.Pool,
  accountId: string,
  link: { expiresAt: Date; isMailed: boolean },
): Promise<NewLink | undefined> {
  return createLink(pool, accountId, { purpose: 'password', ...link });
}

/**
 * Makes the account's only link that confirms its email, which replaces an earlier one.
 * @returns undefined without such an account, or if its email is confirmed
 */
export async function createConfirmationLink(
  pool: pg.Pool,
  accountId: string,
  expiresAt: Date,
): Promise<NewLink | undefined> {
  return createLink(pool, accountId, { purpose: 'email', expiresAt, isMailed: true });
}

async function createLink(
  pool: pg.Pool,
  accountId: string,
  { purpose, expiresAt, isMailed }: { purpose: Purpose; expiresAt: Date; isMailed: boolean },
): Promise<NewLink | undefined> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const { rows } = await pool.query<{ email: string }>(
    `WITH account AS (
       SELECT id, email FROM identity.accounts WHERE id = $1 AND ($3 <> 'email' OR confirmed_at IS NULL)
     ), link AS (
       INSERT INTO identity.links (account_id, token_hash, purpose, expires_at, is_mailed)
       SELECT id, $2, $3, $4, $5 FROM account
       ON CONFLICT (account_id, purpose, is_mailed) DO UPDATE
       SET token_hash = excluded.token_hash, expires_at = excluded.expires_at
     )
     SELECT email FROM account`,
    [accountId, hashOf(token), purpose, expiresAt, isMailed],
  );
  const [account] = rows;
  return account && { token, email: account.email };
}

/**
 * Finds a link without changing it, because mail programs open links too.
 * @returns undefined for an unknown, used or expired token; `confirmsEmail` if using it is the first proof of the email
 */
export async function findLink(
  pool: pg.Pool,
  purpose: Purpose,
  token: string,
  now: Date,
): Promise<{ id: string; email: string; confirmsEmail: boolean } | undefined> {
  const { rows } = await pool.query<{ id: string; email: string; confirmsEmail: boolean }>(
    `SELECT a.id, a.email, l.is_mailed AND a.confirmed_at IS NULL AS "confirmsEmail" FROM identity.links l JOIN identity.accounts a ON a.id = l.account_id
     WHERE l.token_hash = $1 AND l.purpose = $2 AND l.expires_at > $3`,
    [hashOf(token), purpose, now],
  );
  return rows[0];
}

/**
 * Uses up the link: sets the password and ends all sessions. The first proof of the email also removes all passkeys and the authenticator
 * app: until then, the account may be a stranger's who signed up with another person's email.
 * `removesPasskeys` and `removesAuthenticatorApp` remove them in any case.
 * @returns undefined for an unknown, used or expired token
 */
export async function spendPasswordLink(
  pool: pg.Pool,
  token: string,
  change: { passwordHash: string; now: Date; removesPasskeys: boolean; removesAuthenticatorApp: boolean },
): Promise<
  { accountId: string; confirmsEmail: boolean; removedPasskeys: number; isAppRemoved: boolean } | undefined
> {
  const { passwordHash, now, removesPasskeys, removesAuthenticatorApp } = change;
  return inTransaction(pool, async (client) => {
    // One after another: the account's links void each other.
    await client.query(
      `SELECT FROM identity.accounts WHERE id = (SELECT account_id FROM identity.links WHERE token_hash = $1) FOR UPDATE`,
      [hashOf(token)],
    );
    const link = await takeLink(client, 'password', token, now);
    if (link === undefined) return undefined;
    const { accountId, isMailed } = link;
    await client.query(
      'UPDATE identity.accounts SET password_hash = $2, reset_expires_at = NULL WHERE id = $1',
      [accountId, passwordHash],
    );
    await forgetPasswordLinks(client, accountId);
    await endLogins(client, accountId);
    const confirmsEmail = isMailed && (await confirmEmail(client, accountId, now));
    const { rowCount: removedPasskeys } = await client.query(
      'DELETE FROM identity.passkeys WHERE account_id = $1 AND $2',
      [accountId, confirmsEmail || removesPasskeys],
    );
    const isAppRemoved =
      (confirmsEmail || removesAuthenticatorApp) && (await deleteAuthenticatorApp(client, accountId));
    return { accountId, confirmsEmail, removedPasskeys: removedPasskeys ?? 0, isAppRemoved };
  });
}

/**
 * Uses up the link: confirms the email.
 * @returns the account's id; undefined for an unknown, used or expired token
 */
export async function spendConfirmationLink(
  pool: pg.Pool,
  token: string,
  now: Date,
): Promise<string | undefined> {
  return inTransaction(pool, async (client) => {
    const link = await takeLink(client, 'email', token, now);
    if (link !== undefined) await confirmEmail(client, link.accountId, now);
    return link?.accountId;
  });
}

/** A changed password voids its links. */
export async function forgetPasswordLinks(client: pg.PoolClient, accountId: string): Promise<void> {
  await client.query(`DELETE FROM identity.links WHERE account_id = $1 AND purpose = 'password'`, [
    accountId,
  ]);
}

async function takeLink(
  client: pg.PoolClient,
  purpose: Purpose,
  token: string,
  now: Date,
): Promise<{ accountId: string; isMailed: boolean } | undefined> {
  const { rows } = await client.query<{ accountId: string; isMailed: boolean }>(
    `DELETE FROM identity.links WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3
     RETURNING account_id AS "accountId", is_mailed AS "isMailed"`,
    [hashOf(token), purpose, now],
  );
  return rows[0];
}

/** Returns false if it was confirmed before. */
async function confirmEmail(client: pg.PoolClient, accountId: string, now: Date): Promise<boolean> {
  const { rowCount } = await client.query(
    'UPDATE identity.accounts SET confirmed_at = $2 WHERE id = $1 AND confirmed_at IS NULL',
    [accountId, now],
  );
  return rowCount === 1;
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
