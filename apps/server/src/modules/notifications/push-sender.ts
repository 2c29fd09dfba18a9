import type { FastifyBaseLogger } from 'fastify';
import type { lookup } from 'node:dns';
import { globalAgent as httpAgent } from 'node:http';
import { globalAgent as httpsAgent } from 'node:https';
import { nextTurn } from '../../concurrency/event-loop-turns.ts';
import { pushAttempts } from '../../monitoring/outcomes.ts';
import { requestPublic } from '../../security/public-request.ts';
import { SealedSecretError } from '../../security/token-box.ts';
import { isPushEndpoint } from './push-endpoints.ts';
import { readPushKeys, type KeyStore, type PushKeys } from './push-keys.ts';
import type { PushSubscriptionRow } from './push-subscriptions.queries.ts';

/** `gone`: the service no longer knows the subscription. */
export type PushOutcome = 'taken' | 'gone' | { refusedWith: number };

export class PushServiceBusy extends Error {
  override readonly name = 'PushServiceBusy';
}

export interface PushSenderOptions extends KeyStore {
  /** How push services reach the operator: an https or mailto address. */
  contact: string;
  log: Pick<FastifyBaseLogger, 'error'>;
  /** More push services, for tests. */
  moreOrigins?: readonly string[];
  resolve?: typeof lookup;
}

const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Sends to browsers by the Web Push protocol. `web-push` only encrypts and signs: it would send to any address, through proxies and into private
 * networks.
 */
/** What only code that sends push messages needs. */
export interface PushDeps {
  push: PushSender;
}

export class PushSender {
  readonly #options: PushSenderOptions;
  readonly #moreOrigins: readonly string[];
  #keys: Promise<PushKeys> | null = null;
  /** Every page asks for the key. */
  #hasLoggedSealedKey = false;

  constructor(options: PushSenderOptions) {
    this.#options = options;
    this.#moreOrigins = options.moreOrigins ?? [];
  }

  /** Base64url. Null if the private key's token key is lost. */
  async publicKey(): Promise<string | null> {
    try {
      const { publicKey } = await this.#readKeys();
      this.#hasLoggedSealedKey = false;
      return publicKey;
    } catch (error) {
      if (!(error instanceof SealedSecretError)) throw error;
      if (!this.#hasLoggedSealedKey)
        this.#options.log.error({ err: error }, 'notifications cannot be sent: their key does not open');
      this.#hasLoggedSealedKey = true;
      return null;
    }
  }

  reaches(endpoint: string): boolean {
    return isPushEndpoint(endpoint, this.#moreOrigins);
  }

  /**
   * Sends a message, which the service keeps for `ttlSeconds` while the device is off. Throws
   * `PushServiceBusy`.
   */
  async send(
    { endpoint, p256dh, auth }: Pick<PushSubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>,
    message: string,
    ttlSeconds: number,
  ): Promise<PushOutcome> {
    // An endpoint may have left the list since.
    if (!this.reaches(endpoint)) return 'gone';
    const { default: webPush } = await loadWebPush();
    // Encrypting and signing takes 3 ms, and 100 devices may get it at once.
    await nextTurn();
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message, {
      vapidDetails: { subject: this.#options.contact, ...(await this.#readKeys()) },
      TTL: ttlSeconds,
    });
    try {
      const outcome = outcomeOf(await this.#post(new URL(endpoint), headers, body));
      pushAttempts.publish({ outcome: typeof outcome === 'string' ? outcome : 'refused' });
      return outcome;
    } catch (error) {
      if (error instanceof PushServiceBusy) pushAttempts.publish({ outcome: 'busy' });
      throw error;
    }
  }

  async #post(url: URL, headers: Record<string, string>, body: Buffer): Promise<number> {
    try {
      const response = await requestPublic(url, {
        method: 'POST',
        headers,
        body,
        timeoutMs: ANSWER_TIMEOUT_MS,
        isTrusted: this.#moreOrigins.includes(url.origin),
        // Few services get all messages: a kept connection to one saves most of the time.
        agent: url.protocol === 'http:' ? httpAgent : httpsAgent,
        resolve: this.#options.resolve,
      });
      // The body may be endless.
      response.destroy();
      return response.statusCode ?? 0;
    } catch (error) {
      throw new PushServiceBusy(`The push service ${url.hostname} was not reached`, { cause: error });
    }
  }

  #readKeys(): Promise<PushKeys> {
    this.#keys ??= readPushKeys(this.#options, async () => (await loadWebPush()).default.generateVAPIDKeys());
    // The next call repeats a failed read.
    this.#keys.catch(() => {
      this.#keys = null;
    });
    return this.#keys;
  }
}

/** Throws `PushServiceBusy`. */
function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'taken';
  if (status === 404 || status === 410) return 'gone';
  if (status === 429 || status >= 500) throw new PushServiceBusy(`The push service answered ${status}`);
  return { refusedWith: status };
}

/** Loaded on first use to save memory. */
function loadWebPush() {
  return import('web-push');
}
