// `npm run test:postgres15`: tests of the database, the sync and the ledger on PostgreSQL 15, the oldest supported version.
// `npm run test:pgbouncer` runs all server tests and built servers on it, but without prepared statements.
import { spawnSync } from 'node:child_process';
import { withPostgres15 } from './postgres15.ts';
import { projectEnvironment, root } from './project.mjs';

process.exitCode = await withPostgres15(({ url }) => {
  const env = { ...projectEnvironment(), TEST_POSTGRES_URL: url };
  const folders = ['db', 'modules/banking/sync', 'modules/ledger', 'start/update-database.test.ts'];
  const args = ['run', '--maxWorkers=2', '--project', 'server'];
  args.push(...folders.map((folder) => `apps/server/src/${folder}`));
  return spawnSync('vitest', args, { cwd: root, stdio: 'inherit', env }).status ?? 1;
});
