import type { Emulator } from '../emulator.ts';
import { addDays } from '../ledger/day.ts';
import { inTransaction } from '../storage/database.ts';
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

/** The days of history that come first (Plaid: 30). */
export const initialDays = 30;

/** Says what is new about an item's transactions, compared with the item as it was before. */
function sendNews(emulator: Emulator, before: Item, after: Item): void {
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
 * Does work on an item's transactions in one write transaction, and sends the webhooks for what is new afterwards. The
 * item may be gone before or after; then there is nobody to tell.
 */
export function withTransactionNews<T>(emulator: Emulator, itemId: string, work: () => T): T {
  return inTransaction(emulator.database, () => {
    const before = findItem(emulator.database, itemId);
    const result = work();
    const after = findItem(emulator.database, itemId);
    if (before !== null && after !== null && after.webhook !== null) sendNews(emulator, before, after);
    return result;
  });
}
