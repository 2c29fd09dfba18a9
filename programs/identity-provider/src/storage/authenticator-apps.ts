import type pg from 'pg';
import type { SealedSecret } from '../options.ts';
import { type AccountToChange, endLogins, lockAccount } from './logins.ts';
import { inTransaction } from './open-database.ts';
import { readIdentityVersion } from './schema-version.ts';

export interface AuthenticatorApp {
  secret: SealedSecret;
  addedAt: Date;
  /** Unused ones. */
  recoveryCodes: number;
}

/** Of the schema, with these tables. */
const FIRST_VERSION = 8;
const SECRET = 'secret_key_id AS "keyId", secret AS sealed';

export async function findAuthenticatorApp(
  pool: pg.Pool,
  accountId: string,
): Promise<AuthenticatorApp | undefined> {
  const { rows } = await pool.query<SealedSecret & Omit<AuthenticatorApp, 'secret'>>(
    `SELECT ${SECRET}, added_at AS "addedAt",
       (SELECT count(*)::int FROM identity.recovery_codes c WHERE c.account_id = a.account_id) AS "recoveryCodes"
     FROM identity.authenticator_apps a WHERE account_id = $1`,
    [accountId],
  );
  return rows.map(({ keyId, sealed, ...app }) => ({ ...app, secret: { keyId, sealed } }))[0];
}

/**
 * Adds the account's only app and ends all sessions but one, because they began without a code.
 * @param app.seal called while no key can be removed
 * @returns false if there is one, or the account's logins have ended since it was read
 */
export async function addAuthenticatorApp(
  pool: pg.Pool,
  account: AccountToChange,
  app: {
    seal: () => SealedSecret;
    sealingLock: number;
    step: number;
    recoveryHashes: readonly Buffer[];
    addedAt: Date;
    exceptSessionUid: string;
  },
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    if (!(await lockAccount(client, account))) return false;
    await client.query('SELECT pg_advisory_xact_lock_shared($1)', [app.sealingLock]);
    const { keyId, sealed } = app.seal();
    const { rowCount } = await client.query(
      `INSERT INTO identity.authenticator_apps (account_id, secret, secret_key_id, last_step, added_at)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT (account_id) DO NOTHING`,
      [account.id, sealed, keyId, app.step, app.addedAt],
    );
    if (rowCount !== 1) return false;
    await insertRecoveryHashes(client, account.id, app.recoveryHashes);
    return endLogins(client, account.id, app.exceptSessionUid);
  });
}

/** True once for each step, and never for one before a used one (RFC 6238 5.2). */
export async function useStep(pool: pg.Pool, accountId: string, step: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    'UPDATE identity.authenticator_apps SET last_step = $2 WHERE account_id = $1 AND last_step < $2',
    [accountId, step],
  );
  return rowCount === 1;
}

export async function useRecoveryCode(pool: pg.Pool, accountId: string, hash: Buffer): Promise<boolean> {
  const { rowCount } = await pool.query(
    'DELETE FROM identity.recovery_codes WHERE account_id = $1 AND code_hash = $2',
    [accountId, hash],
  );
  return rowCount === 1;
}

/** False without an app, or if the account's logins have ended since it was read. */
export async function replaceRecoveryCodes(
  pool: pg.Pool,
  account: AccountToChange,
  hashes: readonly Buffer[],
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    if (!(await lockAccount(client, account))) return false;
    const { rowCount } = await client.query('SELECT FROM identity.authenticator_apps WHERE account_id = $1', [
      account.id,
    ]);
    if (rowCount !== 1) return false;
    await client.query('DELETE FROM identity.recovery_codes WHERE account_id = $1', [account.id]);
    await insertRecoveryHashes(client, account.id, hashes);
    return true;
  });
}

/** Ends all sessions but the user's. False without an app, or if the account's logins have ended since it was read. */
export async function removeAuthenticatorApp(
  pool: pg.Pool,
  account: AccountToChange,
  { exceptSessionUid }: { exceptSessionUid: string },
): Promise<boolean> {
  return inTransaction(
    pool,
    async (client) =>
      (await lockAccount(client, account)) &&
      (await deleteAuthenticatorApp(client, account.id)) &&
      endLogins(client, account.id, exceptSessionUid),
  );
}

/** For an operator: ends all sessions. False without an app. */
export async function dropAuthenticatorApp(pool: pg.Pool, accountId: string): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    // First, as all other changes lock it first.
    await client.query('SELECT FROM identity.accounts WHERE id = $1 FOR UPDATE', [accountId]);
    return (await deleteAuthenticatorApp(client, accountId)) && endLogins(client, accountId);
  });
}

/** For a transaction that ends the logins. */
export async function deleteAuthenticatorApp(client: pg.PoolClient, accountId: string): Promise<boolean> {
  const { rowCount } = await client.query('DELETE FROM identity.authenticator_apps WHERE account_id = $1', [
    accountId,
  ]);
  return rowCount === 1;
}

export interface AppSecret {
  accountId: string;
  secret: SealedSecret;
}

/** The newest secret of each key; none in a schema of an older version, or without one. */
export async function sampleAppSecrets(client: pg.Client): Promise<AppSecret[]> {
  if ((await readIdentityVersion(client)) < FIRST_VERSION) return [];
  return readSecrets(
    client,
    `SELECT DISTINCT ON (secret_key_id) account_id AS "accountId", ${SECRET} FROM identity.authenticator_apps
     ORDER BY secret_key_id, added_at DESC`,
    [],
  );
}

/** In the order of their accounts. */
export async function listAppSecrets(
  client: pg.Client,
  { after, limit }: { after: string; limit: number },
): Promise<AppSecret[]> {
  if ((await readIdentityVersion(client)) < FIRST_VERSION) return [];
  return readSecrets(
    client,
    `SELECT account_id AS "accountId", ${SECRET} FROM identity.authenticator_apps
     WHERE account_id > $1 ORDER BY account_id LIMIT $2`,
    [after, limit],
  );
}

async function readSecrets(client: pg.Client, text: string, values: unknown[]): Promise<AppSecret[]> {
  const { rows } = await client.query<SealedSecret & { accountId: string }>(text, values);
  return rows.map(({ accountId, ...secret }) => ({ accountId, secret }));
}

/** False if the stored secret is another one by now. */
export async function replaceAppSecret(
  pool: pg.Pool,
  accountId: string,
  { from, to }: { from: SealedSecret; to: SealedSecret },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE identity.authenticator_apps SET secret = $2, secret_key_id = $3
     WHERE account_id = $1 AND secret = $4`,
    [accountId, to.sealed, to.keyId, from.sealed],
  );
  return rowCount === 1;
}

async function insertRecoveryHashes(
  client: pg.PoolClient,
  accountId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await client.query(
    'INSERT INTO identity.recovery_codes (account_id, code_hash) SELECT $1, unnest($2::bytea[])',
    [accountId, hashes],
  );
}
