// `npm run test:long`: checks too slow for `npm test`.
import { prepareAndRun } from './checks.mjs';

await prepareAndRun([
  [[['journeys in Firefox and WebKit', 'test:other-browsers']]],
  [[['killed servers and a lost database', 'test:drills']]],
  [[['accessibility of every scene, 20,000 expenses', 'test:browser-full']]],
  [[['tests of the database on PostgreSQL 15', 'test:postgres15']]],
  [[['server tests through PgBouncer, on PostgreSQL 15', 'test:pgbouncer']]],
  [
    [
      ['ESLint, for the three rules that Oxlint lacks', 'test:lint-long'],
      ['generated requests', 'fuzz'],
      ['statements of the costliest content', 'test:costliest'],
    ],
    [['random bank histories', 'test:model']],
  ],
]);
