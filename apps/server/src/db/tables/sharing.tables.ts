import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../columns.ts';
import { looseUserId } from '../user-columns.ts';

/** Makes a user's map public by link (PD-28). */
export const mapShares = sharesTable('map_shares');

/** Makes a user's circle public by link (PD-107). */
export const circleShares = sharesTable('circle_shares');

function sharesTable(name: string) {
  return pgTable(
    name,
    {
      userId: looseUserId('user_id').primaryKey(),
      /** Not hashed, because its owner sees the link again. */
      token: text('token').notNull(),
      createdAt: instant('created_at').notNull(),
    },
    (table) => [index().on(table.token)],
  );
}
