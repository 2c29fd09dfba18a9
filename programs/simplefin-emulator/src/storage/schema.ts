const firstRelease = `
CREATE TABLE tokens (
  token_id TEXT PRIMARY KEY,
  -- The last part of the claim URL.
  claim_secret TEXT NOT NULL UNIQUE,
  -- Both null until the token is claimed.
  username TEXT UNIQUE,
  password_hash TEXT,
  created_at TEXT NOT NULL,
  claimed_at TEXT,
  disabled_at TEXT
) STRICT;
CREATE TABLE connections (
  conn_id TEXT PRIMARY KEY,
  token_id TEXT NOT NULL REFERENCES tokens ON DELETE CASCADE,
  position INTEGER NOT NULL,
  bank_key TEXT NOT NULL,
  ledger_seed TEXT NOT NULL,
  -- The last day whose movements are stored.
  ledger_day TEXT NOT NULL
) STRICT;
CREATE INDEX connections_by_token ON connections (token_id, position);
CREATE TABLE accounts (
  account_key INTEGER PRIMARY KEY,
  conn_id TEXT NOT NULL REFERENCES connections ON DELETE CASCADE,
  -- Unique within its connection only.
  account_id TEXT NOT NULL,
  role TEXT NOT NULL,
  name TEXT NOT NULL,
  currency TEXT NOT NULL,
  balance TEXT NOT NULL,
  available_balance TEXT,
  balance_date INTEGER NOT NULL,
  last_transaction_number INTEGER NOT NULL DEFAULT 0,
  UNIQUE (conn_id, account_id)
) STRICT;
CREATE TABLE transactions (
  account_key INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- Unique within its account only.
  transaction_id TEXT NOT NULL,
  -- Null for a row that was added by hand.
  ledger_key TEXT,
  pending INTEGER NOT NULL,
  -- Epoch seconds; 0 while pending.
  posted INTEGER NOT NULL,
  transacted_at INTEGER,
  -- The other fields, in SimpleFIN's names.
  fields TEXT NOT NULL,
  -- How many of the next answers leave the row out.
  hidden_answers INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (account_key, transaction_id)
) STRICT;
CREATE INDEX transactions_by_posted ON transactions (account_key, posted);
CREATE TABLE requests (
  request_number INTEGER PRIMARY KEY,
  token_id TEXT NOT NULL REFERENCES tokens ON DELETE CASCADE,
  kind TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  query TEXT NOT NULL
) STRICT;
CREATE INDEX requests_by_time ON requests (token_id, kind, at_ms);
CREATE TABLE problems (
  problem_id TEXT PRIMARY KEY,
  token_id TEXT NOT NULL REFERENCES tokens ON DELETE CASCADE,
  conn_id TEXT REFERENCES connections ON DELETE CASCADE,
  account_id TEXT,
  code TEXT NOT NULL,
  message TEXT NOT NULL,
  message_field TEXT NOT NULL,
  hides_accounts INTEGER NOT NULL
) STRICT;
CREATE INDEX problems_by_token ON problems (token_id);
`;

const tokenOwners = `
-- Who made the token on the page; null for one of the control API.
ALTER TABLE tokens ADD COLUMN owner TEXT;
CREATE INDEX tokens_by_owner ON tokens (owner, created_at);
`;

const lastingRequestNumbers = `
-- Numbers of deleted requests are not used again, so that a reader can remember the last one it has seen.
CREATE TABLE numbered_requests (
  request_number INTEGER PRIMARY KEY AUTOINCREMENT,
  token_id TEXT NOT NULL REFERENCES tokens ON DELETE CASCADE,
  kind TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  query TEXT NOT NULL
) STRICT;
INSERT INTO numbered_requests SELECT * FROM requests;
DROP TABLE requests;
ALTER TABLE numbered_requests RENAME TO requests;
CREATE INDEX requests_by_time ON requests (token_id, kind, at_ms);
`;

/** Schema changes by release, oldest first. */
export const schemaSteps: readonly string[] = [firstRelease, tokenOwners, lastingRequestNumbers];
