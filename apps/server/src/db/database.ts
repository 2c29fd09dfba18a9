import { setTimeout as delay } from 'node:timers/promises';
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDeleteBase, PgInsertBuilder, PgUpdateBuilder } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { isDatabaseSilent } from './database-unavailable.ts';
import { takeShare } from './fair-shares.ts';
import { APP_POOLS } from './pools.ts';
import type { WritableTable } from './writable-table.ts';

export interface Database extends NodePgDatabase {
  $client: pg.Pool | pg.PoolClient;
  insert<Table extends WritableTable>(table: Table): PgInsertBuilder<Table, NodePgQueryResultHKT>;
  update<Table extends WritableTable>(table: Table): PgUpdateBuilder<Table, NodePgQueryResultHKT>;
  delete<Table extends WritableTable>(table: Table): PgDeleteBase<Table, NodePgQueryResultHKT>;
}

/** Its client serves libraries that send their own SQL, such as pg-boss. */
export interface Transaction extends Database {
  $client: pg.PoolClient;
}

export interface DatabasePool extends Database {
  $client: pg.Pool;
}

/** No request waits this long. */
const STATEMENT_TIMEOUT_MS = 20_000;
/** A machine that loses its power closes no connection: without this, TCP waits for a quarter of an hour. */
export const SILENCE_MS = 22_000;
const CONNECTION_TIMEOUT_MS = 10_000;
export const MAX_CONNECTIONS = 10;

/**
 * `onLost` receives errors of idle connections.
 * @param preparesStatements false behind a pooler that switches server connections
 * @param isPooled whether the address is a pooler's, which refuses settings of a session
 * @param hasQueryTimeout whether a connection that doesn't answer is given up; longer statements then fail too
 */
export function openPool(
  connectionString: string,
  onLost: (error: Error) => void,
  {
    preparesStatements = true,
    isPooled = false,
    hasQueryTimeout = false,
    maxConnections = MAX_CONNECTIONS,
  } = {},
): DatabasePool {
  const pool = new FairPool({
    connectionString,
    ...(preparesStatements ? { pipeline: true } : { Client: UnpreparingClient }),
    max: maxConnections,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    ...((hasQueryTimeout || isPooled) && { query_timeout: SILENCE_MS }),
    ...(!isPooled && {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    }),
  });
  // A closing pool ends its connections on purpose.
  const report = (error: Error) => {
    if (!pool.ending) onLost(error);
  };
  pool.on('error', report);
  // Without a listener, a connection that breaks inside a transaction would end the process.
  pool.on('connect', (client) => client.on('error', report));
  return drizzle({ client: pool });
}

/** A user's requests wait for each other before they take connections, and jobs too, so that they leave some to others. */
class FairPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    const share = takeShare();
    if (!share) {
      if (!callback) return super.connect();
      super.connect(callback);
      return;
    }
    const connected = this.#connectAfter(share);
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, (error?: Error) => client.release(error)),
      (error: unknown) => callback(error as Error, undefined, () => undefined),
    );
  }

  async #connectAfter(share: Promise<() => void>): Promise<pg.PoolClient> {
    const giveBack = await share;
    try {
      const client = await super.connect();
      const release = client.release.bind(client);
      client.release = (error) => {
        release(error);
        giveBack();
      };
      return client;
    } catch (error) {
      giveBack();
      throw error;
    }
  }
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/** Opens the pool of a server's requests and jobs, or of a command. */
export function openAppPool(...settings: Parameters<typeof openPool>): DatabasePool {
  const pool = openPool(...settings);
  APP_POOLS.publish(pool.$client);
  return pool;
}

/** Sends named statements as plain text. */
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

/** Closes a pool. Work that outlasts `graceMs` is rolled back when the process ends. */
export async function closePool({ $client }: DatabasePool, graceMs: number): Promise<void> {
  await Promise.race([$client.end(), delay(graceMs)]);
}

/** Runs `work` on one connection, so that queries started together take one round trip. Behind a pooler, each query takes its own. */
export async function readTogether<T>(db: DatabasePool, work: (db: Database) => Promise<T>): Promise<T> {
  if (!db.$client.options.pipeline) return work(db);
  const client = await db.$client.connect();
  let hasFailed = true;
  try {
    const result = await work(drizzle({ client }));
    hasFailed = false;
    return result;
  } finally {
    // Other queries of failed work may still run, and must not join another request's transaction.
    client.release(hasFailed);
  }
}

/** `work` must use its handle for every query. */
export async function inTransaction<T>(db: DatabasePool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await db.$client.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(drizzle({ client }));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    if (isDatabaseSilent(error)) broken = new Error('The database is silent', { cause: error });
    else
      await client.query('ROLLBACK').catch((rollbackError: unknown) => {
        broken = rollbackError instanceof Error ? rollbackError : new Error(String(rollbackError));
      });
    throw error;
  } finally {
    // A connection that cannot roll back must not serve another request.
    client.release(broken);
  }
}

/** Locks the user's row first, so that a user's changes wait instead of deadlocking. A deleted user has no row. */
export async function inUserTransaction<T>(
  db: DatabasePool,
  userId: string,
  work: (tx: Transaction, user: { exists: boolean }) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.$client.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
    return work(tx, { exists: rows.length > 0 });
  });
}

/** Any fixed number that nothing else uses. */
const MANY_USERS_LOCK = 7_246_559;

/**
 * For work that locks many users by updating them. One such transaction at a time, because rows are locked in any order. Never call it
 * with a user locked.
 */
export async function inTransactionOfMany<T>(
  db: DatabasePool,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    await tx.$client.query('SELECT pg_advisory_xact_lock($1)', [MANY_USERS_LOCK]);
    return work(tx);
  });
}

/** Locks all users, or these. Never call it with another user locked. */
export async function inTransactionOfUsers<T>(
  db: DatabasePool,
  userIds: readonly string[] | 'all',
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return inTransactionOfMany(db, async (tx) => {
    // On several nodes, only an UPDATE can lock rows.
    const lock = 'UPDATE users SET created_at = created_at';
    if (userIds === 'all') await tx.$client.query(lock);
    else await tx.$client.query(`${lock} WHERE id = ANY ($1)`, [userIds]);
    return work(tx);
  });
}

/** The database's clock, which all processes share. */
export async function readDatabaseClock(db: Database): Promise<Date> {
  const { rows } = await db.$client.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  const [row] = rows;
  if (!row) throw new Error('A query without a table returned no row');
  return row.at;
}
