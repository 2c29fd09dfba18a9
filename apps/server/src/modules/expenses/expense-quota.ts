import { MAX_EXPENSES_PER_USER } from '@oinkly/contract/limits';
import { count, eq } from 'drizzle-orm';
import { AppError } from '../../app-error.ts';
import type { Database } from '../../db/database.ts';
import { expenses } from '../../db/schema.ts';

/**
 * Throws TOO_MANY_EXPENSES when a user has no room for more of their own; to be called under the user's lock. Deleted ones count, because
 * they are stored. A bank's sync does not ask: a history with holes would be worse.
 */
export async function requireRoomForExpenses(db: Database, userId: string, added: number): Promise<void> {
  const [row] = await db.select({ stored: count() }).from(expenses).where(eq(expenses.userId, userId));
  if ((row?.stored ?? 0) + added > MAX_EXPENSES_PER_USER) throw new AppError('TOO_MANY_EXPENSES');
}
