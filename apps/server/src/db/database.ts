import { setTimeout as delay } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

/** The database, or one transaction of it: every query function takes either. */
export interface Database extends NodePgDatabase {
  $client: pg.Pool | pg.PoolClient;
}

/** A transaction with its connection, for libraries that send their own SQL in it. */
export interface Transaction extends Database {
  $client: pg.PoolClient;
}

export interface DatabasePool extends Database {
  $client: pg.Pool;
}

/** No statement of a request runs longer; a request would have given up by then. */
const STATEMENT_TIMEOUT_MS = 30_000;
const CONNECTION_TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 10;

/**
 * Opens a pool on a PostgreSQL URL. `onLost` hears of connections that break while no statement runs on them.
 * @param preparesStatements false behind a pooler that gives each transaction another server connection
 */
export function openPool(
  connectionString: string,
  onLost: (error: Error) => void,
  { preparesStatements = true } = {},
): DatabasePool {
  const pool = new pg.Pool({
    connectionString,
    ...(!preparesStatements && { Client: UnpreparingClient }),
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  });
  // A pool that is closing has given its connections up, but does not wait until they are closed.
  const report = (error: Error) => {
    if (!pool.ending) onLost(error);
  };
  pool.on('error', report);
  // A connection may also break between two statements of a transaction; the next one then fails, which is answered.
  pool.on('connect', (client) => client.on('error', report));
  return drizzle({ client: pool });
}

/** A connection that sends the whole text of every statement, also of those that have a name. */
class UnpreparingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((statement: unknown, ...rest: unknown[]) =>
      query(withoutName(statement), ...rest)) as typeof this.query;
  }
}

function withoutName(statement: unknown): unknown {
  if (typeof statement !== 'object' || statement === null || !('name' in statement)) return statement;
  return { ...statement, name: undefined };
}

/** Closes a pool. What still runs on it after `graceMs` breaks off when the process or the database ends, and is rolled back. */
export async function closePool({ $client }: DatabasePool, graceMs: number): Promise<void> {
  await Promise.race([$client.end(), delay(graceMs)]);
}

/**
 * Runs `work` in one transaction and commits what it did, or rolls all of it back when it throws. `work` must use the handle it gets
 * for every query.
 */
export async function inTransaction<T>(db: DatabasePool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await db.$client.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(drizzle({ client }));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((rollbackError: unknown) => {
      broken = rollbackError instanceof Error ? rollbackError : new Error(String(rollbackError));
    });
    throw error;
  } finally {
    // A connection that could not even roll back is closed rather than handed to the next request.
    client.release(broken);
  }
}

/**
 * The same for what changes a user's ledger: one writer a user at a time. Every such transaction locks the user's row first, so that
 * two of them, an edit and a sync for instance, wait for each other instead of locking the same rows in different orders.
 */
export async function inUserTransaction<T>(
  db: DatabasePool,
  userId: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return inTransactionOfUsers(db, [userId], work);
}

/** The same for several users. Locking them in the order of their ids prevents deadlocks. */
export async function inTransactionOfUsers<T>(
  db: DatabasePool,
  userIds: readonly string[],
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    await tx.$client.query('SELECT 1 FROM users WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE', [
      userIds,
    ]);
    return work(tx);
  });
}
