import { startLocalPostgres } from '@oinkly/local-postgres';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { distributeTables } from '../db/distribution/distribute.ts';
import { openPool } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { JobQueue } from '../jobs/job-queue.ts';
import { ALL_SERVERS_STATEMENTS } from './all-servers-statements.ts';
import { closeToConnections, forgetName, joinNodes, onEachNode } from './cluster-nodes.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URLs of `postgres` databases: of one PostgreSQL server, or of a cluster's servers, the coordinator first. */
    postgresUrls: readonly string[];
    postgresMajor: number;
    templateDatabase: string;
    /** The file in which tests note the statements that ask all servers. */
    sentStatements: string;
  }
}

const TEMPLATE = 'app_template';
const MIGRATIONS_DIR = fileURLToPath(new URL('../db/migrations', import.meta.url));

/** `CITUS_NODES` names the servers of a cluster, and `TEST_POSTGRES_URL` another server. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['CITUS_NODES'] ?? process.env['TEST_POSTGRES_URL'];
  const folder = await mkdtemp(join(tmpdir(), 'server-tests-'));
  const local = given
    ? null
    : await startLocalPostgres({ dataDir: join(folder, 'postgres'), opensSuperuser: true });
  const postgresUrls = (given ?? local?.superuserConnectionString ?? '').trim().split(/\s+/);
  const [postgresUrl = ''] = postgresUrls;
  const isCluster = postgresUrls.length > 1;

  const admin = openPool(postgresUrl, reportLost);
  if (local) {
    // Nothing has to survive a crash.
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
      await admin.$client.query(`ALTER SYSTEM SET ${setting} = off`);
    await admin.$client.query('SELECT pg_reload_conf()');
  }
  const { rows } = await admin.$client.query<{ major: number }>(
    `SELECT current_setting('server_version_num')::integer / 10000 AS major`,
  );
  await admin.$client.end();
  await onEachNode(postgresUrls, `DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
  await onEachNode(postgresUrls, `CREATE DATABASE ${TEMPLATE}`);

  const templateUrl = urlOfDatabase(postgresUrl, TEMPLATE);
  const templateUrls = postgresUrls.map((url) => urlOfDatabase(url, TEMPLATE));
  if (isCluster) await joinNodes(templateUrls);
  const template = openPool(templateUrl, reportLost);
  await migrate(template, MIGRATIONS_DIR);
  const queue = new JobQueue(templateUrl, reportLost);
  await queue.open();
  await queue.close();
  // A large installation's ids: every test fails where a statement or an answer takes one for 32 bits.
  await template.$client.query(
    `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, $1) FROM pg_sequences
     WHERE data_type = 'bigint'::regtype AND schemaname <> 'pg_catalog'`,
    [2 ** 32],
  );
  if (isCluster) await distributeTables(template, () => undefined);
  await template.$client.end();
  if (isCluster) {
    await forgetName(templateUrls);
    await closeToConnections(postgresUrls, TEMPLATE);
  }

  project.provide('postgresUrls', postgresUrls);
  project.provide('postgresMajor', rows[0]?.major ?? 0);
  project.provide('templateDatabase', TEMPLATE);
  const sentStatements = join(folder, 'sent-statements');
  await writeFile(sentStatements, '');
  project.provide('sentStatements', sentStatements);
  return async () => {
    await local?.stop();
    try {
      if (await ranAllServerTests(project)) await requireAllSent(sentStatements);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

async function ranAllServerTests(project: TestProject): Promise<boolean> {
  if (project.name !== 'server' || project.vitest.config.testNamePattern) return false;
  const { testFiles } = await project.globTestFiles();
  const ran = new Set(project.vitest.state.getTestModules().map(({ moduleId }) => moduleId));
  return testFiles.every((file) => ran.has(file));
}

async function requireAllSent(sentStatements: string): Promise<void> {
  const sent = new Set((await readFile(sentStatements, 'utf8')).split('\n'));
  const unused = ALL_SERVERS_STATEMENTS.filter(({ pattern }) => !sent.has(pattern.source));
  if (unused.length > 0)
    throw new Error(
      `No server test sent these of all-servers-statements.ts: ${unused.map(({ pattern }) => pattern.source).join('; ')}`,
    );
}

export function urlOfDatabase(postgresUrl: string, database: string): string {
  return postgresUrl.replace(/^(postgres(?:ql)?:\/\/[^/?]*)\/[^?]*/, `$1/${database}`);
}

function reportLost(problem: unknown): void {
  console.error('test database:', problem);
}
