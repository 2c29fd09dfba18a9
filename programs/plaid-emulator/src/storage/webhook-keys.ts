import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '@oinkly/test-banks/bank-file';
import { integer, integerOrNull, type Row, text } from '@oinkly/test-banks/columns';
import { z } from 'zod';

/** A P-256 private key (RFC 7518, section 6.2). */
const privateJwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});

/** Times in seconds since 1970, as Plaid returns them. */
export interface WebhookKey {
  keyId: string;
  privateJwk: z.infer<typeof privateJwk>;
  createdAt: number;
  /** Null while in use. */
  expiredAt: number | null;
}

function toKey(row: Row): WebhookKey {
  return {
    keyId: text(row, 'key_id'),
    privateJwk: privateJwk.parse(JSON.parse(text(row, 'private_key'))),
    createdAt: integer(row, 'created_at'),
    expiredAt: integerOrNull(row, 'expired_at'),
  };
}

const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** Also finds expired keys. */
export function findWebhookKey(database: DatabaseSync, keyId: string): WebhookKey | null {
  const row = database.prepare('SELECT * FROM webhook_keys WHERE key_id = ?').get(keyId);
  return row === undefined ? null : toKey(row);
}

/** Creates the first key; processes on one file share it. */
export function currentWebhookKey(database: DatabaseSync, now: Date): WebhookKey {
  const find = () => database.prepare('SELECT * FROM webhook_keys WHERE expired_at IS NULL').get();
  const found = find();
  if (found !== undefined) return toKey(found);
  return inTransaction(database, () => {
    if (find() === undefined) {
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      database
        .prepare('INSERT INTO webhook_keys (key_id, private_key, created_at) VALUES (?, ?, ?)')
        .run(randomUUID(), JSON.stringify(privateKey.export({ format: 'jwk' })), seconds(now));
    }
    const made = find();
    if (made === undefined) throw new Error('The new webhook key is not there.');
    return toKey(made);
  });
}

export function rotateWebhookKey(database: DatabaseSync, now: Date): WebhookKey {
  return inTransaction(database, () => {
    database.prepare('UPDATE webhook_keys SET expired_at = ? WHERE expired_at IS NULL').run(seconds(now));
    return currentWebhookKey(database, now);
  });
}
