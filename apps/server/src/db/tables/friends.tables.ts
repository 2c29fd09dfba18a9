import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { day, instant } from '../columns.ts';
import { looseUserId, ownerId } from '../user-columns.ts';

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
