// `npm test`: installs what is missing and runs every check.
import { prepareAndRun } from './checks.mjs';

// Lanes run side by side where one of them mostly waits.
await prepareAndRun([
  [
    [
      ['format', 'test:format'],
      ['types for browsers', 'test:browser-types'],
      ['requirements', 'test:requirements'],
      ['boundaries', 'test:boundaries'],
      ['unused code', 'test:unused'],
      ['types and lint', 'test:lint'],
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
]);
