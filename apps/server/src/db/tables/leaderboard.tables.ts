import type { Highlight } from '@oinkly/domain/highlights';
import { boolean, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { cents, day, instant } from '../columns.ts';
import { ownerId } from '../user-columns.ts';

/**
 * A week's result, written when the week ends for its user (PD-24). Syncs of the week after add corrections.
 */
export const weeklyResults = pgTable(
  'weekly_results',
  {
    userId: ownerId(),
    weekStart: day('week_start').notNull(),
    /** Stays the week's budget for good (PD-11). */
    budgetCents: cents('budget_cents').notNull(),
    spentCents: cents('spent_cents').notNull(),
    rankedCents: cents('ranked_cents').notNull(),
    /** See `Competitor`, at the week's end. */
    wasActive: boolean('was_active').notNull(),
    closedAt: instant('closed_at').notNull(),
    correctedAt: instant('corrected_at'),
    /** What went well (PD-74); null if the week closed late. */
    highlight: jsonb('highlight').$type<Highlight>(),
    seenAt: instant('seen_at'),
  },
  // The first migration adds a board's columns to the key's index.
  (table) => [primaryKey({ columns: [table.userId, table.weekStart] })],
);
