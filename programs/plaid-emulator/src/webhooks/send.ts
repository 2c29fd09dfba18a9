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
 * delivery. Returns its id.
 */
export function sendWebhook(emulator: Emulator, url: string, { type, code, fields }: Webhook): string {
  const content = { webhook_type: type, webhook_code: code, ...fields, environment };
  // Plaid indents by two spaces, and the signature covers the text.
  return deliver(emulator, { url, body: JSON.stringify(content, null, 2) });
}

/** Like `sendWebhook`, for a body that is complete. */
export function deliver(emulator: Emulator, webhook: { url: string; body: string }): string {
  const webhookId = insertDelivery(emulator.database, webhook, Date.now());
  emulator.deliveries.wake();
  return webhookId;
}

/** Like `sendWebhook`; returns null without a webhook address. */
export function sendItemWebhook(emulator: Emulator, item: Item, webhook: Webhook): string | null {
  if (item.webhook === null) return null;
  const { type, code, fields } = webhook;
  const content = { type, code, fields: { item_id: item.itemId, ...fields } };
  const webhookId = sendWebhook(emulator, item.webhook, content);
  markWebhookSent(emulator.database, item.itemId, code, emulator.now().toISOString());
  return webhookId;
}
