import { addDays, type Day } from '@oinkly/test-banks/day';
import type { LedgerEntry } from '@oinkly/test-banks/entry';
import { createLedger, type Ledger } from '@oinkly/test-banks/ledger';
import { newMovements } from '@oinkly/test-banks/new-movements';
import type { Person } from '@oinkly/test-banks/people';
import type { Emulator } from '../emulator.ts';
import { personAt } from '../institutions.ts';
import { refreshBalances } from '../link-item.ts';
import { type Account, findItem, type Item, listAccounts, markUpdated } from '../storage/items.ts';
import { changeTransactions, listPending, type TransactionChanges } from '../storage/transactions.ts';
import { initialDays, withTransactionWebhooks } from '../webhooks/transaction-webhooks.ts';
import { transactionOf } from './transaction-details.ts';

/** In real milliseconds; Infinity when the system clock was set back since. */
function ageMs({ linkedAtMs }: Item): number {
  const elapsedMs = Date.now() - linkedAtMs;
  return elapsedMs < 0 ? Infinity : elapsedMs;
}

/** In real milliseconds; null when the history is complete. */
export function untilNextPhaseMs({ preparationMs, historyMs }: Emulator, item: Item): number | null {
  if (item.ledgerDay === null) return Math.max(0, preparationMs - ageMs(item));
  if (item.historyMissingTo === null) return null;
  return Math.max(0, preparationMs + historyMs - ageMs(item));
}

/** Skips accounts that aren't shared. */
type Write = (entry: LedgerEntry, pending: boolean, pendingTransactionId: string | null) => void;

function createWriter(changes: TransactionChanges, person: Person, accounts: readonly Account[]): Write {
  const accountIds = new Map(accounts.map((account) => [account.role, account.accountId]));

  return (entry, pending, pendingTransactionId) => {
    const accountId = accountIds.get(entry.role);
    if (accountId === undefined) return;
    changes.add({ ...transactionOf(entry, person, accountId, pending), pendingTransactionId });
  };
}

function historyStart(item: Item, today: Day): Day {
  return addDays(today, -item.daysRequested);
}

/** A pending purchase that posts gets a new id. */
function writeNewDays(
  write: Write,
  changes: TransactionChanges,
  ledger: Ledger,
  pendingIds: ReadonlyMap<string, string>,
  since: Day,
  today: Day,
): void {
  const { posted, pending } = newMovements(ledger, new Set(pendingIds.keys()), since, today);
  for (const entry of posted) {
    const pendingId = pendingIds.get(entry.key);
    if (pendingId !== undefined) changes.remove(pendingId);
    write(entry, false, pendingId ?? null);
  }
  for (const entry of pending) write(entry, true, null);
}

/** Returns how far the movements reach. */
function writeNewMovements(
  emulator: Emulator,
  item: Item,
  today: Day,
): Pick<Item, 'ledgerDay' | 'historyMissingTo'> {
  const { database } = emulator;
  const person = personAt(item.institutionId);
  const ledger = createLedger(person, item.ledgerSeed);
  const accounts = listAccounts(database, item.itemId);
  const since = item.ledgerDay;
  const start = historyStart(item, today);
  const isHistoryCollected = ageMs(item) >= emulator.preparationMs + emulator.historyMs;

  return changeTransactions(database, item.itemId, (changes) => {
    const write = createWriter(changes, person, accounts);
    if (since === null) {
      const recent = addDays(today, -initialDays);
      const from = isHistoryCollected || recent < start ? start : recent;
      for (const entry of ledger.postedBetween(from, today)) write(entry, false, null);
      for (const entry of ledger.pendingOn(today)) write(entry, true, null);
      return { ledgerDay: today, historyMissingTo: from === start ? null : addDays(from, -1) };
    }
    if (since < today) {
      const pendingIds = new Map<string, string>();
      for (const { transactionId, ledgerKey } of listPending(database, item.itemId)) {
        if (ledgerKey !== null) pendingIds.set(ledgerKey, transactionId);
      }
      writeNewDays(write, changes, ledger, pendingIds, since, today);
    }
    // The banks' day never goes back, even when the clock does.
    const ledgerDay = since < today ? today : since;
    if (item.historyMissingTo === null || !isHistoryCollected) {
      return { ledgerDay, historyMissingTo: item.historyMissingTo };
    }
    for (const entry of ledger.postedBetween(start, item.historyMissingTo)) write(entry, false, null);
    return { ledgerDay, historyMissingTo: null };
  });
}

/**
 * Stores the item's history once collected, and later each new day, with webhooks. Returns the current item.
 */
export function bringUpToDate(emulator: Emulator, item: Item): Item {
  const { database } = emulator;
  const today = emulator.today();
  const isBehind = (seen: Item): boolean =>
    untilNextPhaseMs(emulator, seen) === 0 || (seen.ledgerDay !== null && seen.ledgerDay < today);
  if (!isBehind(item)) return item;

  return withTransactionWebhooks(emulator, item.itemId, () => {
    // Another process may have updated the item.
    const current = findItem(database, item.itemId);
    if (current === null || !isBehind(current)) return current ?? item;
    const progress = writeNewMovements(emulator, current, today);
    refreshBalances(emulator, current);
    markUpdated(database, current.itemId, { ...progress, updatedAt: emulator.now().toISOString() });
    return findItem(database, current.itemId) ?? current;
  });
}

export function writeHistoryOfNewAccounts(
  emulator: Emulator,
  item: Item,
  accounts: readonly Account[],
): void {
  if (item.ledgerDay === null || accounts.length === 0) return;
  const { ledgerDay, historyMissingTo } = item;
  const person = personAt(item.institutionId);
  const ledger = createLedger(person, item.ledgerSeed);
  // Missing older history arrives later for all accounts.
  const from = historyMissingTo === null ? historyStart(item, ledgerDay) : addDays(historyMissingTo, 1);
  changeTransactions(emulator.database, item.itemId, (changes) => {
    const write = createWriter(changes, person, accounts);
    for (const entry of ledger.postedBetween(from, ledgerDay)) write(entry, false, null);
    for (const entry of ledger.pendingOn(ledgerDay)) write(entry, true, null);
  });
}
