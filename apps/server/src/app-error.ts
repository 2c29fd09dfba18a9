import { errorCatalogue, type CatalogueEntry, type ErrorCode } from '@oinkly/contract/errors';

/** Which field of a request was wrong, and why. */
export interface FieldProblem {
  path: string;
  message: string;
}

/**
 * The one error that services throw on purpose. Its code decides the HTTP status and what the client may do (see the catalogue);
 * the cause stays with it for the log and never leaves the server.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly fields: FieldProblem[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  /**
   * `message` replaces the catalogue's text where somebody else has better words for people, such as the bank; `retryAfterSeconds` says when
   * the same request is worth another try.
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

  /** Under this name the framework and what is mounted beside the app know the HTTP status. */
  get statusCode(): number {
    return this.entry.status;
  }
}
