import { createHmac, randomBytes } from 'node:crypto';

/* The scheme of Standard Webhooks (standardwebhooks.com): its libraries verify it in most languages. */

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

interface SignedContent {
  /** The same for every try of a message. */
  id: string;
  sentAt: Date;
  body: string;
}

export function signatureHeaders(
  secret: string,
  { id, sentAt, body }: SignedContent,
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
