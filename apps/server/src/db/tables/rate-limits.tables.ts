import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * `rate-limiter-flexible` needs these names in this order (SEC-13). Unlogged: counting restarts after a crash.
 */
export const rateLimits = pgTable('rate_limits', {
  /** Limit name, colon, user id or network. */
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  /** In ms since 1970. */
  expire: bigint('expire', { mode: 'number' }),
});
