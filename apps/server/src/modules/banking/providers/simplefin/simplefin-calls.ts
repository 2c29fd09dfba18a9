import type { ErrorCode } from '@oinkly/contract/errors';
import type { lookup } from 'node:dns';
import type { z } from 'zod';
import { AppError } from '../../../../errors/app-error.ts';
import { nextTurn } from '../../../../concurrency/event-loop-turns.ts';
import { checkJsonOutline, type JsonLimits } from '../../../../http/json-outline.ts';
import { PrivateAddressError, publicLookup } from '../../../../security/public-lookup.ts';
import {
  mayBePublic,
  readAnswer,
  requestErrorCode,
  requestPublic,
} from '../../../../security/public-request.ts';
import { answerShape } from './simplefin-account-set.ts';

export interface SimplefinCallOptions {
  /** Of servers that may have a private address and no encryption, such as the embedded test bank. */
  trustedOrigins: readonly string[];
  /** Other hosts that may be called. */
  allowedHosts: readonly string[];
  /** Whether every public host may be called. */
  allowsAnyHost?: boolean;
  /** Of a whole call. */
  timeoutMs?: number;
  resolve?: typeof lookup;
}

export interface AccountsQuery {
  'start-date'?: number;
  'end-date'?: number;
  /** Never 0: SimpleFIN lists pending rows for any value. */
  pending?: 1;
  'balances-only'?: 1;
}

/** SimpleFIN answers after a minute for many banks. */
const TIMEOUT_MS = 120_000;
/** Servers that the operator didn't name may be slow on purpose. */
const STRANGERS_TIMEOUT_MS = 30_000;
/** More than 20,000 rows. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
const ANSWER_LIMITS: JsonLimits = { maxValues: 500_000, maxDepth: 32, maxDistinctKeys: 1_000 };
const MAX_ACCESS_URL_BYTES = 4096;
const MAX_TOKEN_LENGTH = 4096;
const DAY_S = 24 * 60 * 60;

/** Redirects, server errors and all others mean that SimpleFIN is unavailable. */
const REFUSALS: Record<number, { code: ErrorCode; retryAfterSeconds?: number }> = {
  400: { code: 'PROVIDER_REJECTED' },
  401: { code: 'BANK_CONNECTION_GONE' },
  402: { code: 'BANK_SUBSCRIPTION_ENDED', retryAfterSeconds: DAY_S },
  403: { code: 'BANK_CONNECTION_GONE' },
  404: { code: 'PROVIDER_REJECTED' },
  429: { code: 'BANK_ASKED_TOO_OFTEN', retryAfterSeconds: DAY_S },
};
const REFUSED_CLAIMS: Record<number, ErrorCode> = {
  400: 'SETUP_TOKEN_INVALID',
  403: 'SETUP_TOKEN_REFUSED',
  404: 'SETUP_TOKEN_INVALID',
  410: 'SETUP_TOKEN_INVALID',
};

/**
 * Calls the SimpleFIN servers that the operator allows (SEC-33): over HTTPS, at public addresses, without redirects, with limits of time and
 * size (SEC-21). Errors hold neither URLs nor credentials (SEC-25), and only the status decides: texts change.
 */
export class SimplefinCalls {
  readonly #options: SimplefinCallOptions;

  constructor(options: SimplefinCallOptions) {
    this.#options = options;
  }

  /** The claim URL in a setup token, which is Base64; null if the text is none. */
  claimUrlOf(text: string): URL | null {
    const token = text.replace(/\s+/g, '');
    if (token.length > MAX_TOKEN_LENGTH || !/^[A-Za-z0-9+/]+={0,2}$/.test(token)) return null;
    const url = URL.parse(Buffer.from(token, 'base64').toString());
    return url && url.username === '' && url.password === '' && this.#isReachable(url) ? url : null;
  }

