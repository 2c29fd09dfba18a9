import type { Day } from '@oinkly/domain/days';
import { inUserTransaction, type DatabasePool, type Transaction } from '../../db/database.ts';
import type { ChangedWeek, LedgerTransaction } from './ledger-transaction.ts';
import { refreshWeeklyTotals } from './weekly-totals.ts';

/** Why a ledger changes: a closed week follows the bank's corrections for a while, and no later edit of the user (PD-24). */
type Cause = 'user' | 'bank';

/**
 * Hears of every change of a ledger, inside its transaction: called before the change, and the function it returns after it. Throwing
 * undoes the change.
 */
export type LedgerListener = (
  tx: Transaction,
  change: { userId: string; cause: Cause; now: Date },
) => Promise<((weeks: readonly ChangedWeek[]) => Promise<void>) | undefined>;

/** What changing a ledger needs. */
export interface LedgerDeps {
  db: DatabasePool;
  clock: () => Date;
  ledgerListeners: readonly LedgerListener[];
}

/**
 * Runs `work` in the only kind of transaction that writes money: one at a time for each user. It then brings the totals of the touched weeks
 * up to date and calls the listeners, before it commits.
 */
export async function changeLedger<T>(
  { db, clock, ledgerListeners }: LedgerDeps,
  userId: string,
  work: (tx: LedgerTransaction) => Promise<T>,
  { cause = 'user' }: { cause?: Cause } = {},
): Promise<T> {
  return inUserTransaction(db, userId, async (transaction) => {
    const now = clock();
    const tx: LedgerTransaction = Object.assign(transaction, {
      ledger: { userId, touchedWeeks: new Set<Day>(), changedWeeks: new Map<Day, ChangedWeek>() },
    });
    const reactions = [];
    for (const listener of ledgerListeners) reactions.push(await listener(tx, { userId, cause, now }));
    const result = await work(tx);
    await refreshWeeklyTotals(tx);
    const weeks = [...tx.ledger.changedWeeks.values()];
    for (const react of reactions) await react?.(weeks);
    return result;
  });
}
