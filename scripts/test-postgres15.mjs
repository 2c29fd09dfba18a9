// `npm run test:postgres15`: server tests on PostgreSQL 15, the oldest supported version, in a temporary cluster.
import { spawnSync } from 'node:child_process';
import { withPostgres15 } from './postgres15.mjs';
import { projectEnvironment, root } from './project.mjs';

process.exitCode = await withPostgres15(({ url }) => {
  const { status } = spawnSync(
    'vitest',
    ['run', '--project', 'server', '--project', 'processes', '--maxWorkers=2'],
    { cwd: root, stdio: 'inherit', env: { ...projectEnvironment(), TEST_POSTGRES_URL: url } },
  );
  return status ?? 1;
});
