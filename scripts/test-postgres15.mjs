// `npm run test:postgres15`: tests of the database, the sync, the ledger and built servers on PostgreSQL 15, the oldest supported version.
// `npm run test:pgbouncer` runs all server tests on it, but without prepared statements.
import { spawnSync } from 'node:child_process';
import { withPostgres15 } from './postgres15.ts';
import { projectEnvironment, root } from './project.mjs';

process.exitCode = await withPostgres15(({ url }) => {
  const env = { ...projectEnvironment(), TEST_POSTGRES_URL: url };
  const test = (...args) =>
    spawnSync('vitest', ['run', '--maxWorkers=2', ...args], { cwd: root, stdio: 'inherit', env }).status ?? 1;
  const folders = ['db', 'modules/banking/sync', 'modules/ledger', 'start/update-database.test.ts'];
  const status = test('--project', 'server', ...folders.map((folder) => `apps/server/src/${folder}`));
  // The others have the embedded database.
  return status === 0 ? test('--project', 'processes', '--tags-filter=own-database') : status;
});
