import type { ErrorCode } from '@oinkly/contract/errors';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { AppError } from '../../../../app-error.ts';
import { ChangedWhilePaging } from '../../provider.ts';

/** What every call is made with. */
export interface CallOptions {
  timeout: number;
  signal: AbortSignal;
}

const MAX_ATTEMPTS = 3;
const FIRST_RETRY_MS = 300;

/** As much of Plaid's error object as decides what to do. */
const plaidError = z.object({
  error_type: z.string(),
  error_code: z.string(),
  error_message: z.string().optional(),
  display_message: z.string().nullish(),
  request_id: z.string().optional(),
});

/** Plaid's codes, in the words of the catalogue. What is not here is a request of ours that Plaid refused. */
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
  NO_ACCOUNTS: 'BANK_CONNECTION_GONE',
  PRODUCT_NOT_READY: 'BANK_DATA_NOT_READY',
  INSTITUTION_DOWN: 'BANK_UNAVAILABLE',
  INSTITUTION_NOT_RESPONDING: 'BANK_UNAVAILABLE',
  INSTITUTION_NOT_AVAILABLE: 'BANK_UNAVAILABLE',
  INTERNAL_SERVER_ERROR: 'PROVIDER_UNAVAILABLE',
  PLANNED_MAINTENANCE: 'PROVIDER_UNAVAILABLE',
  INVALID_PUBLIC_TOKEN: 'PUBLIC_TOKEN_INVALID',
  INVALID_LINK_TOKEN: 'LINK_STATE_INVALID',
};

/**
 * Makes one call with a deadline, checks that the answer has at least `shape`, and, when `mode` is `retry`, repeats it with backoff and jitter while the failure is worth it. Errors
 * come out as `AppError`s whose cause holds Plaid's code and request id and never the request, which carries our secret.
 */
export async function callPlaid<T>(
  { mode, timeoutMs }: { mode: 'retry' | 'once'; timeoutMs: number },
  shape: z.ZodType,
  call: (options: CallOptions) => Promise<{ data: T }>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // The library's own time-out does not cover a body that never ends.
      const options = { timeout: timeoutMs, signal: AbortSignal.timeout(timeoutMs) };
      const { data } = await call(options);
      // The library takes whatever comes for what it expects; a proxy's error page must not pass for a bank without transactions.
      if (!shape.safeParse(data).success) {
        throw new AppError('PROVIDER_UNAVAILABLE', {
          cause: new Error('Plaid answered something else than was asked for'),
        });
      }
      return data;
    } catch (thrown) {
      const error = translate(thrown);
      const isLast = mode === 'once' || attempt === MAX_ATTEMPTS;
      if (isLast || !(error instanceof AppError) || !WORTH_REPEATING.has(error.code)) throw error;
      await delay(FIRST_RETRY_MS * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }
}

const WORTH_REPEATING: ReadonlySet<ErrorCode> = new Set(['PROVIDER_UNAVAILABLE']);

function translate(thrown: unknown): Error {
  if (thrown instanceof AppError) return thrown;
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
