import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openPool, type DatabasePool } from '../db/database.ts';
import { checkStatements } from './checked-pool.ts';
import { urlOfDatabase } from './global-setup.ts';

/** A migrated database without users, unless cloned from another template. */
export interface TestDatabase {
  /** Through the pooler if the suite runs with one. */
  url: string;
  directUrl: string;
  /** For the test's own statements. */
  db: DatabasePool;
  /** For the product's: it refuses each statement that would not work on tables divided by user. */
  checkedDb: DatabasePool;
  /** Deletes all rows but those of an empty installation. */
  empty(): Promise<void>;
  /** Throws if a statement was refused. */
  drop(): Promise<void>;
}

/** Deletes in any order, and in one statement. Superusers may switch foreign keys off. */
const EMPTY = `do $$ declare name text; begin
  set local session_replication_role = replica;
  for name in select format('%I.%I', schemaname, tablename) from pg_tables
    where schemaname = 'public' or (schemaname = 'pgboss' and tablename like 'job%')
  loop execute 'delete from ' || name; end loop; end $$`;

/** Ignores connections that the server ends when it drops the database. */
export async function createTestDatabase(template = inject('templateDatabase')): Promise<TestDatabase> {
  const postgresUrl = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(postgresUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const directUrl = urlOfDatabase(postgresUrl, name);
  const poolerUrl = process.env['TEST_POOLER_URL'];
  const url = poolerUrl === undefined ? directUrl : urlOfDatabase(poolerUrl, name);
  const isPooled = url !== directUrl;
  const open = () => openPool(url, () => undefined, { isPooled, preparesStatements: !isPooled });
  const [db, checkedDb] = [open(), open()];
  let refusal: Error | undefined;
  checkStatements(checkedDb.$client, (problem) => {
    refusal ??= problem;
  });
  return {
    url,
    directUrl,
    db,
    checkedDb,
    empty: async () => {
      await db.$client.query(EMPTY);
    },
    drop: async () => {
      await Promise.all([db.$client.end(), checkedDb.$client.end()]);
      await onServer(postgresUrl, `DROP DATABASE ${name} WITH (FORCE)`);
      if (refusal) throw refusal;
    },
  };
}

async function onServer(postgresUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
