import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';

/** Found without a session, so it refers to no table of users. Deleting an account deletes it. */
export const unsubscribeTokens = pgTable(
  'unsubscribe_tokens',
  {
    /** Readable: it can only end the recap by mail, and each mail shows it. */
    token: text('token').primaryKey(),
    userId: uuid('user_id').notNull(),
  },
  (table) => [index().on(table.userId)],
);
