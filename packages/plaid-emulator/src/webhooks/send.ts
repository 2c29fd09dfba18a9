import type { Emulator } from '../emulator.ts';
import { type Item, markWebhookSent } from '../storage/items.ts';
import { insertDelivery } from '../storage/webhook-deliveries.ts';

/** What a webhook says beside what all have: its type, its code and the fields that belong to it. */
export interface Webhook {
  type: 'ITEM' | 'LINK' | 'TRANSACTIONS';
  code: string;
  fields: Record<string, unknown>;
}

/** The only environment of test banks. */
const environment = 'sandbox';

/**
 * Stores a webhook to be sent to an address, in the transaction of what it reports: with that it comes or goes, and the
 * call that brought it about neither waits for the receiver nor hears of its failures.
 */
export function sendWebhook(emulator: Emulator, url: string, { type, code, fields }: Webhook): void {
  const content = { webhook_type: type, webhook_code: code, ...fields, environment };
  // Two spaces, as Plaid writes them: the signature covers the text.
  insertDelivery(emulator.database, { url, body: JSON.stringify(content, null, 2) }, Date.now());
  emulator.deliveries.wake();
}

/** The same for a webhook about an item. Answers false when the item has no webhook address. */
export function sendItemWebhook(emulator: Emulator, item: Item, webhook: Webhook): boolean {
  if (item.webhook === null) return false;
  const { type, code, fields } = webhook;
  sendWebhook(emulator, item.webhook, { type, code, fields: { item_id: item.itemId, ...fields } });
  markWebhookSent(emulator.database, item.itemId, code, emulator.now().toISOString());
  return true;
}
