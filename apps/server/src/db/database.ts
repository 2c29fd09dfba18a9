import { setTimeout as delay } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

/** A pool or a transaction: every query function takes either. */
export interface Database extends NodePgDatabase {
  $client: pg.Pool | pg.PoolClient;
}

/** A transaction with its connection, for libraries that send their own SQL. */
export interface Transaction extends Database {
  $client: pg.PoolClient;
}

export interface DatabasePool extends Database {
  $client: pg.Pool;
}

/** Longer than any request waits. */
const STATEMENT_TIMEOUT_MS = 30_000;
const CONNECTION_TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 10;

/**
 * Opens a pool. `onLost` hears of connections that break while idle.
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
  // A closing pool drops its connections without waiting for them.
  const report = (error: Error) => {
    if (!pool.ending) onLost(error);
  };
  pool.on('error', report);
  // A connection may also break inside a transaction; its next statement then fails.
  pool.on('connect', (client) => client.on('error', report));
  return drizzle({ client: pool });
}

/** A connection that sends the whole text of every statement, even of named ones. */
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

/** Closes a pool. Work that lasts longer than `graceMs` is rolled back when the process ends. */
export async function closePool({ $client }: DatabasePool, graceMs: number): Promise<void> {
  await Promise.race([$client.end(), delay(graceMs)]);
}

/** Runs `work` in a transaction, and rolls back if it throws. `work` must use its handle for every query. */
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
    // A connection that cannot roll back must not serve another request.
    client.release(broken);
  }
}

/** The same with the user's row locked first: one writer a user. Two changes of a ledger wait for each other instead of deadlocking. */
export async function inUserTransaction<T>(
  db: DatabasePool,
  userId: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return inTransactionOfUsers(db, [userId], work);
}

/** The same for several users. Locking by ascending id prevents deadlocks. */
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
