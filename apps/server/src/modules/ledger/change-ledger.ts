import type { Day } from '@oinkly/domain/days';
import { sql } from 'drizzle-orm';
import { inTransaction, type DatabasePool, type Transaction } from '../../db/database.ts';
import { preparedQuery } from '../../db/prepared-query.ts';
import type { ChangedWeek, LedgerOwner, LedgerTransaction, WeekSums } from './ledger-transaction.ts';
import { mergeDuplicates } from './merge-duplicates.ts';
import { refreshWeeklyTotals } from './weekly-totals.ts';

/** Only syncs correct closed weeks (PD-24). */
type Cause = 'sync' | 'other';

/** Runs before a change in its transaction; the returned function runs after it. Throwing undoes the change. */
export type LedgerListener = (
  tx: Transaction,
  change: { userId: string; owner: LedgerOwner; cause: Cause; now: Date },
) => Promise<((weeks: readonly ChangedWeek[]) => Promise<void>) | undefined>;

export interface LedgerDeps {
  db: DatabasePool;
  clock: () => Date;
  ledgerListeners: readonly LedgerListener[];
}

/**
 * The only transaction that writes money, one at a time per user (ADR 20). Before the commit, it merges
 * duplicates, updates totals and calls the listeners.
 */
export async function changeLedger<T>(
  { db, clock, ledgerListeners }: LedgerDeps,
  userId: string,
  work: (tx: LedgerTransaction) => Promise<T>,
  { cause = 'other' }: { cause?: Cause } = {},
): Promise<T> {
  return inTransaction(db, async (transaction) => {
    const owner = await lockOwner(transaction, userId);
    const now = clock();
    const tx: LedgerTransaction = Object.assign(transaction, {
      ledger: {
        userId,
        owner,
        hasWithdrawn: false,
        weeksToCheck: new Set<Day>(),
        weeksToSum: new Set<Day>(),
        changedWeeks: new Map<Day, ChangedWeek>(),
      },
    });
    const reactions = [];
    for (const listener of ledgerListeners) reactions.push(await listener(tx, { userId, owner, cause, now }));
    const result = await work(tx);
    await mergeDuplicates(tx);
    await refreshWeeklyTotals(tx);
    const weeks = [...tx.ledger.changedWeeks.values()].filter(({ before, after }) => !isEqual(before, after));
    for (const react of reactions) await react?.(weeks);
    return result;
  });
}

async function lockOwner(tx: Transaction, userId: string): Promise<LedgerOwner> {
  const [row] = await selectOwnerForUpdate(tx, { userId });
  return {
    userId,
    countFixedBills: row?.count_fixed_bills ?? false,
    timeZone: row?.time_zone ?? null,
  };
}

const selectOwnerForUpdate = preparedQuery<
  { userId: string },
  { count_fixed_bills: boolean; time_zone: string | null }
>(
  'lock_owner',
  (value) => sql`
    select count_fixed_bills, time_zone from users where id = ${value('userId')} for no key update`,
);

function isEqual(one: WeekSums, other: WeekSums): boolean {
  return one.spentCents === other.spentCents && one.rankedCents === other.rankedCents;
}
