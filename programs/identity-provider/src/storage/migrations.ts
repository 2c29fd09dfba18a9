/** The position is the schema version. Only append. */
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
  `
  -- Sign-ins from before this second (since 1970) no longer count.
  ALTER TABLE identity.accounts ADD COLUMN sign_ins_since bigint NOT NULL DEFAULT 0;

  CREATE TABLE identity.passkeys (
    id text PRIMARY KEY,
    account_id text NOT NULL REFERENCES identity.accounts ON DELETE CASCADE,
    -- As the browser names it, base64url.
    credential_id text NOT NULL UNIQUE,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports text[] NOT NULL,
    name text NOT NULL,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz
  );
  CREATE INDEX passkeys_account_id ON identity.passkeys (account_id);

  -- What authenticators are asked to sign, stored as SHA-256, until they have or it is too late.
  CREATE TABLE identity.challenges (
    hash bytea PRIMARY KEY,
    -- The interaction or the session that it was made for, stored as SHA-256.
    bound_to bytea NOT NULL,
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX challenges_expires_at ON identity.challenges (expires_at);

  -- Several keys of one name: the one in use, and those before it that are still recognised.
  ALTER TABLE identity.keys DROP CONSTRAINT keys_pkey;
  ALTER TABLE identity.keys ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY;
  ALTER TABLE identity.keys ADD COLUMN retired_at timestamptz;
  CREATE UNIQUE INDEX keys_in_use ON identity.keys (name) WHERE retired_at IS NULL;
  `,
  `
  -- The session that goes on, though it began before.
  ALTER TABLE identity.accounts ADD COLUMN kept_session_uid text;
  `,
  `
  -- Set while the password is one that an administrator has seen: until when it logs in. Its person must change it first.
  ALTER TABLE identity.accounts ADD COLUMN reset_expires_at timestamptz;
  `,
  `
  -- The newest link of each account that sets a new password.
  CREATE TABLE identity.password_links (
    account_id text PRIMARY KEY REFERENCES identity.accounts ON DELETE CASCADE,
    -- SHA-256 of the token in the link.
    token_hash bytea NOT NULL UNIQUE,
    expires_at timestamptz NOT NULL
  );
  `,
  `
  -- Until then, the email may be of another person than the account.
  ALTER TABLE identity.accounts ADD COLUMN confirmed_at timestamptz;

  -- The newest link of each account and purpose: a new password, or confirming the email.
  ALTER TABLE identity.password_links RENAME TO links;
  ALTER TABLE identity.links ADD COLUMN purpose text NOT NULL DEFAULT 'password';
  ALTER TABLE identity.links ALTER COLUMN purpose DROP DEFAULT;
  ALTER TABLE identity.links DROP CONSTRAINT password_links_pkey;
  ALTER TABLE identity.links ADD CONSTRAINT links_pkey PRIMARY KEY (account_id, purpose);
  -- Whether only the owner of the email got it.
  ALTER TABLE identity.links ADD COLUMN is_mailed boolean NOT NULL DEFAULT false;
  `,
  `
  -- A mailed link, which strangers can ask for, replaces none that an administrator made.
  ALTER TABLE identity.links DROP CONSTRAINT links_pkey;
  ALTER TABLE identity.links ADD CONSTRAINT links_pkey PRIMARY KEY (account_id, purpose, is_mailed);
  `,
  `
  -- The app whose codes an account's password needs too.
  CREATE TABLE identity.authenticator_apps (
    account_id text PRIMARY KEY REFERENCES identity.accounts ON DELETE CASCADE,
    -- Sealed by the token key of that name.
    secret bytea NOT NULL,
    secret_key_id text NOT NULL,
    -- The newest used code's count of 30 seconds since 1970.
    last_step bigint NOT NULL,
    added_at timestamptz NOT NULL
  );

  -- Unused ones. Each is stored as an HMAC by the app's secret.
  CREATE TABLE identity.recovery_codes (
    account_id text NOT NULL REFERENCES identity.authenticator_apps ON DELETE CASCADE,
    code_hash bytea NOT NULL,
    PRIMARY KEY (account_id, code_hash)
  );
  `,
];
