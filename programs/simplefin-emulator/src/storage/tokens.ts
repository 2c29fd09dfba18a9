import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '@oinkly/test-banks/bank-file';
import { integer, type Row, text, textOrNull } from '@oinkly/test-banks/columns';

/** A setup token, and the access URL that it was exchanged for. */
export interface Token {
  tokenId: string;
  claimSecret: string;
  createdAt: string;
  claimedAt: string | null;
  disabledAt: string | null;
}

export interface AccessCredentials {
  username: string;
  password: string;
}

const secret = (): string => randomBytes(24).toString('base64url');

const digest = (password: string): Buffer => createHash('sha256').update(password).digest();

function toToken(row: Row): Token {
  return {
    tokenId: text(row, 'token_id'),
    claimSecret: text(row, 'claim_secret'),
    createdAt: text(row, 'created_at'),
    claimedAt: textOrNull(row, 'claimed_at'),
    disabledAt: textOrNull(row, 'disabled_at'),
  };
}

export function insertToken(database: DatabaseSync, createdAt: Date, owner: string | null): Token {
  const token: Token = {
    tokenId: randomUUID(),
    claimSecret: secret(),
    createdAt: createdAt.toISOString(),
    claimedAt: null,
    disabledAt: null,
  };
  database
    .prepare('INSERT INTO tokens (token_id, claim_secret, created_at, owner) VALUES (?, ?, ?, ?)')
    .run(token.tokenId, token.claimSecret, token.createdAt, owner);
  return token;
}

/**
 * Exchanges a setup token for credentials. Returns null for one that is unknown, disabled or claimed before.
 */
export function claimToken(
  database: DatabaseSync,
  claimSecret: string,
  claimedAt: Date,
): AccessCredentials | null {
  const credentials = { username: secret(), password: secret() };
  const { changes } = database
    .prepare(
      `UPDATE tokens SET username = ?, password_hash = ?, claimed_at = ?
       WHERE claim_secret = ? AND claimed_at IS NULL AND disabled_at IS NULL`,
    )
    .run(
      credentials.username,
      digest(credentials.password).toString('hex'),
      claimedAt.toISOString(),
      claimSecret,
    );
  return changes === 1 ? credentials : null;
}

/** Returns the token also when it is disabled; null for wrong credentials. */
export function findTokenByCredentials(
  database: DatabaseSync,
  { username, password }: AccessCredentials,
): Token | null {
  const row = database.prepare('SELECT * FROM tokens WHERE username = ?').get(username);
  if (row === undefined) return null;
  const expected = Buffer.from(text(row, 'password_hash'), 'hex');
  return timingSafeEqual(digest(password), expected) ? toToken(row) : null;
}

export function findToken(database: DatabaseSync, tokenId: string): Token | null {
  const row = database.prepare('SELECT * FROM tokens WHERE token_id = ?').get(tokenId);
  return row === undefined ? null : toToken(row);
}

export function findTokenByClaimSecret(database: DatabaseSync, claimSecret: string): Token | null {
  const row = database.prepare('SELECT * FROM tokens WHERE claim_secret = ?').get(claimSecret);
  return row === undefined ? null : toToken(row);
}

/** The owner's newest tokens, newest first. */
export function listTokensOf(database: DatabaseSync, owner: string, limit: number): Token[] {
  return database
    .prepare('SELECT * FROM tokens WHERE owner = ? ORDER BY rowid DESC LIMIT ?')
    .all(owner, limit)
    .map(toToken);
}

/** How many of the owner's tokens are not disabled. */
export function countUsableTokens(database: DatabaseSync, owner: string): number {
  const row = database
    .prepare('SELECT count(*) AS usable FROM tokens WHERE owner = ? AND disabled_at IS NULL')
    .get(owner);
  return row === undefined ? 0 : integer(row, 'usable');
}

/** Disables one of the owner's tokens and deletes the history of its banks. Ignores a token of another owner. */
export function endToken(
  database: DatabaseSync,
  { tokenId, owner }: { tokenId: string; owner: string },
  disabledAt: Date,
): void {
  const isOwn = database.prepare('SELECT 1 FROM tokens WHERE token_id = ? AND owner = ?').get(tokenId, owner);
  if (isOwn === undefined) return;
  inTransaction(database, () => {
    disableToken(database, tokenId, disabledAt);
    database
      .prepare('DELETE FROM accounts WHERE conn_id IN (SELECT conn_id FROM connections WHERE token_id = ?)')
      .run(tokenId);
  });
}

/** Newest first. */
export function listTokens(database: DatabaseSync): Token[] {
  return database.prepare('SELECT * FROM tokens ORDER BY rowid DESC').all().map(toToken);
}

/** Keeps the time when it was disabled first. */
export function disableToken(database: DatabaseSync, tokenId: string, disabledAt: Date): void {
  database
    .prepare('UPDATE tokens SET disabled_at = ? WHERE token_id = ? AND disabled_at IS NULL')
    .run(disabledAt.toISOString(), tokenId);
}
