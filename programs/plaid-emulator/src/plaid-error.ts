/** Supported types of schema `PlaidErrorType`. */
export const plaidErrorTypes = [
  'API_ERROR',
  'INSTITUTION_ERROR',
  'INVALID_INPUT',
  'INVALID_REQUEST',
  'ITEM_ERROR',
  'OAUTH_ERROR',
  'RATE_LIMIT_EXCEEDED',
  'SANDBOX_ERROR',
  'TRANSACTIONS_ERROR',
] as const;

export type PlaidErrorType = (typeof plaidErrorTypes)[number];

/** Schema `PlaidError` without the request id. */
interface PlaidErrorBody {
  error_type: PlaidErrorType;
  error_code: string;
  error_message: string;
  /** For the user of Link; null for a developer's error. */
  display_message: string | null;
  documentation_url: string;
  suggested_action: null;
}

const documentationByType: Record<PlaidErrorType, string> = {
  API_ERROR: 'https://plaid.com/docs/errors/api/',
  INSTITUTION_ERROR: 'https://plaid.com/docs/errors/institution/',
  INVALID_INPUT: 'https://plaid.com/docs/errors/invalid-input/',
  INVALID_REQUEST: 'https://plaid.com/docs/errors/invalid-request/',
  ITEM_ERROR: 'https://plaid.com/docs/errors/item/',
  OAUTH_ERROR: 'https://plaid.com/docs/errors/oauth/',
  RATE_LIMIT_EXCEEDED: 'https://plaid.com/docs/errors/rate-limit-exceeded/',
  SANDBOX_ERROR: 'https://plaid.com/docs/errors/sandbox/',
  TRANSACTIONS_ERROR: 'https://plaid.com/docs/errors/transactions/',
};

export class PlaidError extends Error {
  readonly type: PlaidErrorType;
  readonly code: string;
  readonly displayMessage: string | null;

  constructor(type: PlaidErrorType, code: string, message: string, displayMessage: string | null = null) {
    super(message);
    this.name = 'PlaidError';
    this.type = type;
    this.code = code;
    this.displayMessage = displayMessage;
  }

  /** 4xx for the caller's or user's errors, 429 for rate limits, 5xx for the server's. */
  get httpStatus(): number {
    if (this.type === 'RATE_LIMIT_EXCEEDED') return 429;
    if (this.type === 'API_ERROR') return this.code === 'PLANNED_MAINTENANCE' ? 503 : 500;
    return this.code === 'NOT_FOUND' ? 404 : 400;
  }

  get body(): PlaidErrorBody {
    return {
      error_type: this.type,
      error_code: this.code,
      error_message: this.message,
      display_message: this.displayMessage,
      documentation_url: `${documentationByType[this.type]}#${this.code.toLowerCase()}`,
      suggested_action: null,
    };
  }
}
