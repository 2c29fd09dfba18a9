import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { LOGIN_AT } from './accounts.ts';
import { inTransaction } from './open-database.ts';
import { type AccountToChange, endLogins, lockAccount } from './logins.ts';

export interface Passkey {
  id: string;
  /** Base64url. */
  credentialId: string;
  /** 'internal', 'hybrid', 'usb' and so on. */
  transports: string[];
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export interface PasskeyToProve extends Passkey {
  accountId: string;
  email: string;
  /** COSE. */
  publicKey: Buffer;
  /** 0 when the authenticator has none. */
  counter: number;
  /** In seconds since 1970. */
  loginAt: number;
}

const COLUMNS = `passkeys.id, credential_id AS "credentialId", transports, name, passkeys.created_at AS "createdAt",
  last_used_at AS "lastUsedAt"`;

/** Lists them, oldest first. */
export async function listPasskeys(pool: pg.Pool, accountId: string): Promise<Passkey[]> {
  const { rows } = await pool.query<Passkey>(
    `SELECT ${COLUMNS} FROM identity.passkeys WHERE account_id = $1 ORDER BY created_at, id`,
    [accountId],
  );
  return rows;
}

export async function findPasskey(
  pool: pg.Pool,
  accountId: string,
  id: string,
): Promise<Passkey | undefined> {
  const { rows } = await pool.query<Passkey>(
    `SELECT ${COLUMNS} FROM identity.passkeys WHERE account_id = $1 AND id = $2`,
    [accountId, id],
  );
  return rows[0];
}

/** Finds any account's passkey. */
export async function findPasskeyByCredential(
  pool: pg.Pool,
  credentialId: string,
): Promise<PasskeyToProve | undefined> {
  const { rows } = await pool.query<PasskeyToProve>(
    `SELECT ${COLUMNS}, account_id AS "accountId", email, public_key AS "publicKey", counter::float8 AS counter,
       ${LOGIN_AT} AS "loginAt"
     FROM identity.passkeys JOIN identity.accounts ON accounts.id = account_id WHERE credential_id = $1`,
    [credentialId],
  );
  return rows[0];
}

/**
 * False when the credential exists, for any account, or the account's logins have ended since it was read:
 * that change may remove all passkeys.
 */
export async function addPasskey(
  pool: pg.Pool,
  { id: accountId, loginsSince }: AccountToChange,
  passkey: {
    credentialId: string;
    publicKey: Uint8Array;
    counter: number;
    transports: string[];
    name: string;
    createdAt: Date;
  },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `INSERT INTO identity.passkeys (id, account_id, credential_id, public_key, counter, transports, name, created_at)
     SELECT $1, id, $3, $4, $5, $6, $7, $8 FROM identity.accounts WHERE id = $2 AND sign_ins_since = $9 FOR SHARE
     ON CONFLICT (credential_id) DO NOTHING`,
    [
      randomUUID(),
      accountId,
      passkey.credentialId,
      Buffer.from(passkey.publicKey),
      passkey.counter,
      passkey.transports,
      passkey.name,
      passkey.createdAt,
      loginsSince,
    ],
  );
  return rowCount === 1;
}

/** False for a removed passkey or a counter that didn't increase: a copy, or two crossed answers. */
export async function notePasskeyUse(
  pool: pg.Pool,
  id: string,
  { counter, at }: { counter: number; at: Date },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE identity.passkeys SET counter = $2, last_used_at = $3
     WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))`,
    [id, counter, at],
  );
  return rowCount === 1;
}

export async function renamePasskey(
  pool: pg.Pool,
  accountId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    'UPDATE identity.passkeys SET name = $3 WHERE account_id = $1 AND id = $2',
    [accountId, id, name],
  );
  return rowCount === 1;
}

/**
 * Ends all sessions but one: a lost device may have used it. False without such a passkey, or if the account's logins have ended since it
 * was read.
 */
export async function removePasskey(
  pool: pg.Pool,
  account: AccountToChange,
  { id, exceptSessionUid }: { id: string; exceptSessionUid: string },
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    if (!(await lockAccount(client, account))) return false;
    const { rowCount } = await client.query(
      'DELETE FROM identity.passkeys WHERE account_id = $1 AND id = $2',
      [account.id, id],
    );
    return rowCount === 1 && endLogins(client, account.id, exceptSessionUid);
  });
}
