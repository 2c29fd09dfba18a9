import type { ErrorCode } from '@oinkly/contract/errors';
import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleType,
  retry,
} from 'cockatiel';
import type { PlaidApi } from 'plaid';
import { z } from 'zod';
import { AppError } from '../../../../errors/app-error.ts';
import type { Deps } from '../../../deps.ts';
import { ChangedWhilePaging } from '../../provider.ts';

export type PlaidLog = Pick<Deps['log'], 'error' | 'warn'>;

interface CallOptions {
  timeout: number;
  signal: AbortSignal;
}

const MAX_RETRIES = 2;
const FIRST_RETRY_MS = 300;

/** How many consecutive failures stop the calls. Three calls with all repetitions stay below. */
const FAILURES_TO_BREAK = 10;
const BROKEN_MS = 15_000;

const plaidError = z.object({
  error_type: z.string(),
  error_code: z.string(),
  error_message: z.string().optional(),
  display_message: z.string().nullish(),
  request_id: z.string().optional(),
});

/** Any other code means that Plaid refused our request. */
const CODES: Record<string, ErrorCode> = {
  ITEM_LOGIN_REQUIRED: 'BANK_LOGIN_REQUIRED',
  ACCESS_NOT_GRANTED: 'BANK_LOGIN_REQUIRED',
  INVALID_CREDENTIALS: 'BANK_LOGIN_REQUIRED',
  INVALID_MFA: 'BANK_LOGIN_REQUIRED',
  ITEM_LOCKED: 'BANK_LOGIN_REQUIRED',
  USER_SETUP_REQUIRED: 'BANK_LOGIN_REQUIRED',
  INSUFFICIENT_CREDENTIALS: 'BANK_LOGIN_REQUIRED',
  ITEM_NOT_FOUND: 'BANK_CONNECTION_GONE',
  ITEM_CONCURRENTLY_DELETED: 'BANK_CONNECTION_GONE',
  INVALID_ACCESS_TOKEN: 'BANK_CONNECTION_GONE',
  USER_PERMISSION_REVOKED: 'BANK_CONNECTION_GONE',
  NO_ACCOUNTS: 'BANK_CONNECTION_GONE',
  PRODUCT_NOT_READY: 'BANK_DATA_NOT_READY',
  INSTITUTION_DOWN: 'BANK_UNAVAILABLE',
  INSTITUTION_NOT_RESPONDING: 'BANK_UNAVAILABLE',
  INSTITUTION_NOT_AVAILABLE: 'BANK_UNAVAILABLE',
  INTERNAL_SERVER_ERROR: 'PROVIDER_UNAVAILABLE',
  PLANNED_MAINTENANCE: 'PROVIDER_UNAVAILABLE',
  INVALID_PUBLIC_TOKEN: 'ONE_TIME_TOKEN_INVALID',
  INVALID_LINK_TOKEN: 'LINK_STATE_INVALID',
};

type Answer<T> = { data: T } | { refusal: Error };

type Call<T> = (api: PlaidApi, options: CallOptions) => Promise<{ data: T }>;

/**
 * Calls Plaid with a deadline and checks answers for `shape`. An error's cause holds Plaid's code and request id, never the request with
 * our secret.
 *
 * After many failures of Plaid as a whole, calls fail at once: each would hold its worker or its user for minutes. An answer about one bank,
 * connection or token is no failure of Plaid, so a wrong token locks no one out. Use one instance per process: sharing the state would
 * need another call that can fail.
 */
