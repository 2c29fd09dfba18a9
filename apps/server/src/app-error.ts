import { errorCatalogue, type CatalogueEntry, type ErrorCode } from '@oinkly/contract/errors';

export interface FieldProblem {
  path: string;
  message: string;
}

/**
 * The one error that services throw. Its code decides the HTTP status and what the client may do (see the catalogue). The cause is for the
 * log and never leaves the server.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly fields: FieldProblem[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  /**
   * `message` replaces the catalogue's text when another party, such as the bank, has a better one. `retryAfterSeconds` is when to retry.
   */
  constructor(
    code: ErrorCode,
    options: { cause?: unknown; message?: string; fields?: FieldProblem[]; retryAfterSeconds?: number } = {},
  ) {
    super(options.message ?? errorCatalogue[code].message, { cause: options.cause });
    this.code = code;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get entry(): CatalogueEntry {
    return errorCatalogue[this.code];
  }

  /** The framework reads the HTTP status from this name. */
  get statusCode(): number {
    return this.entry.status;
  }
}
