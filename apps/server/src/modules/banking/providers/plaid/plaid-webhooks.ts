import { createHash, timingSafeEqual } from 'node:crypto';
import { decodeProtectedHeader, importJWK, jwtVerify, type JWK } from 'jose';
import { z } from 'zod';
import { AppError } from '../../../../app-error.ts';
import type { ProviderNotice } from '../../provider.ts';

/** No older message is believed. */
const MAX_AGE_S = 5 * 60;
/** How far Plaid's clock may be ahead of ours. */
const CLOCK_TOLERANCE_S = 30;
/** Plaid rotates its keys rarely; a flood of invented ids must not fill the memory. */
const MAX_KEYS = 50;
const NOT_A_KEY_FOR_MS = 60_000;

const keyId = z.string().regex(/^[\w-]{1,64}$/);
const claims = z.object({ request_body_sha256: z.string() });

/** What a webhook is about; the rest of it is not ours to know. */
const webhook = z.object({
  webhook_type: z.string(),
  webhook_code: z.string(),
  item_id: z.string().optional(),
  link_token: z.string().optional(),
});

/** A key as Plaid hands it out; null when there is none under this id, or it has expired. */
type FetchKey = (keyId: string) => Promise<JWK | null>;

type VerifyingKey = Awaited<ReturnType<typeof importJWK>>;

/** Believes webhooks that Plaid has signed (SEC-10). */
export class PlaidWebhooks {
  readonly #fetchKey: FetchKey;
  readonly #clock: () => Date;
  readonly #keys = new Map<string, { key: VerifyingKey | null; until: number }>();

  constructor(fetchKey: FetchKey, clock: () => Date) {
    this.#fetchKey = fetchKey;
    this.#clock = clock;
  }

  /**
   * Reads a webhook's raw body with its `Plaid-Verification` token. Throws WEBHOOK_REFUSED unless the token is signed with ES256 by a key of
   * Plaid's, at most five minutes old, and made for exactly these bytes.
   */
  async read(token: string | undefined, rawBody: Buffer): Promise<ProviderNotice> {
    await this.#verify(token ?? '', rawBody);
    const parsed = webhook.safeParse(parseJson(rawBody));
    if (!parsed.success) throw new AppError('WEBHOOK_REFUSED', { cause: parsed.error });
    return noticeOf(parsed.data);
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
    if (!isSame) throw new AppError('WEBHOOK_REFUSED', { cause: new Error('The body is another one') });
  }

  async #keyFor(token: string): Promise<VerifyingKey> {
    const id = keyId.parse(decodeProtectedHeader(token).kid);
    const now = this.#clock().getTime();
    const known = this.#keys.get(id);
    if (known && known.until > now) {
      if (known.key) return known.key;
      throw new AppError('WEBHOOK_REFUSED', { cause: new Error(`No key ${id}`) });
    }
    const jwk = await this.#fetchKey(id);
    const key = jwk && (await importJWK(jwk, 'ES256'));
    if (this.#keys.size >= MAX_KEYS) this.#keys.clear();
    this.#keys.set(id, { key, until: key ? Infinity : now + NOT_A_KEY_FOR_MS });
    if (!key) throw new AppError('WEBHOOK_REFUSED', { cause: new Error(`No key ${id}`) });
    return key;
  }
}

function noticeOf(message: z.output<typeof webhook>): ProviderNotice {
  const { webhook_type: type, webhook_code: code, item_id: itemId, link_token: linkToken } = message;
  if (type === 'LINK' && code === 'SESSION_FINISHED' && linkToken !== undefined) {
    return { kind: 'link-finished', linkToken };
  }
  if (itemId === undefined) return { kind: 'other' };
  switch (`${type}/${code}`) {
    case 'TRANSACTIONS/SYNC_UPDATES_AVAILABLE':
    case 'ITEM/LOGIN_REPAIRED':
    case 'ITEM/ERROR':
      // It may come late, when the login has been repaired meanwhile: only the bank knows how things stand.
      return { kind: 'changes', itemId };
    case 'ITEM/USER_PERMISSION_REVOKED':
      return { kind: 'revoked', itemId };
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
