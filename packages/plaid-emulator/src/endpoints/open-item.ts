import type { Emulator } from '../emulator.ts';
import { PlaidError } from '../plaid-error.ts';
import { findItemByAccessToken, type Item, wasRemoved } from '../storage/items.ts';

/** The item behind an access token. Throws INVALID_ACCESS_TOKEN for an unknown one, ITEM_NOT_FOUND for a removed one. */
export function openItem(emulator: Emulator, accessToken: string): Item {
  const item = findItemByAccessToken(emulator.database, accessToken);
  if (item !== null) return item;
  if (wasRemoved(emulator.database, accessToken)) {
    throw new PlaidError(
      'ITEM_ERROR',
      'ITEM_NOT_FOUND',
      'The Item you requested cannot be found. This Item does not exist, has been previously removed via /item/remove, or has had access removed by the user.',
    );
  }
  throw new PlaidError('INVALID_INPUT', 'INVALID_ACCESS_TOKEN', 'could not find matching access token');
}

/** The error an item is in, or null. */
export function itemError(item: Item): PlaidError | null {
  if (item.errorCode === null) return null;
  return new PlaidError(
    'ITEM_ERROR',
    item.errorCode,
    item.errorMessage ?? item.errorCode,
    item.errorCode === 'ITEM_LOGIN_REQUIRED' ? 'Log in to your bank again to restore the connection.' : null,
  );
}

/** The same for calls that need the bank's data: throws the item's error when it is in one. */
export function openHealthyItem(emulator: Emulator, accessToken: string): Item {
  const item = openItem(emulator, accessToken);
  const error = itemError(item);
  if (error !== null) throw error;
  return item;
}
