import {
  DataFolderInUseError,
  DataFolderUnusableError,
  DataFolderVersionError,
  LocalPostgresStartError,
  UnsupportedPlatformError,
} from '@oinkly/local-postgres';
import { ConfigError } from '../errors/config-error.ts';
import { errorCode } from '../errors/error-code.ts';
import { isDatabaseUnavailable } from '../db/database-unavailable.ts';
import { DistributionError } from '../db/distribution/distribute.ts';
import { printableError } from '../log/log-errors.ts';

/** Failures whose message is a sentence for the operator. */
const FOR_PEOPLE = [
  ConfigError,
  DistributionError,
  DataFolderInUseError,
  DataFolderUnusableError,
  DataFolderVersionError,
  LocalPostgresStartError,
  UnsupportedPlatformError,
];

/** Prints one sentence if the environment or the data folder is the reason, else the whole error. */
export function explainFailedStart(error: unknown): void {
  console.error(sentenceOf(error) ?? printableError(error));
}

/** What to say to the operator; null if neither the environment nor the data folder is the reason. */
export function sentenceOf(error: unknown): string | null {
  if (isForPeople(error)) return error.message;
  if (isFromPooler(error)) {
    return 'DATABASE_URL leads to a pooler: set DATABASE_DIRECT_URL to the address of PostgreSQL itself.';
  }
  const refusal = codesOf(error)
    .map((code) => DATABASE_REFUSALS[code])
    .find((found) => found !== undefined);
  if (refusal) return `The server cannot use the database at DATABASE_URL: ${refusal}.`;
  if (isDatabaseUnavailable(error)) {
    return 'The server cannot use the database at DATABASE_URL: check its address, name, user and password.';
  }
  return null;
}

function isForPeople(error: unknown): error is Error {
  return FOR_PEOPLE.some((kind) => error instanceof kind);
}

/** The error to report if the embedded database ended during the start. */
export function explainLostDatabase(error: unknown, dataDir: string): unknown {
  // Its cause may look like a lost database: a backup's full disk.
  if (isForPeople(error) || !isDatabaseUnavailable(error)) return error;
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

/** What is wrong and what to check, by the code of the system or of PostgreSQL. */
const DATABASE_REFUSALS: Record<string, string> = {
  ECONNREFUSED: 'nothing answers there. Check its host and port, and that PostgreSQL runs',
  ENOTFOUND: 'its host has no address. Check the name',
  EAI_AGAIN: 'the address of its host could not be looked up. Check the name and the network',
  ETIMEDOUT: 'nothing answers there. Check its host and port, and the firewall',
  '28P01': 'it refuses the user or the password. Check both',
  '28000': 'it refuses the user. Check the user, and pg_hba.conf at PostgreSQL',
  '3D000': 'PostgreSQL has no database with this name. Check the name, or create it',
};

/** PgBouncer refuses the settings that a direct connection takes. */
function isFromPooler(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.message.startsWith('unsupported startup parameter') || isFromPooler(error.cause);
}

function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [errorCode(error), ...codesOf(error.cause)];
}
