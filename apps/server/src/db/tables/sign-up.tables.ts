import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../columns.ts';

/** One-time invitations by an administrator. Signing up deletes them. */
export const signUpInvites = pgTable(
  'sign_up_invites',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index().on(table.expiresAt)],
);

/** At most one row: when the first account was created, which needs no invitation. */
export const firstSignUp = pgTable(
  'first_sign_up',
  { isTaken: boolean('is_taken').primaryKey().default(true), at: instant('at').notNull() },
  () => [check('first_sign_up_is_taken', sql`is_taken`)],
);
