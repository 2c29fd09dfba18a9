import {
  DataFolderInUseError,
  DataFolderUnusableError,
  DataFolderVersionError,
  LocalPostgresStartError,
  UnsupportedPlatformError,
} from '@oinkly/local-postgres';
import { ConfigError } from './config.ts';
import { isDatabaseUnavailable } from './db/database-unavailable.ts';
import { printableError } from './log-errors.ts';

/** Failures whose message is a sentence for the operator. */
const FOR_PEOPLE = [
  ConfigError,
  DataFolderInUseError,
  DataFolderUnusableError,
  DataFolderVersionError,
  LocalPostgresStartError,
  UnsupportedPlatformError,
];

/** One sentence if the environment or the data folder is the reason, else the whole error. */
export function explainFailedStart(error: unknown): void {
  const isForPeople = FOR_PEOPLE.some((kind) => error instanceof kind);
  if (error instanceof Error && isForPeople) console.error(error.message);
  else if (isDatabaseUnavailable(error) || codesOf(error).some((code) => DATABASE_REFUSALS.has(code))) {
    console.error(
      'The server cannot use the database at DATABASE_URL: check its address, name, user and password.',
    );
  } else console.error(printableError(error));
}

/** The error to report if the embedded database ended during the start. */
export function explainLostDatabase(error: unknown, dataDir: string): unknown {
  if (!isDatabaseUnavailable(error)) return error;
  if (codesOf(error).some((code) => code === 'ENOSPC' || code === '53100')) {
    return new LocalPostgresStartError(`The disk of ${dataDir} is full: free some space, then start again.`, {
      cause: error,
    });
  }
  return new LocalPostgresStartError(
    `PostgreSQL ended while the server was starting: start the server again, or look into ${dataDir}/postgres.log.`,
    { cause: error },
  );
}

/** No server, unknown host, wrong user or password, unknown database. */
const DATABASE_REFUSALS = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  '28P01',
  '28000',
  '3D000',
]);

function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [errorCode(error), ...codesOf(error.cause)];
}

/** Empty without one. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
