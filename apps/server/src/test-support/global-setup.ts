import { startLocalPostgres } from '@oinkly/local-postgres';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { openPool } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { JobQueue } from '../jobs/job-queue.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of a PostgreSQL server's `postgres` database. */
    postgresUrl: string;
    /** What that server is meant to be. */
    postgresMajor: 15 | 18;
    templateDatabase: string;
  }
}

const TEMPLATE = 'app_template';
const MIGRATIONS_DIR = fileURLToPath(new URL('../db/migrations', import.meta.url));

/** `TEST_POSTGRES_URL` names a server with PostgreSQL 15. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_POSTGRES_URL'];
  const folder = await mkdtemp(join(tmpdir(), 'server-tests-'));
  const local = given
    ? null
    : await startLocalPostgres({ dataDir: join(folder, 'postgres'), opensSuperuser: true });
  const postgresUrl = given ?? local?.superuserConnectionString ?? '';

  const admin = openPool(postgresUrl, reportLost);
  if (local) {
    // Nothing has to survive a crash.
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
      await admin.$client.query(`ALTER SYSTEM SET ${setting} = off`);
    await admin.$client.query('SELECT pg_reload_conf()');
  }
  await admin.$client.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`);
  await admin.$client.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.$client.end();

  const templateUrl = urlOfDatabase(postgresUrl, TEMPLATE);
  const template = openPool(templateUrl, reportLost);
  await migrate(template, MIGRATIONS_DIR);
  const queue = new JobQueue(templateUrl, reportLost);
  await queue.open();
  await queue.close();
  // A large installation's ids: every test fails where a statement or an answer takes one for 32 bits.
  await template.$client.query(
    `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, $1) FROM pg_sequences WHERE data_type = 'bigint'::regtype`,
    [2 ** 32],
  );
  await template.$client.end();

  project.provide('postgresUrl', postgresUrl);
  project.provide('postgresMajor', given ? 15 : 18);
  project.provide('templateDatabase', TEMPLATE);
  return async () => {
    await local?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

export function urlOfDatabase(postgresUrl: string, database: string): string {
  return postgresUrl.replace(/^(postgres(?:ql)?:\/\/[^/?]*)\/[^?]*/, `$1/${database}`);
}

function reportLost(problem: unknown): void {
  console.error('test database:', problem);
}
