import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { LOGIN_AT, type AccountInUse } from './accounts.ts';
import { inTransaction } from './open-database.ts';
import { endLogins } from './logins.ts';

/** A key pair on somebody's device, whose public half is here. */
export interface Passkey {
  id: string;
  /** As the browser names it, base64url. */
  credentialId: string;
  /** How the browser can reach it: 'internal', 'hybrid', 'usb' and such. */
  transports: string[];
  /** For its owner. */
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** What a signature is checked against, and whose it is. */
export interface PasskeyToProve extends Passkey {
  accountId: string;
  email: string;
  /** In COSE form. */
  publicKey: Buffer;
  /** How often it has signed, as far as it says so; 0 when it does not. */
  counter: number;
  /** The second since 1970 from which a sign-in with this proof counts. */
  loginAt: number;
}

const COLUMNS = `passkeys.id, credential_id AS "credentialId", transports, name, passkeys.created_at AS "createdAt",
  last_used_at AS "lastUsedAt"`;

/** The passkeys of an account, the oldest first. */
export async function listPasskeys(pool: pg.Pool, accountId: string): Promise<Passkey[]> {
  const { rows } = await pool.query<Passkey>(
    `SELECT ${COLUMNS} FROM identity.passkeys WHERE account_id = $1 ORDER BY created_at, id`,
    [accountId],
  );
  return rows;
}

/** One passkey of an account. */
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

/** The passkey that the browser names so, whoever's it is. */
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
 * Adds a passkey; false when there is one that the browser names so, be it somebody else's, and when the account's sign-ins have ended since
 * it was read: whoever ends them may be taking all passkeys away at this moment.
 */
export async function addPasskey(
  pool: pg.Pool,
  { id: accountId, loginsSince }: Pick<AccountInUse, 'id' | 'loginsSince'>,
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

/**
 * Notes that a passkey has signed. False when it is gone, or has said a number this high before: then somebody has a copy of it, or two
 * answers of the same one crossed.
 */
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

/** Gives a passkey another name; false when the account has none with this id. */
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
 * Removes a passkey and ends the sign-ins of its account, but for one session: it may have been used on a device that is lost.
 * @returns false when the account has no passkey with this id
 */
export async function removePasskey(
  pool: pg.Pool,
  accountId: string,
  { id, exceptSessionUid }: { id: string; exceptSessionUid: string },
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      'DELETE FROM identity.passkeys WHERE account_id = $1 AND id = $2',
      [accountId, id],
    );
    return rowCount === 1 && endLogins(client, accountId, exceptSessionUid);
  });
}
