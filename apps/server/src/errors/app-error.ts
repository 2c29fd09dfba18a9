import {
  errorCatalogue,
  isErrorCode,
  messageOf,
  type CatalogueEntry,
  type ErrorCode,
} from '@oinkly/contract/errors';

export interface FieldProblem {
  path: string;
  message: string;
}

interface AppErrorOptions {
  cause?: unknown;
  /** Replaces the catalogue's text, for example with the bank's. */
  message?: string;
  /** The name of the service that links the bank, which the text may need. */
  provider?: string | undefined;
  fields?: FieldProblem[];
  retryAfterSeconds?: number;
}

/** The error that services throw. The cause never leaves the server. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly fields: FieldProblem[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  readonly #options: AppErrorOptions;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? messageOf(code, options.provider), { cause: options.cause });
    this.#options = options;
    this.code = code;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  /** Returns the same error with a provider's name in its text. */
  at(provider: string): AppError {
    return new AppError(this.code, { ...this.#options, provider });
  }

  get entry(): CatalogueEntry {
    return errorCatalogue[this.code];
  }

  /** Fastify reads this name. */
  get statusCode(): number {
    return this.entry.status;
  }
}

/** The error of a stored code. Codes that this version doesn't know become an unknown failure of a sync. */
export function errorOfCode(code: string, provider?: string): AppError {
  return new AppError(isErrorCode(code) ? code : 'SYNC_FAILED', { provider });
}
