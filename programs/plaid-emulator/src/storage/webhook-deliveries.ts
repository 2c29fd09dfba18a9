import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '@oinkly/test-banks/bank-file';
import { integer, integerOrNull, type Row, text } from '@oinkly/test-banks/columns';
import { z } from 'zod';

/** How many webhooks without a further attempt are kept. */
const mostKept = 200;

const endedAttempt = z.object({
  /** ISO 8601, when it began. */
  at: z.string(),
  /** Null without an answer. */
  status: z.number().nullable(),
  /** Why there was no answer. */
  error: z.string().nullable(),
});

export type EndedAttempt = z.infer<typeof endedAttempt>;

/** Times are real, because the injected clock may stand still. */
export interface WebhookDelivery {
  deliveryId: string;
  url: string;
  /** The exact JSON that is sent and signed. */
  body: string;
  /** Includes the attempt in progress. */
  attempts: number;
  endedAttempts: EndedAttempt[];
  /** In ms since 1970; null after the last attempt. */
  dueAtMs: number | null;
}

function toDelivery(row: Row): WebhookDelivery {
  return {
    deliveryId: String(integer(row, 'delivery_id')),
    url: text(row, 'url'),
    body: text(row, 'body'),
    attempts: integer(row, 'attempts'),
    endedAttempts: z.array(endedAttempt).parse(JSON.parse(text(row, 'ended_attempts'))),
    dueAtMs: integerOrNull(row, 'due_at_ms'),
  };
}

/** Returns its id. */
export function insertDelivery(
  database: DatabaseSync,
  delivery: Pick<WebhookDelivery, 'url' | 'body'>,
  nowMs: number,
): string {
  const { lastInsertRowid } = database
    .prepare('INSERT INTO webhook_deliveries (url, body, due_at_ms) VALUES (?, ?, ?)')
    .run(delivery.url, delivery.body, nowMs);
  return String(lastInsertRowid);
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
  return row === undefined ? null : toDelivery(row);
}

export function nextDueAtMs(database: DatabaseSync): number | null {
  const row = database.prepare('SELECT min(due_at_ms) AS due_at_ms FROM webhook_deliveries').get();
  return row === undefined ? null : integerOrNull(row, 'due_at_ms');
}

/** Keeps the attempt. Without a time for the next one, the delivery has ended, and the oldest such ones are deleted. */
export function endAttempt(
  database: DatabaseSync,
  deliveryId: string,
  attempt: EndedAttempt,
  dueAtMs: number | null,
): void {
  inTransaction(database, () => {
    database
      .prepare(
        `UPDATE webhook_deliveries SET ended_attempts = json_insert(ended_attempts, '$[#]', json(?)), due_at_ms = ?
         WHERE delivery_id = ?`,
      )
      .run(JSON.stringify(attempt), dueAtMs, deliveryId);
    if (dueAtMs !== null) return;
    database
      .prepare(
        `DELETE FROM webhook_deliveries WHERE due_at_ms IS NULL AND delivery_id <= (
           SELECT delivery_id FROM webhook_deliveries WHERE due_at_ms IS NULL
           ORDER BY delivery_id DESC LIMIT 1 OFFSET ?
         )`,
      )
      .run(mostKept);
  });
}

/** Returns an interrupted delivery: it is due at once and the attempt doesn't count. */
export function returnDelivery(database: DatabaseSync, deliveryId: string, nowMs: number): void {
  database
    .prepare('UPDATE webhook_deliveries SET attempts = attempts - 1, due_at_ms = ? WHERE delivery_id = ?')
    .run(nowMs, deliveryId);
}

export function findDelivery(database: DatabaseSync, deliveryId: string): WebhookDelivery | null {
  const row = database
    .prepare('SELECT * FROM webhook_deliveries WHERE CAST(delivery_id AS TEXT) = ?')
    .get(deliveryId);
  return row === undefined ? null : toDelivery(row);
}

/** The newest of an item, or of all, newest first. */
export function listDeliveries(database: DatabaseSync, itemId: string | null): WebhookDelivery[] {
  return database
    .prepare(
      `SELECT * FROM webhook_deliveries WHERE :itemId IS NULL OR body ->> 'item_id' = :itemId
       ORDER BY delivery_id DESC LIMIT :limit`,
    )
    .all({ itemId, limit: mostKept })
    .map(toDelivery);
}
