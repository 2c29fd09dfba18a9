import { eq } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import {
  inUserTransaction,
  readDatabaseClock,
  type DatabasePool,
  type Transaction,
} from '../../db/database.ts';
import { pushSubscriptions } from '../../db/tables/notifications.tables.ts';
import { users } from '../../db/tables/users.tables.ts';
import { hasSession, type ActiveSession } from './identity.queries.ts';

/**
 * By hand, with their notifications and logins in progress. End logins at the issuer first.
 * @param end ends the chosen sessions in the same transaction
 */
export async function endSessions<T>(
  db: DatabasePool,
  userId: string,
  end: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return inUserTransaction(db, userId, async (tx) => {
    const ended = await end(tx);
    await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
    const sessionsEndedAt = await readDatabaseClock(tx);
    await tx.update(users).set({ sessionsEndedAt }).where(eq(users.id, userId));
    return ended;
  });
}

/**
 * Throws UNAUTHORIZED if it was ended. In its user's transaction it cannot be ended by hand before the
 * commit.
 */
export async function requireSession(tx: Transaction, { userId, tokenHash }: ActiveSession): Promise<void> {
  if (!(await hasSession(tx, userId, tokenHash))) throw new AppError('UNAUTHORIZED');
}
