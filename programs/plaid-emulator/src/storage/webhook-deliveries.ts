import type { DatabaseSync } from 'node:sqlite';
import { integer, text } from '@oinkly/test-banks/columns';

/** Due times are real ms since 1970, because the injected clock may stand still. */
export interface WebhookDelivery {
  deliveryId: number;
  url: string;
  /** The exact JSON that is sent and signed. */
  body: string;
  /** Includes the attempt in progress. */
  attempts: number;
}

export function insertDelivery(
  database: DatabaseSync,
  delivery: Pick<WebhookDelivery, 'url' | 'body'>,
  nowMs: number,
): void {
  database
    .prepare('INSERT INTO webhook_deliveries (url, body, due_at_ms) VALUES (?, ?, ?)')
    .run(delivery.url, delivery.body, nowMs);
}

/** Leases the first due delivery for `leaseMs`, or returns null. After a crash it is due again. */
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

export function nextDueAtMs(database: DatabaseSync): number | null {
  const row = database.prepare('SELECT min(due_at_ms) AS due_at_ms FROM webhook_deliveries').get();
  return row === undefined || row['due_at_ms'] === null ? null : integer(row, 'due_at_ms');
}

export function postponeDelivery(database: DatabaseSync, deliveryId: number, dueAtMs: number): void {
  database
    .prepare('UPDATE webhook_deliveries SET due_at_ms = ? WHERE delivery_id = ?')
    .run(dueAtMs, deliveryId);
}

/** Returns an interrupted delivery: it is due at once and the attempt doesn't count. */
export function returnDelivery(database: DatabaseSync, deliveryId: number, nowMs: number): void {
  database
    .prepare('UPDATE webhook_deliveries SET attempts = attempts - 1, due_at_ms = ? WHERE delivery_id = ?')
    .run(nowMs, deliveryId);
}

export function deleteDelivery(database: DatabaseSync, deliveryId: number): void {
  database.prepare('DELETE FROM webhook_deliveries WHERE delivery_id = ?').run(deliveryId);
}
