import type { Emulator } from '../emulator.ts';
import { type Item, markWebhookSent } from '../storage/items.ts';
import { insertDelivery } from '../storage/webhook-deliveries.ts';

export interface Webhook {
  type: 'ITEM' | 'LINK' | 'TRANSACTIONS';
  code: string;
  fields: Record<string, unknown>;
}

const environment = 'sandbox';

/**
 * Stores a webhook in the caller's transaction, so that both commit or neither. The caller doesn't wait for
 * delivery.
 */
export function sendWebhook(emulator: Emulator, url: string, { type, code, fields }: Webhook): void {
  const content = { webhook_type: type, webhook_code: code, ...fields, environment };
  // Plaid indents by two spaces, and the signature covers the text.
  insertDelivery(emulator.database, { url, body: JSON.stringify(content, null, 2) }, Date.now());
  emulator.deliveries.wake();
}

/** Like `sendWebhook`; returns false without a webhook address. */
export function sendItemWebhook(emulator: Emulator, item: Item, webhook: Webhook): boolean {
  if (item.webhook === null) return false;
  const { type, code, fields } = webhook;
  sendWebhook(emulator, item.webhook, { type, code, fields: { item_id: item.itemId, ...fields } });
  markWebhookSent(emulator.database, item.itemId, code, emulator.now().toISOString());
  return true;
}
