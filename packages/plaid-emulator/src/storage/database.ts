import { DatabaseSync } from 'node:sqlite';

/** Number of the schema below, kept in the file. */
const schemaVersion = 1;

const schema = `
CREATE TABLE IF NOT EXISTS items (
  item_id TEXT PRIMARY KEY,
  access_token TEXT NOT NULL UNIQUE,
  institution_id TEXT NOT NULL,
  ledger_seed TEXT NOT NULL,
  products TEXT NOT NULL,
  webhook TEXT,
  days_requested INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  linked_at_ms INTEGER NOT NULL,
  ledger_day TEXT,
  updated_at TEXT,
  modified_seq INTEGER NOT NULL DEFAULT 0,
  error_code TEXT,
  error_message TEXT
) STRICT;
CREATE TABLE IF NOT EXISTS removed_items (
  access_token TEXT PRIMARY KEY,
  item_id TEXT NOT NULL,
  removed_at TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS accounts (
  account_id TEXT PRIMARY KEY,
  item_id TEXT NOT NULL REFERENCES items ON DELETE CASCADE,
  role TEXT NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  official_name TEXT,
  mask TEXT,
  type TEXT NOT NULL,
  subtype TEXT,
  available_cents INTEGER,
  current_cents INTEGER,
  limit_cents INTEGER,
  shared INTEGER NOT NULL DEFAULT 1,
  UNIQUE (item_id, role)
) STRICT;
CREATE TABLE IF NOT EXISTS transactions (
  transaction_id TEXT PRIMARY KEY,
  item_id TEXT NOT NULL REFERENCES items ON DELETE CASCADE,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  ledger_key TEXT,
  amount_cents INTEGER NOT NULL,
  date TEXT NOT NULL,
  authorized_date TEXT,
  pending INTEGER NOT NULL,
  pending_transaction_id TEXT,
  original_description TEXT,
  details TEXT NOT NULL,
  created_seq INTEGER NOT NULL,
  modified_seq INTEGER NOT NULL,
  removed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX IF NOT EXISTS transactions_by_change ON transactions (item_id, modified_seq);
CREATE INDEX IF NOT EXISTS transactions_by_account_change ON transactions (account_id, modified_seq);
CREATE INDEX IF NOT EXISTS transactions_pending ON transactions (item_id) WHERE pending = 1 AND removed = 0;
CREATE TABLE IF NOT EXISTS public_tokens (
  public_token TEXT PRIMARY KEY,
  item_id TEXT NOT NULL REFERENCES items ON DELETE CASCADE,
  expires_at TEXT NOT NULL,
  exchanged_at TEXT
) STRICT;
CREATE TABLE IF NOT EXISTS link_tokens (
  link_token TEXT PRIMARY KEY,
  hosted_link_id TEXT UNIQUE,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  item_id TEXT,
  request TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS link_sessions (
  link_session_id TEXT PRIMARY KEY,
  link_token TEXT NOT NULL REFERENCES link_tokens ON DELETE CASCADE,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  state TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS link_sessions_by_token ON link_sessions (link_token, started_at);
CREATE TABLE IF NOT EXISTS link_events (
  event_id TEXT PRIMARY KEY,
  link_session_id TEXT NOT NULL REFERENCES link_sessions ON DELETE CASCADE,
  position INTEGER NOT NULL,
  event_name TEXT NOT NULL,
  timestamp TEXT NOT NULL,
  metadata TEXT NOT NULL,
  UNIQUE (link_session_id, position)
) STRICT;
`;

/**
 * Opens (and creates) the bank's database file; `:memory:` is allowed.
 *
 * WAL with synchronous=FULL: an access token that was handed out is stored by its holder at once and for good, so it must
 * not be lost here either, not even with the power. Writes are rare enough for the extra fsync not to matter.
 */
export function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  // Another process may serve the same file; a writer waits for it rather than failing.
  database.exec('PRAGMA busy_timeout = 5000');
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  database.exec('PRAGMA foreign_keys = ON');
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version > schemaVersion) {
    database.close();
    throw new Error(
      `${file} was written by a newer release (schema ${version}; this one knows ${schemaVersion}).`,
    );
  }
  database.exec(schema);
  database.exec(`PRAGMA user_version = ${schemaVersion}`);
  return database;
}

/** Asked anew each time: SQLite may have ended a transaction by itself. */
function isInside(database: DatabaseSync): boolean {
  return database.isTransaction;
}

/** Runs `work` in one write transaction: all of it happens, or nothing. Inside another one it simply joins it. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  if (isInside(database)) return work();
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite has already rolled back after some errors (a full disk, for one).
    if (isInside(database)) database.exec('ROLLBACK');
    throw error;
  }
}
