// `npm test`: installs what is missing and runs every check.
import { runChecks } from './checks.mjs';
import { buildIfNeeded, installIfNeeded, projectEnvironment, run } from './project.mjs';

/** Lanes run side by side where one of them mostly waits. */
const STEPS = [
  [
    [
      ['format', 'test:format'],
      ['types', 'test:types'],
      ['requirements', 'test:requirements'],
      ['boundaries', 'test:boundaries'],
      ['unused code', 'test:unused'],
      ['lint', 'test:lint'],
    ],
    [['unit', 'test:unit']],
  ],
  [
    [['server', 'test:server']],
    [
      ['the built server', 'test:processes'],
      ['system: the demo, samples of the random histories and of the fuzz', 'test:system'],
    ],
  ],
  [[['browser', 'test:browser']]],
];

try {
  await installIfNeeded();
  const env = projectEnvironment();
  await run('node', ['scripts/install-chromium.mjs'], { env });
  await buildIfNeeded();
  await runChecks(STEPS);
} catch (error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}
