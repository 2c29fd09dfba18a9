// `npm test`: installs missing dependencies and runs every check, quick ones first. It stops at the first failure.
import { installIfNeeded, projectEnvironment, buildIfNeeded, run } from './project.mjs';

const CHECKS = [
  ['format', 'test:format'],
  ['lint', 'test:lint'],
  ['boundaries', 'test:boundaries'],
  ['requirements', 'test:requirements'],
  ['types', 'test:types'],
  ['unused code', 'test:unused'],
  ['unit', 'test:unit'],
  ['server', 'test:server'],
  ['system: random bank histories, killed servers, another issuer', 'test:system'],
  ['browser', 'test:browser'],
];

try {
  await installIfNeeded();
  const env = projectEnvironment();
  await run('node', ['scripts/install-chromium.mjs'], { env });
  await run('node', ['scripts/bring-glewlwyd.mjs'], { env });
  await buildIfNeeded();
  for (const [title, script] of CHECKS) {
    const startedAt = Date.now();
    console.log(`\n── ${title}`);
    await run('npm', ['run', '--silent', script], { env });
    console.log(`── ${title}: passed in ${Math.round((Date.now() - startedAt) / 1000)} s`);
  }
  console.log('\nAll checks passed.');
} catch (error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}
