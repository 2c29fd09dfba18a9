import type { Emulator } from '../emulator.ts';
import { namedError } from '../named-errors.ts';
import { findItem, type Item } from '../storage/items.ts';
import { bringUpToDate } from '../sync/bring-up-to-date.ts';

/** Returns the item in any state. Throws ITEM_NOT_FOUND. */
export function checkItem(emulator: Emulator, itemId: string): Item {
  const item = findItem(emulator.database, itemId);
  if (item === null) throw namedError('ITEM_NOT_FOUND');
  return item;
}

/** Throws PRODUCT_NOT_READY until the bank has the transactions. */
export async function checkReadyItem(emulator: Emulator, itemId: string): Promise<Item> {
  const found = checkItem(emulator, itemId);
  // An item in an error gets no new transactions.
  const item = found.errorCode === null ? await bringUpToDate(emulator, found) : found;
  if (item.ledgerDay === null) throw namedError('PRODUCT_NOT_READY');
  return item;
}
