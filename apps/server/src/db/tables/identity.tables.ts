import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../columns.ts';
import { looseUserId, ownerId } from '../user-columns.ts';

/** A user at an OpenID issuer, known by issuer and subject, never by email. */
export const identities = pgTable(
  'identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: looseUserId('user_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] }), index().on(table.userId)],
);

export const sessions = pgTable(
  'sessions',
  {
    userId: ownerId(),
    tokenHash: bytes('token_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    userAgent: text('user_agent').notNull(),
    /** A hint for signing out at the issuer. */
    idToken: text('id_token'),
    authenticatedAt: instant('authenticated_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tokenHash] }), index().on(table.tokenHash)],
);

/** Bound by a cookie to its browser. */
export const loginAttempts = pgTable(
  'login_attempts',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    state: text('state').notNull(),
    nonce: text('nonce').notNull(),
    codeVerifier: text('code_verifier').notNull(),
    returnTo: text('return_to').notNull(),
    /** The user who confirms their identity; null for an ordinary login. */
    userId: looseUserId('user_id'),
    /** SHA-256 of the one-time invitation that the browser came with; null without. */
    inviteHash: bytes('invite_hash'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index().on(table.expiresAt)],
);
