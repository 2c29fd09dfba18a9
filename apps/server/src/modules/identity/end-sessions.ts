import { eq, sql } from 'drizzle-orm';
import { AppError } from '../../app-error.ts';
import { inUserTransaction, type DatabasePool, type Transaction } from '../../db/database.ts';
import { pushSubscriptions, users } from '../../db/schema.ts';
import { hasSession, type ActiveSession } from './identity.queries.ts';

/**
 * Ends sessions of a user by hand, and with them what else the browsers behind them have: no device is sent notifications any more, and no
 * sign-in that is on its way opens another session. A device that is still signed in has itself known again when the app is next opened there.
 * Where sign-ins at the issuer end too, they must have ended before: what it says from now on counts.
 * @param end ends those that are meant, in the same transaction; when it throws, nothing has ended
 */
export async function endSessions<T>(
  db: DatabasePool,
  userId: string,
  end: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return inUserTransaction(db, userId, async (tx) => {
    const ended = await end(tx);
    await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
    await tx
      .update(users)
      .set({ sessionsEndedAt: sql`clock_timestamp()` })
      .where(eq(users.id, userId));
    return ended;
  });
}

/**
 * Throws UNAUTHORIZED when a session has been ended since it was recognised. In a transaction of its user (`inUserTransaction`) it cannot be
 * ended by hand until that commits.
 */
export async function requireSession(tx: Transaction, { userId, tokenHash }: ActiveSession): Promise<void> {
  if (!(await hasSession(tx, userId, tokenHash))) throw new AppError('UNAUTHORIZED');
}
