import { errorCatalogue, type CatalogueEntry, type ErrorCode } from '@oinkly/contract/errors';

export interface FieldProblem {
  path: string;
  message: string;
}

/** The error that services throw. The cause never leaves the server. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly fields: FieldProblem[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  /** `message` replaces the catalogue's text, for example with the bank's. */
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

  /** Fastify reads this name. */
  get statusCode(): number {
    return this.entry.status;
  }
}

/** The error of a stored code. Codes that this version doesn't know become an unknown failure of a sync. */
export function errorOfCode(code: string): AppError {
  return new AppError(isErrorCode(code) ? code : 'SYNC_FAILED');
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code);
}
