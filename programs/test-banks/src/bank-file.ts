import { DatabaseSync } from 'node:sqlite';

/** The message is one sentence for the operator. */
export class BankFileError extends Error {
  override readonly name = 'BankFileError';
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGE_CODES = new Set([11, 26]);
const SQLITE_CANTOPEN = 14;

function schemaVersionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
}

function bringSchemaUpToDate(database: DatabaseSync, file: string, schemaSteps: readonly string[]): void {
  const newest = schemaSteps.length;
  const found = schemaVersionOf(database);
  if (found > newest) {
    throw new BankFileError(
      `A newer release wrote the bank emulator's file ${file}: start that release, or delete the file to start with empty test banks.`,
    );
  }
  if (found === newest) return;
  inTransaction(database, () => {
    // Another process may have migrated since the first check.
    for (const step of schemaSteps.slice(schemaVersionOf(database))) database.exec(step);
    database.exec(`PRAGMA user_version = ${newest}`);
  });
}

/**
 * Opens a bank emulator's SQLite file, or `:memory:`, and applies the schema changes that it lacks: SQL by release,
 * oldest first. The file stores how many it has. Throws BankFileError. WAL with synchronous=FULL: a client stores its access token at
 * once, so a power failure must not lose it here.
 */
export function openBankFile(file: string, schemaSteps: readonly string[]): DatabaseSync {
  try {
    return openSound(file, schemaSteps);
  } catch (error) {
    const code = sqliteCodeOf(error);
    if (DAMAGE_CODES.has(code)) throw damaged(file, error);
    if (code === SQLITE_CANTOPEN) {
      throw new BankFileError(`The bank emulator's file ${file} cannot be opened: check who owns it.`, {
        cause: error,
      });
    }
    throw error;
  }
}

function openSound(file: string, schemaSteps: readonly string[]): DatabaseSync {
  const database = new DatabaseSync(file);
  try {
    // Wait for other processes that serve the same file.
    database.exec('PRAGMA busy_timeout = 5000');
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL');
    database.exec('PRAGMA foreign_keys = ON');
    refuseDamage(database, file);
    bringSchemaUpToDate(database, file, schemaSteps);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Reads every page, so that damage shows now and not during a request. */
function refuseDamage(database: DatabaseSync, file: string): void {
  const found = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (found !== 'ok') throw damaged(file, new Error(String(found)));
}

function damaged(file: string, cause: unknown): BankFileError {
  return new BankFileError(
    `The bank emulator's file ${file} is damaged: put back your copy, or delete it to start with empty test banks.`,
    { cause },
  );
}

/** SQLite's primary result code; 0 for other errors. */
function sqliteCodeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
}

/** Not cached: SQLite may end a transaction by itself. */
function isInside(database: DatabaseSync): boolean {
  return database.isTransaction;
}

/** Runs `work` in one write transaction, or in the one that is open. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  if (isInside(database)) return work();
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite has already rolled back after some errors, such as a full disk.
    if (isInside(database)) database.exec('ROLLBACK');
    throw error;
  }
}
