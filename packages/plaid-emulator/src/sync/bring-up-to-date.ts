import type { Emulator } from '../emulator.ts';
import { addDays, type Day } from '../ledger/day.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import { createLedger, type Ledger } from '../ledger/ledger.ts';
import type { Person } from '../ledger/people.ts';
import { personAt, refreshBalances } from '../link-item.ts';
import { inTransaction } from '../storage/database.ts';
import { type Account, findItem, type Item, listAccounts, markUpdated } from '../storage/items.ts';
import { changeTransactions, listPending, type TransactionChanges } from '../storage/transactions.ts';
import { originalDescriptionOf, transactionDetails } from './transaction-details.ts';

/** Whether the bank has had its time to collect the item's data. */
function isPrepared(emulator: Emulator, item: Item): boolean {
  const elapsedMs = Date.now() - item.linkedAtMs;
  // A system clock that was set back must not make an item wait for hours.
  return elapsedMs >= emulator.preparationMs || elapsedMs < 0;
}

/** Writes ledger movements of some accounts as bank transactions. */
function createWriter(changes: TransactionChanges, person: Person, accounts: readonly Account[]) {
  const accountIds = new Map(accounts.map((account) => [account.role, account.accountId]));

  return function write(entry: LedgerEntry, pending: boolean, pendingTransactionId: string | null): void {
    const accountId = accountIds.get(entry.role);
    if (accountId === undefined) return;
    changes.add({
      accountId,
      ledgerKey: entry.key,
      amountCents: pending ? entry.pendingAmountCents : entry.amountCents,
      date: pending ? entry.authorizedDay : entry.postedDay,
      authorizedDate: entry.authorizedDay,
      pending,
      pendingTransactionId,
      originalDescription: originalDescriptionOf(entry, person),
      details: transactionDetails(entry, person),
    });
  };
}

/** The first day of an item's history. */
function historyStart(item: Item, today: Day): Day {
  return addDays(today, -item.daysRequested);
}

/** Writes the whole history of some accounts, as a bank gives it to a newcomer: what is posted, then what is pending. */
function writeHistory(
  changes: TransactionChanges,
  ledger: Ledger,
  person: Person,
  accounts: readonly Account[],
  from: Day,
  today: Day,
): void {
  const write = createWriter(changes, person, accounts);
  for (const entry of ledger.postedBetween(from, today)) write(entry, false, null);
  for (const entry of ledger.pendingOn(today)) write(entry, true, null);
}

/** Writes the days since the last visit: a pending purchase that is posted is removed and comes back under a new id. */
function writeNewDays(
  changes: TransactionChanges,
  ledger: Ledger,
  person: Person,
  accounts: readonly Account[],
  pendingIds: Map<string, string>,
  since: Day,
  today: Day,
): void {
  const write = createWriter(changes, person, accounts);
  for (const entry of ledger.postedBetween(addDays(since, 1), today)) {
    const pendingId = pendingIds.get(entry.key);
    if (pendingId !== undefined) changes.remove(pendingId);
    write(entry, false, pendingId ?? null);
  }
  for (const entry of ledger.pendingOn(today)) {
    if (!pendingIds.has(entry.key)) write(entry, true, null);
  }
}

/**
 * Lets the bank's days pass: stores the item's history at the first call after preparation, and later every day since
 * the last call. Does nothing while the item is being prepared or when it is up to date. Answers the item as it is then.
 */
export function bringUpToDate(emulator: Emulator, item: Item): Item {
  const { database } = emulator;
  const today = emulator.today();
  if (!isPrepared(emulator, item) || (item.ledgerDay !== null && item.ledgerDay >= today)) return item;

  return inTransaction(database, () => {
    // Another process may have been here since the item was read.
    const current = findItem(database, item.itemId);
    if (current === null || (current.ledgerDay !== null && current.ledgerDay >= today))
      return current ?? item;
    const since = current.ledgerDay;
    const person = personAt(current.institutionId);
    const ledger = createLedger(person, current.ledgerSeed);
    const accounts = listAccounts(database, current.itemId);
    changeTransactions(database, current.itemId, (changes) => {
      if (since === null) {
        writeHistory(changes, ledger, person, accounts, historyStart(current, today), today);
        return;
      }
      const pendingIds = new Map<string, string>();
      for (const { transactionId, ledgerKey } of listPending(database, current.itemId)) {
        if (ledgerKey !== null) pendingIds.set(ledgerKey, transactionId);
      }
      writeNewDays(changes, ledger, person, accounts, pendingIds, since, today);
    });
    refreshBalances(emulator, current);
    markUpdated(database, current.itemId, {
      ledgerDay: today,
      historyMissingTo: null,
      updatedAt: emulator.now().toISOString(),
    });
    return findItem(database, current.itemId) ?? current;
  });
}

/** Writes the history of accounts that joined an item which already has its own. */
export function writeHistoryOfNewAccounts(
  emulator: Emulator,
  item: Item,
  accounts: readonly Account[],
): void {
  if (item.ledgerDay === null || accounts.length === 0) return;
  const { ledgerDay } = item;
  const person = personAt(item.institutionId);
  const ledger = createLedger(person, item.ledgerSeed);
  changeTransactions(emulator.database, item.itemId, (changes) => {
    writeHistory(changes, ledger, person, accounts, historyStart(item, ledgerDay), ledgerDay);
  });
}
