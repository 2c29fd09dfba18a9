import type { Day } from '@oinkly/domain/days';
import type { Transaction } from '../../db/database.ts';

/** What the expenses of one week add up to, in cents. */
export interface WeekSums {
  spentCents: number;
  rankedCents: number;
}

/** A week whose totals a change has changed. */
export interface ChangedWeek {
  weekStart: Day;
  before: WeekSums;
  after: WeekSums;
}

/** The transaction of one change. Every function that writes expenses takes it and touches the weeks it has written to. */
export interface LedgerTransaction extends Transaction {
  ledger: {
    userId: string;
    /** The touched weeks in which duplicates may have appeared. */
    weeksToCheck: Set<Day>;
    /** The touched weeks whose stored totals are out of date. */
    weeksToSum: Set<Day>;
    /** The weeks whose stored totals have been brought up to date, by their first day. */
    changedWeeks: Map<Day, ChangedWeek>;
  };
}

/** Notes the weeks of expenses that are written: as the rows were before and as they are after. */
export function touchWeeks({ ledger }: LedgerTransaction, rows: Iterable<{ weekStart: Day }>): void {
  for (const { weekStart } of rows) {
    ledger.weeksToCheck.add(weekStart);
    ledger.weeksToSum.add(weekStart);
  }
}
