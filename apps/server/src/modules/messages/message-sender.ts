import type { MessageAttempt, MessageFailure } from '@oinkly/contract/messages';
import type { lookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { messageTries } from '../../monitoring/outcomes.ts';
import { NoAddressError, PrivateAddressError } from '../../security/public-lookup.ts';
import { mayBePublic, readStart, requestErrorCode, requestPublic } from '../../security/public-request.ts';
import type { MessageRequest } from './message-request.ts';

type MessageOutcome = Pick<MessageAttempt, 'status' | 'failure' | 'answer' | 'tookMs'>;

export interface MessageSenderOptions {
  /** Of servers that the operator named: they may have a private address and no encryption. */
  trustedOrigins: readonly string[];
  timeoutMs?: number;
  resolve?: typeof lookup;
}

/** What only code that sends messages needs. */
export interface MessageDeps {
  messages: MessageSender;
}

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 16 * 1024;
/** More of an answer is not kept. */
const ANSWER_LENGTH = 200;

/** Sends messages to public https addresses and to servers that the operator named (SEC-35). */
export class MessageSender {
  readonly #options: MessageSenderOptions;

  constructor(options: MessageSenderOptions) {
    this.#options = options;
  }

  /** Whether messages may go there. A name is also looked up before each message. */
  reaches(url: URL): boolean {
    return this.#isTrusted(url) || mayBePublic(url);
  }

  async send(request: MessageRequest): Promise<MessageOutcome> {
    const startedMs = performance.now();
    const outcome = await this.#post(request);
    messageTries.publish({ outcome: outcome.failure ?? 'taken' });
    return { ...outcome, tookMs: Math.round(performance.now() - startedMs) };
  }

  async #post({ url, isNtfy, secrets, ...content }: MessageRequest): Promise<Omit<MessageOutcome, 'tookMs'>> {
    // A server may have left the operator's list since.
    if (!this.reaches(url)) return { status: null, failure: 'not-allowed', answer: '' };
    const { timeoutMs = TIMEOUT_MS, resolve } = this.#options;
    try {
      const response = await requestPublic(url, {
        ...content,
        method: 'POST',
        timeoutMs,
        isTrusted: this.#isTrusted(url),
        resolve,
      });
      const status = response.statusCode ?? 0;
      const text = await textOf(response, isNtfy);
      const failure = failureOf(status, isNtfy ? text : null);
      return { status, failure, answer: failure === null ? '' : visibleStart(text, secrets) };
    } catch (error) {
      return { status: null, failure: failureOfError(error), answer: '' };
    }
  }

  #isTrusted(url: URL): boolean {
    return this.#options.trustedOrigins.includes(url.origin);
  }
}

/** Of a webhook, the status alone says whether it took the message; its answer may break off. */
async function textOf(response: IncomingMessage, isNtfy: boolean): Promise<string> {
  try {
    return (await readStart(response, MAX_ANSWER_BYTES)).toString();
  } catch (error) {
    if (isNtfy) throw error;
    return '';
  }
}

/** `ntfyText` is the answer if it must be one of ntfy. */
function failureOf(status: number, ntfyText: string | null): MessageFailure | null {
  if (status < 200 || status >= 300) return 'refused';
  return ntfyText === null || isOfNtfy(ntfyText) ? null : 'not-ntfy';
}

/** ntfy answers with the message. */
function isOfNtfy(text: string): boolean {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null && 'event' in answer && answer.event === 'message';
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function failureOfError(error: unknown): MessageFailure {
  if (error instanceof PrivateAddressError) return 'private-address';
  if (error instanceof NoAddressError) return 'no-address';
  const code = requestErrorCode(error);
  if (['ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'ETIMEOUT', 'ESERVFAIL', 'EREFUSED'].includes(code))
    return 'no-address';
  if (['AbortError', 'TimeoutError', 'ABORT_ERR', 'ETIMEDOUT'].includes(code)) return 'timeout';
  // OpenSSL's reasons, and Node's for another name.
  if (/CERT|SELF_SIGNED|UNABLE_TO/.test(code)) return 'certificate';
  return 'unreachable';
}

/** One line that PostgreSQL can store in JSON. */
function visibleStart(text: string, secrets: readonly string[]): string {
  return secrets
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
    .replace(/[\p{Cc}\s\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, ANSWER_LENGTH)
    .toWellFormed();
}
