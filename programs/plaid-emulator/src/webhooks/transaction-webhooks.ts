import { inTransaction } from '@oinkly/test-banks/bank-file';
import { addDays } from '@oinkly/test-banks/day';
import type { Emulator } from '../emulator.ts';
import { findItem, type Item } from '../storage/items.ts';
import { countAddedSince, listRemovedSince } from '../storage/transactions.ts';
import {
  defaultUpdate,
  historicalUpdate,
  initialUpdate,
  syncUpdatesAvailable,
  transactionsRemoved,
} from './item-webhooks.ts';
import { sendItemWebhook } from './send.ts';

/** Plaid's first 30 days of history. */
export const initialDays = 30;

function sendTransactionWebhooks(emulator: Emulator, before: Item, after: Item): void {
  const { database } = emulator;
  const { itemId } = after;
  const since = before.modifiedSequence;
  const send = (webhook: Parameters<typeof sendItemWebhook>[2]) => sendItemWebhook(emulator, after, webhook);
  const added = countAddedSince(database, itemId, since);
  const isHistoryComplete = after.historyMissingTo === null;

  if (before.ledgerDay === null && after.ledgerDay !== null) {
    const recent = countAddedSince(database, itemId, since, addDays(after.ledgerDay, -initialDays));
    send(initialUpdate(recent));
    if (isHistoryComplete) send(historicalUpdate(added - recent));
  } else if (before.historyMissingTo !== null && isHistoryComplete) {
    send(historicalUpdate(added));
  } else {
    if (after.modifiedSequence === since) return;
    if (added > 0) send(defaultUpdate(added));
    const removed = listRemovedSince(database, itemId, since);
    if (removed.length > 0) send(transactionsRemoved(removed));
  }
  if (after.syncCalled) send(syncUpdatesAvailable(isHistoryComplete));
}

/**
 * Runs `work` in one write transaction and sends webhooks for new transactions, unless the item is missing
 * before or after.
 */
export function withTransactionWebhooks<T>(emulator: Emulator, itemId: string, work: () => T): T {
  return inTransaction(emulator.database, () => {
    const before = findItem(emulator.database, itemId);
    const result = work();
    if (before !== null) announceTransactions(emulator, before);
    return result;
  });
}

/** Sends webhooks for the transactions that are new since `before`, unless the item is missing. */
export function announceTransactions(emulator: Emulator, before: Item): void {
  const after = findItem(emulator.database, before.itemId);
  if (after !== null && after.webhook !== null) sendTransactionWebhooks(emulator, before, after);
}
