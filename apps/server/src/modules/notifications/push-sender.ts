import type { lookup } from 'node:dns';
import { once } from 'node:events';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Deps } from '../../deps.ts';
import { SealedSecretError } from '../../token-box.ts';
import { isPushEndpoint, publicLookup } from './push-endpoints.ts';
import { readPushKeys, type KeyStore, type PushKeys } from './push-keys.ts';
import type { PushSubscriptionRow } from './push-subscriptions.queries.ts';

/** What has come of a message: the service has taken it, knows the subscription no more, or does not want it. */
export type PushOutcome = 'taken' | 'gone' | { refusedWith: number };

/** The push service cannot take a message now; later it may. */
export class PushServiceBusy extends Error {
  override readonly name = 'PushServiceBusy';
}

export interface PushSenderOptions extends KeyStore {
  /** Where push services reach the operator: an https or a mailto address. */
  contact: string;
  log: Pick<Deps['log'], 'error'>;
  /** Origins to send to beside those of the known push services; in tests. */
  moreOrigins?: readonly string[];
  resolve?: typeof lookup;
}

const ANSWER_TIMEOUT_MS = 10_000;

/** Sends to browsers through their push services, by the standard protocol: encrypted for the browser, signed by this installation. */
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

  /**
   * The key with which browsers subscribe for messages of this installation, base64url. Null when its other half does not open, because the
   * key that sealed it was taken away: nothing can be sent then, and everything else goes on.
   */
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

  /** Whether messages are sent to this endpoint at all. */
  reaches(endpoint: string): boolean {
    return isPushEndpoint(endpoint, this.#moreOrigins);
  }

  /**
   * Sends one message, which the service keeps for so long for a device that is off. Throws `PushServiceBusy` when the service says so or
   * does not answer.
   */
  async send(
    { endpoint, p256dh, auth }: Pick<PushSubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>,
    message: string,
    ttlSeconds: number,
  ): Promise<PushOutcome> {
    // What was let in once may have been struck off the list.
    if (!this.reaches(endpoint)) return 'gone';
    const { default: webPush } = await loadWebPush();
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message, {
      vapidDetails: { subject: this.#options.contact, ...(await this.#readKeys()) },
      TTL: ttlSeconds,
    });
    const status = await this.#post(new URL(endpoint), headers, body);
    if (status >= 200 && status < 300) return 'taken';
    if (status === 404 || status === 410) return 'gone';
    if (status === 429 || status >= 500) throw new PushServiceBusy(`The push service answered ${status}`);
    return { refusedWith: status };
  }

  /** Node's own client follows no redirect and asks no proxy: the request goes where the list has allowed it to go, or nowhere. */
  async #post(url: URL, headers: Record<string, string>, body: Buffer): Promise<number> {
    const isTrusted = this.#moreOrigins.includes(url.origin);
    const request = (url.protocol === 'http:' ? requestHttp : requestHttps)(url, {
      method: 'POST',
      headers,
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      ...(!isTrusted && { lookup: publicLookup(this.#options.resolve) }),
    });
    // A connection that breaks when the answer is there breaks nothing any more; before that, it is thrown below.
    request.on('error', () => undefined);
    try {
      request.end(body);
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      // Nothing of what it says matters; its connection is given up rather than read to an end that may not come.
      response.destroy();
      return response.statusCode ?? 0;
    } catch (error) {
      throw new PushServiceBusy(`The push service ${url.hostname} was not reached`, { cause: error });
    }
  }

  #readKeys(): Promise<PushKeys> {
    this.#keys ??= readPushKeys(this.#options, async () => (await loadWebPush()).default.generateVAPIDKeys());
    // The next call tries a failed read again.
    this.#keys.catch(() => {
      this.#keys = null;
    });
    return this.#keys;
  }
}

/** Loaded by the first who needs it: a server without subscriptions does without its memory. */
function loadWebPush() {
  return import('web-push');
}
