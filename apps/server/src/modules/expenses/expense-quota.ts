import { MAX_EXPENSES_PER_USER, MAX_SERIES_PER_USER } from '@oinkly/contract/limits';
import { and, count, eq, isNull } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import type { Database } from '../../db/database.ts';
import { preparedQuery } from '../../db/prepared-query.ts';
import { expenses } from '../../db/tables/readable-tables.ts';
import { recurringSeries } from '../../db/tables/expenses.tables.ts';

/**
 * Throws TOO_MANY_EXPENSES. Call it under the user's lock. Bank expenses don't count: a history with holes
 * would be worse.
 */
export async function requireRoomForExpenses(db: Database, userId: string, added: number): Promise<void> {
  const [row] = await countStored(db, { userId });
  if ((row?.stored ?? 0) + added > MAX_EXPENSES_PER_USER) throw new AppError('TOO_MANY_EXPENSES');
}

const countStored = preparedQuery<{ userId: string }, { stored: number }>(
  'count_manual_expenses',
  (value, db) =>
    db
      .select({ stored: count() })
      .from(expenses)
      .where(and(eq(expenses.userId, value('userId')), isNull(expenses.bankTransactionId))),
);

/** Throws TOO_MANY_SERIES. */
export async function requireRoomForSeries(db: Database, userId: string): Promise<void> {
  const [row] = await db
    .select({ running: count() })
    .from(recurringSeries)
    .where(and(eq(recurringSeries.userId, userId), isNull(recurringSeries.endedAt)));
  if ((row?.running ?? 0) >= MAX_SERIES_PER_USER) throw new AppError('TOO_MANY_SERIES');
}