  /**
   * Spends a setup token. Returns the access URL. Throws SETUP_TOKEN_NOT_ALLOWED for another server's, and ACCESS_URL_REFUSED if the token is
   * spent for nothing.
   */
  async claim(claimUrl: URL): Promise<string> {
    if (!this.#isAllowed(claimUrl)) throw new AppError('SETUP_TOKEN_NOT_ALLOWED');
    if (await this.#isPrivate(claimUrl))
      throw new AppError('SETUP_TOKEN_INVALID', { cause: new Error('Its address is private') });
    const { status, body } = await this.#send(claimUrl, {
      method: 'POST',
      headers: { 'content-length': '0' },
      maxBytes: MAX_ACCESS_URL_BYTES,
    });
    if (status !== 200) {
      const cause = new Error(`SimpleFIN answered a claim with ${status}`);
      throw new AppError(REFUSED_CLAIMS[status] ?? 'PROVIDER_UNAVAILABLE', { cause });
    }
    const text = body?.toString().trim() ?? '';
    const url = this.#accessUrlOf(text);
    if (url && !(await this.#isPrivate(url))) return text;
    const cause = new Error('SimpleFIN answered a claim without an access URL that may be called');
    throw new AppError('ACCESS_URL_REFUSED', { cause });
  }

  /** Reads `/accounts` of an access URL. */
  async readAccounts(accessUrl: string, query: AccountsQuery): Promise<z.infer<typeof answerShape>> {
    const stored = URL.parse(accessUrl);
    if (stored && this.#isReachable(stored) && !this.#isAllowed(stored))
      throw new AppError('SIMPLEFIN_SERVER_NOT_ALLOWED');
    const url = this.#accessUrlOf(accessUrl);
    const credentials = url && credentialsOf(url);
    if (!credentials) throw new AppError('PROVIDER_REJECTED', { cause: new Error('This is no access URL') });
    const target = new URL(`${url.origin}${url.pathname.replace(/\/+$/, '')}/accounts`);
    for (const [name, value] of Object.entries({ version: 2, ...query }))
      target.searchParams.set(name, String(value));
    const { status, body } = await this.#send(target, {
      method: 'GET',
      headers: {
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      },
      maxBytes: MAX_ANSWER_BYTES,
    });
    if (status !== 200) {
      const { code, ...options } = REFUSALS[status] ?? { code: 'PROVIDER_UNAVAILABLE' };
      throw new AppError(code, { ...options, cause: new Error(`SimpleFIN answered with ${status}`) });
    }
    if (!body) throw unavailable(`SimpleFIN sent more than ${MAX_ANSWER_BYTES} bytes`);
    const answer = answerShape.safeParse(await jsonOf(body)).data;
    if (!answer) throw unavailable('SimpleFIN sent an unexpected answer');
    return answer;
  }

  #accessUrlOf(text: string): URL | null {
    // The parser would escape spaces, for example in an error page that quotes a URL.
    const url = /\s/.test(text) ? null : URL.parse(text);
    return url && credentialsOf(url) !== null && this.#isReachable(url) && this.#isAllowed(url) ? url : null;
  }

  #isReachable(url: URL): boolean {
    return this.#isTrusted(url) || mayBePublic(url);
  }

  #isNamed(url: URL): boolean {
    return this.#isTrusted(url) || this.#options.allowedHosts.includes(url.host);
  }

  #isAllowed(url: URL): boolean {
    return this.#isNamed(url) || this.#options.allowsAnyHost === true;
  }

  /** Whether the name leads to a private address now. A lookup that fails may succeed later. */
  async #isPrivate(url: URL): Promise<boolean> {
    if (this.#isTrusted(url)) return false;
    const problem = await new Promise((done) => {
      publicLookup(this.#options.resolve)(url.hostname, {}, done);
    });
    return problem instanceof PrivateAddressError;
  }

  #isTrusted(url: URL): boolean {
    return this.#options.trustedOrigins.includes(url.origin);
  }

  #timeoutMs(url: URL): number {
    return this.#isNamed(url) ? TIMEOUT_MS : STRANGERS_TIMEOUT_MS;
  }

  /** The body is empty unless the status is 200, and null if it is too long. */
  async #send(
    url: URL,
    { maxBytes, ...options }: { method: 'GET' | 'POST'; headers: Record<string, string>; maxBytes: number },
  ): Promise<{ status: number; body: Buffer | null }> {
    try {
      const response = await requestPublic(url, {
        ...options,
        timeoutMs: this.#options.timeoutMs ?? this.#timeoutMs(url),
        isTrusted: this.#isTrusted(url),
        resolve: this.#options.resolve,
      });
      const status = response.statusCode ?? 0;
      if (status === 200) return { status, body: await readAnswer(response, maxBytes) };
      response.destroy();
      return { status, body: Buffer.alloc(0) };
    } catch (error) {
      throw unavailable(`No answer from SimpleFIN: ${requestErrorCode(error)}`);
    }
  }
}

/** Undefined for other texts and costly ones. The parser's error would quote the body. */
async function jsonOf(body: Buffer): Promise<unknown> {
  try {
    await checkJsonOutline(body, ANSWER_LIMITS);
    await nextTurn();
    // Drops a byte order mark.
    return JSON.parse(new TextDecoder().decode(body));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof AppError) return undefined;
    throw error;
  }
}

/** `user:password`; null if the URL has none that can be sent. */
function credentialsOf({ username, password }: URL): string | null {
  try {
    const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
    if (user === '' || secret === '' || user.includes(':') || /\p{Cc}/u.test(user + secret)) return null;
    return `${user}:${secret}`;
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

function unavailable(reason: string): AppError {
  return new AppError('PROVIDER_UNAVAILABLE', { cause: new Error(reason) });
}
