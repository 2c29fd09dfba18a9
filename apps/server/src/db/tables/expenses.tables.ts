import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { cents, day, instant } from '../columns.ts';
import { ownerId } from '../user-columns.ts';

/** Past occurrences are expenses (PD-31). */
export const recurringSeries = pgTable(
  'recurring_series',
  {
    userId: ownerId(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    amountCents: cents('amount_cents').notNull(),
    category: text('category').notNull(),
    /** 1 to 31; shorter months use their last day. */
    dayOfMonth: integer('day_of_month').notNull(),
    countedByHand: boolean('counted_by_hand'),
    /** The next occurrence without a row in `expenses`. */
    nextOn: day('next_on').notNull(),
    /** Expenses deleted at this instant return with the series. */
    endedAt: instant('ended_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index()
      .on(table.nextOn, table.userId)
      .where(sql`ended_at is null`),
    check('recurring_series_day_of_month', sql`day_of_month between 1 and 31`),
  ],
);

export const monthlyMerchants = pgTable(
  'monthly_merchants',
  {
    userId: ownerId(),
    merchantKey: text('merchant_key').notNull(),
    isMonthly: boolean('is_monthly').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.merchantKey] })],
);

/** Null: as the bank says (PD-73). */
export const rules = pgTable(
  'rules',
  {
    userId: ownerId(),
    merchantKey: text('merchant_key').notNull(),
    /** The merchant's name when the rule was saved. */
    merchant: text('merchant').notNull(),
    name: text('name'),
    category: text('category'),
    isCounted: boolean('is_counted'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.merchantKey] }),
    check('rules_do_something', sql`num_nonnulls(name, category, is_counted) > 0`),
  ],
);
