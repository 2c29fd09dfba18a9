import type pg from 'pg';
import { inTransaction } from './open-database.ts';
import { endLogins } from './logins.ts';
import { forgetPasswordLinks } from './links.ts';

/**
 * Sets a temporary password and ends all sessions.
 * @returns how many passkeys the account had, and whether its password still needs an authenticator app; undefined without such an account
 */
export async function resetPassword(
  pool: pg.Pool,
  accountId: string,
  reset: { passwordHash: string; expiresAt: Date; removesPasskeys: boolean },
): Promise<{ passkeys: number; hasAuthenticatorApp: boolean } | undefined> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      'UPDATE identity.accounts SET password_hash = $2, reset_expires_at = $3 WHERE id = $1',
      [accountId, reset.passwordHash, reset.expiresAt],
    );
    if (rowCount !== 1) return undefined;
    const { rowCount: passkeys } = await client.query(
      reset.removesPasskeys
        ? 'DELETE FROM identity.passkeys WHERE account_id = $1'
        : 'SELECT 1 FROM identity.passkeys WHERE account_id = $1',
      [accountId],
    );
    await forgetPasswordLinks(client, accountId);
    await endLogins(client, accountId);
    const { rowCount: apps } = await client.query(
      'SELECT 1 FROM identity.authenticator_apps WHERE account_id = $1',
      [accountId],
    );
    return { passkeys: passkeys ?? 0, hasAuthenticatorApp: apps === 1 };
  });
}
