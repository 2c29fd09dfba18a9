/** Another process runs a server on the data folder, or one does not end. The message is one sentence for a person. */
export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError';
}

/** The data folder was written by another major version of PostgreSQL. The message names the way to move. */
export class DataFolderVersionError extends Error {
  override readonly name = 'DataFolderVersionError';
}

/** The data folder cannot be used as it is: not a database, not reachable, or its socket folder belongs to another user. */
export class DataFolderUnusableError extends Error {
  override readonly name = 'DataFolderUnusableError';
}

/** No PostgreSQL is shipped for this system, or its package was not installed. */
export class UnsupportedPlatformError extends Error {
  override readonly name = 'UnsupportedPlatformError';
}

/** PostgreSQL or `initdb` ended instead of becoming ready. The message ends with what PostgreSQL said last. */
export class LocalPostgresStartError extends Error {
  override readonly name = 'LocalPostgresStartError';
}

/** The code of a Node system error ('ENOENT', 'EEXIST' and so on), or undefined for anything else. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
