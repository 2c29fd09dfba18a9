import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inTransaction } from '@oinkly/test-banks/bank-file';
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
import { announceTransactions, initialDays } from '../webhooks/transaction-webhooks.ts';
import { transactionOf } from './transaction-details.ts';

/** Days of movements that are written in one step, so that other requests are answered between the steps. */
const daysAStep = 30;

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

type Progress = Pick<Item, 'ledgerDay' | 'historyMissingTo'>;

/** Writes the next new days, the first days, or the next step of the missing history. Returns how far the movements reach. */
function writeStep(emulator: Emulator, item: Item, ledger: Ledger, today: Day): Progress {
  const { database } = emulator;
  const person = personAt(item.institutionId);
  const accounts = listAccounts(database, item.itemId);
  const since = item.ledgerDay;
  // The banks' day never goes back, even when the clock does.
  const start = historyStart(item, since ?? today);
  const missingBefore = (from: Day) => (from <= start ? null : addDays(from, -1));

  return changeTransactions(database, item.itemId, (changes) => {
    const write = createWriter(changes, person, accounts);
    const writePosted = (from: Day, to: Day) => {
      for (const entry of ledger.postedBetween(from, to)) write(entry, false, null);
    };
    if (since === null) {
      const from = laterOf(start, addDays(today, -initialDays));
      writePosted(from, today);
      for (const entry of ledger.pendingOn(today)) write(entry, true, null);
      return { ledgerDay: today, historyMissingTo: missingBefore(from) };
    }
    if (since < today) {
      const pendingIds = new Map<string, string>();
      for (const { transactionId, ledgerKey } of listPending(database, item.itemId)) {
        if (ledgerKey !== null) pendingIds.set(ledgerKey, transactionId);
      }
      const day = earlierOf(addDays(since, daysAStep), today);
      writeNewDays(write, changes, ledger, pendingIds, since, day);
      return { ledgerDay: day, historyMissingTo: item.historyMissingTo };
    }
    const to = item.historyMissingTo;
    if (to === null) return { ledgerDay: since, historyMissingTo: null };
    const from = laterOf(start, addDays(to, 1 - daysAStep));
    writePosted(from, to);
    return { ledgerDay: since, historyMissingTo: missingBefore(from) };
  });
}

function laterOf(one: Day, other: Day): Day {
  return one > other ? one : other;
}

function earlierOf(one: Day, other: Day): Day {
  return one < other ? one : other;
}

/** The last update of each item. */
const updates = new WeakMap<DatabaseSync, Map<string, Promise<unknown>>>();

/**
 * Stores the item's history once collected, and later each new day, with webhooks. Returns the current item. A history is
 * written in steps, with turns for other requests. Its newest days come first.
 */
export async function bringUpToDate(emulator: Emulator, item: Item): Promise<Item> {
  if (!isBehind(emulator, item)) return item;
  const ofItems = updates.get(emulator.database) ?? new Map<string, Promise<unknown>>();
  updates.set(emulator.database, ofItems);
  // Two requests must not send the webhooks of one history twice.
  const before = ofItems.get(item.itemId) ?? Promise.resolve();
  const update = before.then(
    () => writeInSteps(emulator, item),
    () => writeInSteps(emulator, item),
  );
  ofItems.set(item.itemId, update);
  try {
    return await update;
  } finally {
    if (ofItems.get(item.itemId) === update) ofItems.delete(item.itemId);
  }
}

function isBehind(emulator: Emulator, item: Item): boolean {
  return (
    untilNextPhaseMs(emulator, item) === 0 || (item.ledgerDay !== null && item.ledgerDay < emulator.today())
  );
}

async function writeInSteps(emulator: Emulator, item: Item): Promise<Item> {
  const { database } = emulator;
  const ledger = createLedger(personAt(item.institutionId), item.ledgerSeed);
  let first: Item | null = null;
  for (;;) {
    const done = inTransaction(database, () => {
      // Another process may have updated or removed the item.
      const current = findItem(database, item.itemId);
      if (current === null || !isBehind(emulator, current)) return current ?? item;
      first ??= current;
      const progress = writeStep(emulator, current, ledger, emulator.today());
      markUpdated(database, item.itemId, { ...progress, updatedAt: emulator.now().toISOString() });
      if (isBehind(emulator, { ...current, ...progress })) return null;
      refreshBalances(emulator, current, ledger);
      // The webhooks are for all steps together.
      announceTransactions(emulator, first);
      return null;
    });
    if (done !== null) return done;
    await nextTurn();
  }
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
