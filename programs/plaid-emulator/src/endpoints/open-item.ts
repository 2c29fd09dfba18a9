import type { Emulator } from '../emulator.ts';
import { namedError } from '../named-errors.ts';
import type { PlaidError } from '../plaid-error.ts';
import { findItemByAccessToken, type Item, wasRemoved } from '../storage/items.ts';
import { bringUpToDate } from '../sync/bring-up-to-date.ts';

/** Throws INVALID_ACCESS_TOKEN, or ITEM_NOT_FOUND for a removed item. */
export function openItem(emulator: Emulator, accessToken: string): Item {
  const item = findItemByAccessToken(emulator.database, accessToken);
  if (item !== null) return item;
  throw namedError(wasRemoved(emulator.database, accessToken) ? 'ITEM_NOT_FOUND' : 'INVALID_ACCESS_TOKEN');
}

export function itemError({ errorCode }: Item): PlaidError | null {
  return errorCode === null ? null : namedError(errorCode);
}

/** Opens like `openItem`, but also throws the item's error. */
export function openHealthyItem(emulator: Emulator, accessToken: string): Item {
  const item = openItem(emulator, accessToken);
  const error = itemError(item);
  if (error !== null) throw error;
  return item;
}

/** Brings transactions up to date. Throws PRODUCT_NOT_READY. */
export async function openReadyItem(emulator: Emulator, accessToken: string): Promise<Item> {
  const item = await bringUpToDate(emulator, openHealthyItem(emulator, accessToken));
  if (item.ledgerDay === null) throw namedError('PRODUCT_NOT_READY');
  return item;
}
