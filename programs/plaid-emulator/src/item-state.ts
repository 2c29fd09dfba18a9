import { inTransaction } from '@oinkly/test-banks/bank-file';
import type { Emulator } from './emulator.ts';
import { namedError, type NamedErrorCode } from './named-errors.ts';
import { clearItemError, type Item, setItemError } from './storage/items.ts';
import { itemInError, loginRepaired, userPermissionRevoked } from './webhooks/item-webhooks.ts';
import { sendItemWebhook } from './webhooks/send.ts';

/** Sets an error that blocks the item's data and sends the webhook. */
export function breakItem(emulator: Emulator, item: Item, code: NamedErrorCode): void {
  const error = namedError(code);
  const webhook = code === 'USER_PERMISSION_REVOKED' ? userPermissionRevoked(error) : itemInError(error);
  inTransaction(emulator.database, () => {
    setItemError(emulator.database, item.itemId, code);
    sendItemWebhook(emulator, item, webhook);
  });
}

/** Clears the item's error as after a login elsewhere and sends the webhook. */
export function repairItem(emulator: Emulator, item: Item): void {
  if (item.errorCode === null) return;
  inTransaction(emulator.database, () => {
    clearItemError(emulator.database, item.itemId);
    sendItemWebhook(emulator, item, loginRepaired());
  });
}
