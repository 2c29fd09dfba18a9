import type { Day } from '@oinkly/domain/days';
import type { Transaction } from '../../db/database.ts';

export interface WeekSums {
  spentCents: number;
  rankedCents: number;
}

export interface ChangedWeek {
  weekStart: Day;
  before: WeekSums;
  after: WeekSums;
}

export interface LedgerOwner {
  userId: string;
  countFixedBills: boolean;
  timeZone: string | null;
}

/** Functions that write expenses touch their weeks. */
export interface LedgerTransaction extends Transaction {
  ledger: {
    userId: string;
    owner: LedgerOwner;
    /** Whether this change withdrew bank expenses: manual ones may now be merged into others. */
    hasWithdrawn: boolean;
    /** May have new duplicates. */
    weeksToCheck: Set<Day>;
    /** Touched weeks with outdated totals. */
    weeksToSum: Set<Day>;
    changedWeeks: Map<Day, ChangedWeek>;
  };
}

/** Marks weeks as changed. Call it with the rows before and after a write. */
export function touchWeeks({ ledger }: LedgerTransaction, rows: Iterable<{ weekStart: Day }>): void {
  for (const { weekStart } of rows) {
    ledger.weeksToCheck.add(weekStart);
    ledger.weeksToSum.add(weekStart);
  }
}
