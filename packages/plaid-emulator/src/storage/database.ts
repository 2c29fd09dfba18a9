import { DatabaseSync } from 'node:sqlite';
import { schemaSteps } from './schema.ts';

function schemaVersionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
}

function bringSchemaUpToDate(database: DatabaseSync, file: string): void {
  const newest = schemaSteps.length;
  const found = schemaVersionOf(database);
  if (found > newest) {
    throw new Error(`${file} was written by a newer release (schema ${found}; this one knows ${newest}).`);
  }
  if (found === newest) return;
  inTransaction(database, () => {
    // Another process may have been faster since the first look.
    for (const step of schemaSteps.slice(schemaVersionOf(database))) database.exec(step);
    database.exec(`PRAGMA user_version = ${newest}`);
  });
}

/**
 * Opens (and creates) the bank's database file; `:memory:` is allowed.
 *
 * WAL with synchronous=FULL: an access token that was handed out is stored by its holder at once and for good, so it must
 * not be lost here either, not even with the power. Writes are rare enough for the extra fsync not to matter.
 */
export function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  // Another process may serve the same file; a writer waits for it rather than failing.
  database.exec('PRAGMA busy_timeout = 5000');
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  database.exec('PRAGMA foreign_keys = ON');
  try {
    bringSchemaUpToDate(database, file);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/** Asked anew each time: SQLite may have ended a transaction by itself. */
function isInside(database: DatabaseSync): boolean {
  return database.isTransaction;
}

/** Runs `work` in one write transaction: all of it happens, or nothing. Inside another one it simply joins it. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  if (isInside(database)) return work();
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite has already rolled back after some errors (a full disk, for one).
    if (isInside(database)) database.exec('ROLLBACK');
    throw error;
  }
}
