import { pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { cents, day } from '../columns.ts';
import { ownerId } from '../user-columns.ts';

export const budgetChanges = pgTable(
  'budget_changes',
  {
    userId: ownerId(),
    day: day('day').notNull(),
    budgetCents: cents('budget_cents').notNull(),
    /** The day's lowest budget; null if there was only one (PD-21). */
    lowestCents: cents('lowest_cents'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
);
