import type { Day } from '@oinkly/domain/days';
import { inUserTransaction, type DatabasePool, type Transaction } from '../../db/database.ts';
import type { ChangedWeek, LedgerTransaction, WeekSums } from './ledger-transaction.ts';
import { refreshWeeklyTotals } from './weekly-totals.ts';

/** Why a ledger changes. Only what a sync brings corrects closed weeks (PD-24); disconnecting a bank or an edit does not. */
type Cause = 'sync' | 'other';

/**
 * Runs in the transaction of every ledger change: once before it, and the function it returns after it. Throwing undoes the change.
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
  { cause = 'other' }: { cause?: Cause } = {},
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
    const weeks = [...tx.ledger.changedWeeks.values()].filter(({ before, after }) => !isEqual(before, after));
    for (const react of reactions) await react?.(weeks);
    return result;
  });
}

function isEqual(one: WeekSums, other: WeekSums): boolean {
  return one.spentCents === other.spentCents && one.rankedCents === other.rankedCents;
}
