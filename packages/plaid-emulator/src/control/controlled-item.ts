import type { Emulator } from '../emulator.ts';
import { namedError } from '../named-errors.ts';
import { findItem, type Item } from '../storage/items.ts';
import { bringUpToDate } from '../sync/bring-up-to-date.ts';

/** The item with an id, in whatever state. Throws ITEM_NOT_FOUND. */
export function checkItem(emulator: Emulator, itemId: string): Item {
  const item = findItem(emulator.database, itemId);
  if (item === null) throw namedError('ITEM_NOT_FOUND');
  return item;
}

/** The same with its history. Throws PRODUCT_NOT_READY while that is being collected. */
export function checkReadyItem(emulator: Emulator, itemId: string): Item {
  const found = checkItem(emulator, itemId);
  // No bank gives anything new about an item in an error.
  const item = found.errorCode === null ? bringUpToDate(emulator, found) : found;
  if (item.ledgerDay === null) throw namedError('PRODUCT_NOT_READY');
  return item;
}
