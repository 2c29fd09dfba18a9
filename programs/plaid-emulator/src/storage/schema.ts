const firstRelease = `
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

const webhooksAndControl = `
-- Who logged in; null for items of the first release.
ALTER TABLE items ADD COLUMN username TEXT;
-- Whether /transactions/sync was ever called, without which SYNC_UPDATES_AVAILABLE is not sent.
ALTER TABLE items ADD COLUMN sync_called INTEGER NOT NULL DEFAULT 0;
-- The last day of the older history that is still to come; null when nothing is missing.
ALTER TABLE items ADD COLUMN history_missing_to TEXT;
ALTER TABLE items ADD COLUMN last_webhook_code TEXT;
ALTER TABLE items ADD COLUMN last_webhook_at TEXT;
-- Fields as they are given out in place of the stored ones, however broken; null for none.
ALTER TABLE transactions ADD COLUMN raw TEXT;
-- Whether the row is given out twice within one page.
ALTER TABLE transactions ADD COLUMN repeated INTEGER NOT NULL DEFAULT 0;
CREATE TABLE webhook_keys (
  key_id TEXT PRIMARY KEY,
  private_key TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expired_at INTEGER
) STRICT;
CREATE TABLE webhook_deliveries (
  delivery_id INTEGER PRIMARY KEY,
  url TEXT NOT NULL,
  body TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at_ms);
`;

const linkWidget = `
-- The secret part of the address that a frame shows; null for Hosted Link.
ALTER TABLE link_sessions ADD COLUMN widget_id TEXT;
CREATE UNIQUE INDEX link_sessions_by_widget ON link_sessions (widget_id);
-- Visits to the pages of a bank that has people log in there.
CREATE TABLE oauth_visits (
  oauth_state_id TEXT PRIMARY KEY,
  link_session_id TEXT NOT NULL REFERENCES link_sessions ON DELETE CASCADE,
  -- What the person decided there; null before that.
  answer TEXT,
  -- Whether Link has taken the answer in.
  processed INTEGER NOT NULL DEFAULT 0
) STRICT;
`;

const accountsAtBank = `
-- Masks of the accounts that were chosen at the bank, as a JSON list; null for all of them.
ALTER TABLE oauth_visits ADD COLUMN masks TEXT;
`;

const webhookLog = `
-- A webhook stays after its last attempt; due_at_ms is null then.
CREATE TABLE kept_deliveries (
  delivery_id INTEGER PRIMARY KEY,
  url TEXT NOT NULL,
  body TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  -- The outcome of each attempt, as a JSON list.
  ended_attempts TEXT NOT NULL DEFAULT '[]',
  due_at_ms INTEGER
) STRICT;
INSERT INTO kept_deliveries (delivery_id, url, body, attempts, due_at_ms)
  SELECT delivery_id, url, body, attempts, due_at_ms FROM webhook_deliveries;
DROP TABLE webhook_deliveries;
ALTER TABLE kept_deliveries RENAME TO webhook_deliveries;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at_ms);
`;

/** Schema changes by release, oldest first; the file stores how many it has. */
export const schemaSteps: readonly string[] = [
  firstRelease,
  webhooksAndControl,
  linkWidget,
  accountsAtBank,
  webhookLog,
];
