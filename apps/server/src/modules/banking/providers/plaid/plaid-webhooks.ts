import { storableText } from '@oinkly/contract/primitives';
import { createHash, timingSafeEqual } from 'node:crypto';
import { decodeProtectedHeader, importJWK, jwtVerify, type JWK } from 'jose';
import { z } from 'zod';
import { AppError } from '../../../../app-error.ts';
import type { WebhookEvent } from '../../provider.ts';

/** No older message is believed. */
const MAX_AGE_S = 5 * 60;
/** How far Plaid's clock may be ahead of ours. */
const CLOCK_TOLERANCE_S = 30;
/** Plaid rotates its keys rarely, but may take one back. */
const KEY_LIFETIME_MS = 24 * 60 * 60_000;
/** How long an id that is none is remembered as such. */
const NOT_A_KEY_FOR_MS = 60_000;
/** Anybody can invent ids of keys: Plaid is asked for so many new ones a minute. Until then they count as none, and Plaid sends again. */
const NEW_IDS_A_MINUTE = 5;
const MINUTE_MS = 60_000;

const keyId = z.string().regex(/^[\w-]{1,64}$/);
const claims = z.object({ request_body_sha256: z.string() });

/** What a webhook is about; the rest of it is not ours to know. */
const webhook = z.object({
  webhook_type: z.string(),
  webhook_code: z.string(),
  item_id: storableText.optional(),
  link_token: storableText.optional(),
});

/** A key as Plaid hands it out; `expired_at`, in seconds since 1970, is when it expires or has. */
export type PlaidKey = JWK & { expired_at: number | null };

/** Null when Plaid has no key under this id. */
type FetchKey = (keyId: string) => Promise<PlaidKey | null>;

type VerifyingKey = Awaited<ReturnType<typeof importJWK>>;

/** Believes webhooks that Plaid has signed (SEC-10). */
export class PlaidWebhooks {
  readonly #fetchKey: FetchKey;
  readonly #clock: () => Date;
  /** Plaid's own, and until when each is believed without asking. */
  readonly #keys = new Map<string, { key: VerifyingKey; until: number }>();
  /** Ids that are none of Plaid's, and for how long that is remembered. */
  readonly #notKeys = new Map<string, number>();
  /** What is being asked for: a burst of messages asks once. */
  readonly #asking = new Map<string, Promise<VerifyingKey | null>>();
  /** When ids were asked for that had not been known as keys, in the last minute. */
  #newIdsAskedAt: number[] = [];

  constructor(fetchKey: FetchKey, clock: () => Date) {
    this.#fetchKey = fetchKey;
    this.#clock = clock;
  }

  /**
   * Reads a webhook's raw body with its `Plaid-Verification` token. Throws WEBHOOK_REFUSED unless the token is signed with ES256 by a key of
   * Plaid's, at most five minutes old, and made for exactly these bytes.
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
      // That Plaid does not answer for its key says nothing against the message: it is sent again.
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
    // One that was known is no stranger's invention.
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
      // It may come late, when the login has been repaired meanwhile: only the bank knows how things stand.
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
