import type { DatabaseSync } from 'node:sqlite';
import { integer, text } from './columns.ts';

/**
 * A webhook on its way. Due times are real time in milliseconds since 1970, not the injected clock's, which may stand
 * still: a receiver that is down comes back in real time.
 */
export interface WebhookDelivery {
  deliveryId: number;
  url: string;
  /** The JSON exactly as it is sent and signed. */
  body: string;
  /** How often it was sent, the attempt under way included. */
  attempts: number;
}

/** Stores a webhook that is to be sent at once. */
export function insertDelivery(
  database: DatabaseSync,
  delivery: Pick<WebhookDelivery, 'url' | 'body'>,
  nowMs: number,
): void {
  database
    .prepare('INSERT INTO webhook_deliveries (url, body, due_at_ms) VALUES (?, ?, ?)')
    .run(delivery.url, delivery.body, nowMs);
}

/**
 * Takes the delivery that is due first, or null. Nobody else takes it for `leaseMs`; a process that dies meanwhile loses
 * nothing, since it is due again afterwards.
 */
export function takeDueDelivery(
  database: DatabaseSync,
  nowMs: number,
  leaseMs: number,
): WebhookDelivery | null {
  const row = database
    .prepare(
      `UPDATE webhook_deliveries SET attempts = attempts + 1, due_at_ms = ?
       WHERE delivery_id = (
         SELECT delivery_id FROM webhook_deliveries WHERE due_at_ms <= ? ORDER BY due_at_ms, delivery_id LIMIT 1
       )
       RETURNING *`,
    )
    .get(nowMs + leaseMs, nowMs);
  if (row === undefined) return null;
  return {
    deliveryId: integer(row, 'delivery_id'),
    url: text(row, 'url'),
    body: text(row, 'body'),
    attempts: integer(row, 'attempts'),
  };
}

/** When the next delivery is due; null when there is none. */
export function nextDueAtMs(database: DatabaseSync): number | null {
  const row = database.prepare('SELECT min(due_at_ms) AS due_at_ms FROM webhook_deliveries').get();
  return row === undefined || row['due_at_ms'] === null ? null : integer(row, 'due_at_ms');
}

/** Sends a delivery again at a later time. */
export function postponeDelivery(database: DatabaseSync, deliveryId: number, dueAtMs: number): void {
  database
    .prepare('UPDATE webhook_deliveries SET due_at_ms = ? WHERE delivery_id = ?')
    .run(dueAtMs, deliveryId);
}

/** Gives back a delivery that was taken but not tried to the end: it is due at once, and the attempt does not count. */
export function returnDelivery(database: DatabaseSync, deliveryId: number, nowMs: number): void {
  database
    .prepare('UPDATE webhook_deliveries SET attempts = attempts - 1, due_at_ms = ? WHERE delivery_id = ?')
    .run(nowMs, deliveryId);
}

/** Forgets a delivery that arrived, or that was given up. */
export function deleteDelivery(database: DatabaseSync, deliveryId: number): void {
  database.prepare('DELETE FROM webhook_deliveries WHERE delivery_id = ?').run(deliveryId);
}
