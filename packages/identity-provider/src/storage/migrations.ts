/** The schema's history; the position in the list is the version. Only ever append. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE identity.accounts (
    id text PRIMARY KEY,
    email text NOT NULL UNIQUE,
    password_hash text NOT NULL,
    created_at timestamptz NOT NULL
  );

  -- What the OpenID library keeps: sessions, codes, tokens, interactions, grants. Ids are stored as SHA-256.
  CREATE TABLE identity.models (
    model text NOT NULL,
    id_hash bytea NOT NULL,
    payload jsonb NOT NULL,
    grant_id text,
    uid text,
    expires_at timestamptz,
    PRIMARY KEY (model, id_hash)
  );
  CREATE INDEX models_grant_id ON identity.models (grant_id) WHERE grant_id IS NOT NULL;
  CREATE INDEX models_uid ON identity.models (model, uid) WHERE uid IS NOT NULL;
  CREATE INDEX models_expires_at ON identity.models (expires_at);

  CREATE TABLE identity.keys (
    name text PRIMARY KEY,
    value jsonb NOT NULL
  );

  -- What the limits count; the subject (an e-mail or an address) is stored as SHA-256.
  CREATE TABLE identity.attempts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL,
    subject_hash bytea NOT NULL,
    at timestamptz NOT NULL
  );
  CREATE INDEX attempts_subject ON identity.attempts (kind, subject_hash, at);
  CREATE INDEX attempts_at ON identity.attempts (at);
  `,
];
