// `npm run test:release`: what is released, in its real surroundings. It needs programs of third parties.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareAndRun } from './checks.mjs';
import { root } from './project.mjs';

const PASSED = 'tests/passed.json';
const drills = JSON.parse(readFileSync(join(root, 'scripts', 'release-drills.json'), 'utf8'));

await prepareAndRun(
  [
    [[['advisories on dependencies', 'test:advisories']]],
    [[['changed deciders of the import, which a test must notice', 'test:mutation']]],
    [[[drills.map(({ name }) => name).join(', '), 'test:surroundings']]],
  ],
  [...new Set(drills.flatMap(({ brings }) => brings))],
);

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
if (git('status', '--porcelain') === '') {
  const commit = git('rev-parse', 'HEAD');
  const passed = Object.fromEntries(drills.map(({ name }) => [name, commit]));
  writeFileSync(join(root, PASSED), `${JSON.stringify(passed, null, 2)}\n`);
  console.log(`${PASSED} says so. Commit it, so that \`npm run test:changed\` leaves them out.`);
}
