import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** Somebody who can log in here. */
export interface Account {
  /** The `sub` of the tokens: random, never reused, tells nothing. */
  id: string;
  /** Normalised. */
  email: string;
}

/** An account with the hash that its password is checked against. */
export interface AccountWithPassword extends Account {
  passwordHash: string;
}

/** The account with this `sub`. */
export async function findAccount(pool: pg.Pool, id: string): Promise<Account | undefined> {
  const { rows } = await pool.query<Account>('SELECT id, email FROM identity.accounts WHERE id = $1', [id]);
  return rows[0];
}

/** The account with this e-mail, which must be normalised, and its password hash. */
export async function findAccountByEmail(
  pool: pg.Pool,
  email: string,
): Promise<AccountWithPassword | undefined> {
  const { rows } = await pool.query<AccountWithPassword>(
    'SELECT id, email, password_hash AS "passwordHash" FROM identity.accounts WHERE email = $1',
    [email],
  );
  return rows[0];
}

/** Creates an account; undefined when there is one with this e-mail, also when it was created a moment ago elsewhere. */
export async function createAccount(
  pool: pg.Pool,
  account: { email: string; passwordHash: string; createdAt: Date },
): Promise<Account | undefined> {
  const { rows } = await pool.query<Account>(
    `INSERT INTO identity.accounts (id, email, password_hash, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (email) DO NOTHING RETURNING id, email`,
    [randomUUID(), account.email, account.passwordHash, account.createdAt],
  );
  return rows[0];
}
