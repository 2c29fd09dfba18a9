import { storableText } from '@oinkly/contract/primitives';
import { createHash, timingSafeEqual } from 'node:crypto';
import { decodeProtectedHeader, importJWK, jwtVerify, type JWK } from 'jose';
import { z } from 'zod';
import { AppError } from '../../../../errors/app-error.ts';
import type { WebhookEvent } from '../../provider.ts';

const MAX_AGE_S = 5 * 60;
const CLOCK_TOLERANCE_S = 30;
/** Plaid rotates keys rarely, but may revoke one. */
const KEY_LIFETIME_MS = 24 * 60 * 60_000;
const NOT_A_KEY_FOR_MS = 60_000;
/** Anyone can invent key ids. Plaid sends a refused message again. */
const NEW_IDS_A_MINUTE = 5;
const MINUTE_MS = 60_000;

const keyId = z.string().regex(/^[\w-]{1,64}$/);
const claims = z.object({ request_body_sha256: z.string() });

const webhook = z.object({
  webhook_type: z.string(),
  webhook_code: z.string(),
  item_id: storableText.optional(),
  link_token: storableText.optional(),
});

/** `expired_at` is in seconds since 1970. */
export type PlaidKey = JWK & { expired_at: number | null };

type FetchKey = (keyId: string) => Promise<PlaidKey | null>;

type VerifyingKey = Awaited<ReturnType<typeof importJWK>>;

/** Reads webhooks and verifies Plaid's signatures (SEC-10). */
export class PlaidWebhooks {
  readonly #fetchKey: FetchKey;
  readonly #clock: () => Date;
  readonly #keys = new Map<string, { key: VerifyingKey; until: number }>();
  readonly #notKeys = new Map<string, number>();
  /** A burst of messages asks once. */
  readonly #asking = new Map<string, Promise<VerifyingKey | null>>();
  /** When new ids were looked up in the last minute. */
  #newIdsAskedAt: number[] = [];

  constructor(fetchKey: FetchKey, clock: () => Date) {
    this.#fetchKey = fetchKey;
    this.#clock = clock;
  }

  /**
   * Throws WEBHOOK_REFUSED unless the `Plaid-Verification` token is signed with ES256 by Plaid, at most five
   * minutes old, and made for these bytes.
   */
  async read(token: string | undefined, rawBody: Buffer): Promise<WebhookEvent> {
    await this.#verify(token ?? '', rawBody);
    const parsed = webhook.safeParse(parseJson(rawBody));
    if (!parsed.success) throw new AppError('WEBHOOK_REFUSED', { cause: parsed.error });
    return eventOf(parsed.data);
  }

  async #verify(token: string, rawBody: Buffer): Promise<void> {
    let bodyHash: string;
    try {
      const { payload } = await jwtVerify(token, async () => this.#keyFor(token), {
        algorithms: ['ES256'],
        requiredClaims: ['iat'],
        maxTokenAge: MAX_AGE_S,
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: this.#clock(),
      });
      bodyHash = claims.parse(payload).request_body_sha256;
    } catch (error) {
      // Plaid's failure says nothing about the message.
      if (error instanceof AppError) throw error;
      throw new AppError('WEBHOOK_REFUSED', { cause: error });
    }
    const actual = createHash('sha256').update(rawBody).digest('hex');
    const isSame =
      bodyHash.length === actual.length && timingSafeEqual(Buffer.from(bodyHash), Buffer.from(actual));
    if (!isSame)
      throw new AppError('WEBHOOK_REFUSED', { cause: new Error('The signature is for another body') });
  }

  async #keyFor(token: string): Promise<VerifyingKey> {
    const id = keyId.parse(decodeProtectedHeader(token).kid);
    const key = await this.#find(id);
    if (!key) throw new AppError('WEBHOOK_REFUSED', { cause: new Error(`No key ${id}`) });
    return key;
  }

  async #find(id: string): Promise<VerifyingKey | null> {
    const now = this.#clock().getTime();
    const known = this.#keys.get(id);
    if (known && known.until > now) return known.key;
    const asking = this.#asking.get(id);
    if (asking) return asking;
    // A known id is no stranger's invention.
    if (!known && !this.#mayAskForNew(id, now)) return null;
    const asked = this.#ask(id).finally(() => this.#asking.delete(id));
    this.#asking.set(id, asked);
    return asked;
  }

  #mayAskForNew(id: string, now: number): boolean {
    for (const [each, until] of this.#notKeys) if (until <= now) this.#notKeys.delete(each);
    if (this.#notKeys.has(id)) return false;
    this.#newIdsAskedAt = this.#newIdsAskedAt.filter((askedAt) => askedAt > now - MINUTE_MS);
    if (this.#newIdsAskedAt.length >= NEW_IDS_A_MINUTE) return false;
    this.#newIdsAskedAt.push(now);
    return true;
  }

  async #ask(id: string): Promise<VerifyingKey | null> {
    const jwk = await this.#fetchKey(id);
    const now = this.#clock().getTime();
    const expiresAt = jwk?.expired_at == null ? Infinity : jwk.expired_at * 1000;
    if (!jwk || expiresAt <= now) {
      this.#keys.delete(id);
      this.#notKeys.set(id, now + NOT_A_KEY_FOR_MS);
      return null;
    }
    const key = await importJWK(jwk, 'ES256');
    this.#keys.set(id, { key, until: Math.min(now + KEY_LIFETIME_MS, expiresAt) });
    return key;
  }
}

function eventOf(message: z.output<typeof webhook>): WebhookEvent {
  const { webhook_type: type, webhook_code: code, item_id: itemId, link_token: linkToken } = message;
  if (type === 'LINK' && code === 'SESSION_FINISHED' && linkToken !== undefined) {
    return { kind: 'link-finished', providerSessionId: linkToken };
  }
  if (itemId === undefined) return { kind: 'other' };
  switch (`${type}/${code}`) {
    case 'TRANSACTIONS/SYNC_UPDATES_AVAILABLE':
    case 'ITEM/LOGIN_REPAIRED':
    case 'ITEM/ERROR':
      // It may arrive after a repair: only the bank knows the state.
      return { kind: 'changes', providerConnectionId: itemId };
    case 'ITEM/USER_PERMISSION_REVOKED':
      return { kind: 'revoked', providerConnectionId: itemId };
    default:
      return { kind: 'other' };
  }
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString());
  } catch (error) {
    throw new AppError('WEBHOOK_REFUSED', { cause: error });
  }
}
