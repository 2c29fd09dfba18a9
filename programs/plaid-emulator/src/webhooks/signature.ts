import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { SignJWT } from 'jose';
import { currentWebhookKey } from '../storage/webhook-keys.ts';

/**
 * Returns the `Plaid-Verification` header: an ES256 JWT with key id, signing time and the body's SHA-256
 * (https://plaid.com/docs/api/webhooks/webhook-verification/).
 */
export async function signWebhook(database: DatabaseSync, body: string, now: Date): Promise<string> {
  const { keyId, privateJwk } = currentWebhookKey(database, now);
  return new SignJWT({ request_body_sha256: createHash('sha256').update(body).digest('hex') })
    .setProtectedHeader({ alg: 'ES256', kid: keyId, typ: 'JWT' })
    .setIssuedAt(now)
    .sign({ ...privateJwk, alg: 'ES256' });
}
