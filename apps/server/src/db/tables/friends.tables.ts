import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { day, instant } from '../columns.ts';
import { looseUserId, ownerId } from '../user-columns.ts';

/**
 * Two rows per friendship, one for each direction. A pact (PD-100) is made while both rows say yes, each after the last
 * end: a user only writes the own row.
 */
export const friendships = pgTable(
  'friendships',
  {
    userId: ownerId(),
    friendId: looseUserId('friend_id').notNull(),
    createdAt: instant('created_at').notNull(),
    pactSaidAt: instant('pact_said_at'),
    /** The Monday of the first week that can count, as of `pactSaidAt`. */
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
