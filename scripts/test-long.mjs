// `npm run test:long`: checks too slow for `npm test`.
import { runChecks } from './checks.mjs';
import { buildIfNeeded, installIfNeeded, projectEnvironment, run } from './project.mjs';

const STEPS = [
  [[['journeys in Firefox and WebKit', 'test:other-browsers']]],
  [[['killed servers and another issuer', 'test:drills']]],
  [[['accessibility at every width, 20,000 expenses', 'test:browser-full']]],
  [[['tests of the database on PostgreSQL 15', 'test:postgres15']]],
  [[['server tests through PgBouncer, on PostgreSQL 15', 'test:pgbouncer']]],
  [
    [['ESLint, for the two rules that Oxlint lacks', 'test:lint-long']],
    [
      ['random bank histories', 'test:model'],
      ['generated requests', 'fuzz'],
    ],
  ],
];

try {
  await installIfNeeded();
  const env = projectEnvironment();
  await run('node', ['scripts/install-chromium.mjs'], { env });
  await run('node', ['scripts/bring-glewlwyd.mjs'], { env });
  await run('node', ['scripts/bring-prometheus.mjs'], { env });
  await run('node', ['scripts/bring-mail-server.mjs'], { env });
  await run('node', ['scripts/bring-proxies.mjs'], { env });
  await run('node', ['scripts/bring-image.mjs'], { env });
  await run('node', ['scripts/bring-debian.mjs'], { env });
  await buildIfNeeded();
  await runChecks(STEPS);
} catch (error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}