export class PlaidCalls {
  readonly #openApi: () => Promise<PlaidApi>;
  #api: Promise<PlaidApi> | undefined;
  readonly #timeoutMs: number;
  readonly #breaker = circuitBreaker(handleType(AppError), {
    breaker: new ConsecutiveBreaker(FAILURES_TO_BREAK),
    halfOpenAfter: BROKEN_MS,
  });
  readonly #retry = retry(handleType(AppError), {
    maxAttempts: MAX_RETRIES,
    backoff: new ExponentialBackoff({ initialDelay: FIRST_RETRY_MS }),
  });

  /** @param openApi called once, with the first call: Plaid's library is large, and many servers have no Plaid */
  constructor(openApi: () => Promise<PlaidApi>, timeoutMs: number, log: PlaidLog) {
    this.#openApi = openApi;
    this.#timeoutMs = timeoutMs;
    this.#breaker.onBreak((reason) =>
      log.error(
        { err: 'error' in reason ? reason.error : undefined },
        'the provider is left alone for a while',
      ),
    );
    this.#breaker.onReset(() => log.warn({}, 'the provider answers again'));
  }

  /** Repeats a call with backoff and jitter while Plaid is unavailable. */
  async repeat<T>(shape: z.ZodType, call: Call<T>): Promise<T> {
    return dataOf(this.#retry.execute(() => this.#attempt(shape, call)));
  }

  /** For calls that may have succeeded although the answer was lost. */
  async once<T>(shape: z.ZodType, call: Call<T>): Promise<T> {
    return dataOf(this.#attempt(shape, call));
  }

  /** For calls that strangers can make fail: their failures don't count. */
  async apart<T>(shape: z.ZodType, call: Call<T>): Promise<T> {
    return dataOf(this.#ask(shape, call));
  }

  async #attempt<T>(shape: z.ZodType, call: Call<T>): Promise<Answer<T>> {
    // The library would make every call wait for the one that tries.
    if (this.#breaker.state === CircuitState.HalfOpen) throw new BrokenCircuitError();
    return this.#breaker.execute(() => this.#ask(shape, call));
  }

  /** Throws only PROVIDER_UNAVAILABLE. */
  async #ask<T>(shape: z.ZodType, call: Call<T>): Promise<Answer<T>> {
    try {
      const api = await (this.#api ??= this.#openApi());
      // The library's timeout misses an endless body.
      const options = { timeout: this.#timeoutMs, signal: AbortSignal.timeout(this.#timeoutMs) };
      const { data } = await call(api, options);
      if (shape.safeParse(data).success) return { data };
    } catch (thrown) {
      const error = translate(thrown);
      if (error instanceof AppError && error.code === 'PROVIDER_UNAVAILABLE') throw error;
      return { refusal: error };
    }
    // A proxy's error page must not pass for a bank without transactions.
    throw new AppError('PROVIDER_UNAVAILABLE', {
      cause: new Error('Plaid sent an unexpected answer'),
    });
  }
}

async function dataOf<T>(answering: Promise<Answer<T>>): Promise<T> {
  const answer = await answering.catch((error: unknown) => {
    throw error instanceof BrokenCircuitError
      ? new AppError('PROVIDER_UNAVAILABLE', { cause: error })
      : error;
  });
  if ('refusal' in answer) throw answer.refusal;
  return answer.data;
}

function translate(thrown: unknown): Error {
  const response = z
    .object({ response: z.object({ status: z.number(), data: z.unknown() }) })
    .safeParse(thrown);
  if (!response.success) {
    return new AppError('PROVIDER_UNAVAILABLE', {
      cause: new Error(`No answer from Plaid: ${codeOf(thrown)}`),
    });
  }
  const { status, data } = response.data.response;
  const parsed = plaidError.safeParse(data);
  if (!parsed.success) {
    return new AppError('PROVIDER_UNAVAILABLE', {
      cause: new Error(`Plaid answered ${status} without an error object`),
    });
  }
  const { error_type, error_code, error_message, display_message, request_id } = parsed.data;
  const cause = new Error(
    `Plaid: ${error_type}/${error_code} (${request_id ?? 'no request id'}): ${error_message ?? ''}`,
  );
  if (error_code === 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION')
    return new ChangedWhilePaging(error_code, { cause });
  if (error_type === 'RATE_LIMIT_EXCEEDED') return new AppError('PROVIDER_UNAVAILABLE', { cause });
  const code = CODES[error_code] ?? (status >= 500 ? 'PROVIDER_UNAVAILABLE' : 'PROVIDER_REJECTED');
  return new AppError(code, { cause, ...(display_message && { message: display_message }) });
}

function codeOf(thrown: unknown): string {
  const parsed = z.object({ code: z.string() }).safeParse(thrown);
  return parsed.success ? parsed.data.code : thrown instanceof Error ? thrown.name : 'unknown';
}
