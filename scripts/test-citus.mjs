// `npm run test:citus`: server tests, generated requests and a drill on a Citus cluster that the environment names. See docs/tests.md.
import { spawnSync } from 'node:child_process';
import { projectEnvironment, root } from './project.mjs';

/** They need a database without Citus: for a double of it, plans of one server, or a restore. */
const WITHOUT_CITUS = [
  'admin/doctor/check-database.test.ts',
  'backup/**',
  'db/distribution/distribute.test.ts',
  'db/refresh-statistics.test.ts',
  'modules/leaderboard/leaderboard-plan.test.ts',
  'monitoring/readiness.test.ts',
];

const problem = problemOfSettings(process.env);
if (problem) {
  console.error(problem);
  process.exitCode = 1;
} else {
  const env = projectEnvironment();
  const test = (...args) =>
    spawnSync('vitest', ['run', '--maxWorkers=2', ...args], { cwd: root, stdio: 'inherit', env }).status ?? 1;
  const excluded = WITHOUT_CITUS.flatMap((files) => ['--exclude', `apps/server/src/${files}`]);
  const statuses = [
    test('--project', 'server', ...excluded),
    test('--project', 'system', 'tests/fuzz/every-route.test.ts'),
    test('--project', 'system', 'tests/citus'),
  ];
  process.exitCode = Math.max(...statuses);
}

/** Returns one sentence; undefined if nothing is missing. */
function problemOfSettings({ CITUS_NODES = '', CITUS_SPARE, CITUS_STOP, CITUS_START }) {
  if (CITUS_NODES.trim().split(/\s+/).length < 3)
    return 'npm run test:citus needs a cluster: CITUS_NODES must name the "postgres" databases of a coordinator and at least two workers.';
  if (!CITUS_SPARE)
    return 'npm run test:citus needs one more server: CITUS_SPARE must name the "postgres" database of a worker to add.';
  if (!CITUS_STOP || !CITUS_START)
    return 'npm run test:citus stops a worker: CITUS_STOP and CITUS_START must be commands that kill the last of CITUS_NODES and start it again.';
  return undefined;
}
