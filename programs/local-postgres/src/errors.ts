/** Another process runs a server on it, or an old server doesn't end. */
export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError';
}

/** Another major version wrote it. The message says how to migrate. */
export class DataFolderVersionError extends Error {
  override readonly name = 'DataFolderVersionError';
}

/** No database, not reachable, or with another user's socket folder. */
export class DataFolderUnusableError extends Error {
  override readonly name = 'DataFolderUnusableError';
}

export class UnsupportedPlatformError extends Error {
  override readonly name = 'UnsupportedPlatformError';
}

/** The message ends with the last output. */
export class LocalPostgresStartError extends Error {
  override readonly name = 'LocalPostgresStartError';
}

export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
