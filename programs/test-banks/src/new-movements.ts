import { addDays, type Day } from './day.ts';
import type { LedgerEntry } from './entry.ts';
import type { Ledger } from './ledger.ts';

/**
 * Returns what a bank adds to its rows on the days after `since` through `today`. `pendingKeys` are the keys of the
 * rows that are still pending there. A movement that was pending on `since` and is not among them was posted or
 * removed by hand: it never posts.
 */
export function newMovements(
  ledger: Ledger,
  pendingKeys: ReadonlySet<string>,
  since: Day,
  today: Day,
): { posted: LedgerEntry[]; pending: LedgerEntry[] } {
  const changedByHand = new Set(
    ledger
      .pendingOn(since)
      .map(({ key }) => key)
      .filter((key) => !pendingKeys.has(key)),
  );
  return {
    posted: ledger.postedBetween(addDays(since, 1), today).filter(({ key }) => !changedByHand.has(key)),
    pending: ledger.pendingOn(today).filter(({ key }) => !pendingKeys.has(key)),
  };
}
