import type pg from 'pg';
import { inTransaction } from './open-database.ts';
import { endSignIns } from './sign-ins.ts';

/**
 * Gives an account a new password whatever the old one is, and ends all its sign-ins.
 * @param options.removesPasskeys whether its passkeys go too
 * @returns how many passkeys it has had; undefined when there is no such account
 */
export async function resetPassword(
  pool: pg.Pool,
  accountId: string,
  { passwordHash, removesPasskeys }: { passwordHash: string; removesPasskeys: boolean },
): Promise<number | undefined> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query('UPDATE identity.accounts SET password_hash = $2 WHERE id = $1', [
      accountId,
      passwordHash,
    ]);
    if (rowCount !== 1) return undefined;
    const { rowCount: passkeys } = await client.query(
      removesPasskeys
        ? 'DELETE FROM identity.passkeys WHERE account_id = $1'
        : 'SELECT 1 FROM identity.passkeys WHERE account_id = $1',
      [accountId],
    );
    await endSignIns(client, accountId);
    return passkeys ?? 0;
  });
}
