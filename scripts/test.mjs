// `npm test`: installs what is missing and runs every check, quick ones first, then the longest.
import { runChecks } from './checks.mjs';
import { buildIfNeeded, installIfNeeded, projectEnvironment, run } from './project.mjs';

const CHECKS = [
  ['format', 'test:format'],
  ['types', 'test:types'],
  ['requirements', 'test:requirements'],
  ['boundaries', 'test:boundaries'],
  ['unused code', 'test:unused'],
  ['browser', 'test:browser'],
  ['server', 'test:server'],
  ['lint', 'test:lint'],
  ['unit', 'test:unit'],
  ['system: the demo, samples of the random histories and of the fuzz', 'test:system'],
];

try {
  await installIfNeeded();
  const env = projectEnvironment();
  await run('node', ['scripts/install-chromium.mjs'], { env });
  await buildIfNeeded();
  await runChecks(CHECKS);
} catch (error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}
