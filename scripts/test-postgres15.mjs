// `npm run test:postgres15`: tests of the database and of built servers on PostgreSQL 15, the oldest supported version. All other server tests
// use it too, through PgBouncer.
import { spawnSync } from 'node:child_process';
import { withPostgres15 } from './postgres15.mjs';
import { projectEnvironment, root } from './project.mjs';

process.exitCode = await withPostgres15(({ url }) => {
  const env = { ...projectEnvironment(), TEST_POSTGRES_URL: url };
  const test = (...args) =>
    spawnSync('vitest', ['run', '--maxWorkers=2', ...args], { cwd: root, stdio: 'inherit', env }).status ?? 1;
  const status = test('--project', 'server', 'apps/server/src/db', 'apps/server/src/update-database');
  // The others have the embedded database.
  return status === 0 ? test('--project', 'processes', '--tags-filter=own-database') : status;
});
