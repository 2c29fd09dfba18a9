// `npm run test:changed`: the tests of `npm run test:release` that cover something changed since the commit on which they last passed.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded, installIfNeeded, projectEnvironment, root, run } from './project.mjs';

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const passed = readJson('tests/passed.json');
/** `covers`: only a change of these, or of the test itself, can make it fail. */
const due = readJson('scripts/release-drills.json').filter((drill) => {
  const reason = reasonToRun(drill, passed[drill.name]);
  console.log(
    `${drill.name}: ${reason ?? `passed on ${passed[drill.name]}, and nothing that it covers has changed`}`,
  );
  return reason !== null;
});
if (due.length > 0) {
  await installIfNeeded({ all: true });
  const env = projectEnvironment();
  for (const script of new Set(due.flatMap(({ brings }) => brings)))
    await run('node', [join('scripts', script)], { env });
  await buildIfNeeded();
  await run('vitest', ['run', '--project', 'surroundings', ...due.map(({ tests }) => tests)], { env });
}

/** Returns null if nothing that the test covers has changed. */
function reasonToRun({ tests, covers }, commit) {
  if (!commit) return 'to run, because it has not passed yet';
  const paths = [tests, ...covers, ':(exclude)apps/**/*.test.ts'];
  const { status, stdout } = spawnSync('git', ['diff', '--name-only', commit, '--', ...paths], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) return `to run, because commit ${commit} is not here`;
  const [first] = stdout.split('\n');
  return first ? `to run, because ${first} has changed since ${commit}` : null;
}
