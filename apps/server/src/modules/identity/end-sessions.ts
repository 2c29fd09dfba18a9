import { eq, sql } from 'drizzle-orm';
import { inUserTransaction, type DatabasePool, type Transaction } from '../../db/database.ts';
import { pushSubscriptions, users } from '../../db/schema.ts';

/**
 * Ends sessions of a user by hand, and with them what else the browsers behind them have: no device is sent notifications any more, and no
 * sign-in that is on its way opens another session. A device that is still signed in has itself known again when the app is next opened there.
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
    // Last, and not when the transaction began: until now, the issuer may have let somebody in.
    await tx
      .update(users)
      .set({ sessionsEndedAt: sql`clock_timestamp()` })
      .where(eq(users.id, userId));
    return ended;
  });
}
