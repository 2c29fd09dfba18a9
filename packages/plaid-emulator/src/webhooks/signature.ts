import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { SignJWT } from 'jose';
import { currentWebhookKey } from '../storage/webhook-keys.ts';

/**
 * The value of the header `Plaid-Verification` for a body: a JWT (ES256) with the key's id, the time of signing and the
 * SHA-256 of the body as it is sent (https://plaid.com/docs/api/webhooks/webhook-verification/).
 */
export async function signWebhook(database: DatabaseSync, body: string, now: Date): Promise<string> {
  const { keyId, privateJwk } = currentWebhookKey(database, now);
  return new SignJWT({ request_body_sha256: createHash('sha256').update(body).digest('hex') })
    .setProtectedHeader({ alg: 'ES256', kid: keyId, typ: 'JWT' })
    .setIssuedAt(now)
    .sign({ ...privateJwk, alg: 'ES256' });
}
