import type { FriendsCall } from '@oinkly/contract/friends';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, day, instant } from '../columns.ts';
import { looseUserId, ownerId } from '../user-columns.ts';

/** An answer's part about one user, to the byte, and its day. */
export interface SentAnswer {
  sentOn: string;
  json: string;
}

/**
 * Two rows per friendship, one for each direction. Each holds its user's half of a pact: see `pacts.service.ts`.
 */
export const friendships = pgTable(
  'friendships',
  {
    userId: ownerId(),
    friendId: looseUserId('friend_id').notNull(),
    createdAt: instant('created_at').notNull(),
    pactAgreedAt: instant('pact_agreed_at'),
    /** The Monday of the first week that can count; set with `pactAgreedAt`. */
    pactFrom: day('pact_from'),
    pactEndedAt: instant('pact_ended_at'),
    /** What the user was last sent about the friend, by call: see `seen.service.ts`. */
    seen: jsonb('seen').$type<Partial<Record<FriendsCall, SentAnswer>>>().notNull().default({}),
  },
  (table) => [primaryKey({ columns: [table.userId, table.friendId] }), index().on(table.friendId)],
);

export const blocks = pgTable(
  'blocks',
  {
    userId: ownerId(),
    blockedId: looseUserId('blocked_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.blockedId] }), index().on(table.blockedId)],
);

export const friendInvites = pgTable(
  'friend_invites',
  {
    userId: looseUserId('user_id').primaryKey(),
    /** Not hashed: its owner sees the link again. */
    code: text('code').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Accounts created with this link. */
    signUps: integer('sign_ups').notNull().default(0),
  },
  (table) => [index().on(table.code)],
);

/** People without an account in a user's circle (PD-103). */
export const guests = pgTable(
  'guests',
  {
    /** The user who invited them. */
    userId: ownerId(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    /** SHA-256 of the token in their personal link. */
    tokenHash: bytes('token_hash').notNull(),
    /** The Monday of the week in which they joined. */
    firstWeek: day('first_week').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Before the first tap, when they joined. */
    lastTapAt: instant('last_tap_at').notNull(),
    pactAgreedAt: instant('pact_agreed_at'),
    /** The Monday of the first week that can count; set with `pactAgreedAt`. */
    pactFrom: day('pact_from'),
    /** The account that the guest is becoming, so that the link makes only one. */
    claimedBy: looseUserId('claimed_by'),
    /** What they were last sent about the inviter; null before: see `seen.service.ts`. */
    seen: jsonb('seen').$type<SentAnswer>(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
);

export const guestTaps = pgTable(
  'guest_taps',
  {
    userId: ownerId(),
    guestId: uuid('guest_id').notNull(),
    weekStart: day('week_start').notNull(),
    isKept: boolean('is_kept').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.guestId, table.weekStart] }),
    foreignKey({
      columns: [table.userId, table.guestId],
      foreignColumns: [guests.userId, guests.id],
    }).onDelete('cascade'),
  ],
);

/** Weeks that a user tapped as a guest, before the account (PD-104). */
export const tappedWeeks = pgTable(
  'tapped_weeks',
  {
    userId: ownerId(),
    weekStart: day('week_start').notNull(),
    isKept: boolean('is_kept').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.weekStart] })],
);
