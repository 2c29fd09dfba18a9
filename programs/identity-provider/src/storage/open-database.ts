import pg from 'pg';
import { migrations } from './migrations.ts';
import { readIdentityVersion } from './schema-version.ts';

/** 'idnt' as a number: the advisory lock for migrations. */
const MIGRATION_LOCK = 0x69646e74;
/** A machine that loses its power closes no connection. */
const SILENCE_MS = 12_000;

/**
 * Opens a small pool and migrates the schema `identity`. Several processes at once may call it.
 * @param onIdleError the pool replaces the connection
 */
export async function openDatabase(
  databaseUrl: string,
  onIdleError: (error: Error) => void,
): Promise<pg.Pool> {
  const open = (limits: pg.PoolConfig): pg.Pool => {
    const pool = new pg.Pool({
      connectionString: databaseUrl,
      application_name: 'oinkly-identity',
      connectionTimeoutMillis: 5_000,
      ...limits,
    });
    // A closing pool breaks its connections on purpose.
    const report = (error: Error) => {
      if (!pool.ending) onIdleError(error);
    };
    pool.on('error', report);
    // Otherwise, a connection that breaks between two statements would end the process.
    pool.on('connect', (client) => client.on('error', report));
    return pool;
  };
  // A migration may take longer than any request.
  const migrator = open({ max: 1 });
  try {
    await migrate(migrator);
  } finally {
    await migrator.end();
  }
  return open({ max: 4, idleTimeoutMillis: 30_000, statement_timeout: 10_000, query_timeout: SILENCE_MS });
}

async function migrate(pool: pg.Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await client.query('CREATE SCHEMA IF NOT EXISTS identity');
    await client.query('CREATE TABLE IF NOT EXISTS identity.migrations (version integer PRIMARY KEY)');
    const applied = await readIdentityVersion(client);
    for (const [index, statements] of migrations.entries()) {
      const version = index + 1;
      if (version <= applied) continue;
      await client.query(statements);
      await client.query('INSERT INTO identity.migrations (version) VALUES ($1)', [version]);
    }
  });
}

export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    broken = isSilent(error);
    if (!broken)
      await client.query('ROLLBACK').catch(() => {
        // The first error says why.
        broken = true;
      });
    throw error;
  } finally {
    client.release(broken);
  }
}

function isSilent(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}
