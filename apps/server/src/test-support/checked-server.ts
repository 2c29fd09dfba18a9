// The server's built program, whose path is the first argument, but a statement that would fail on tables divided by user ends it. The
// other arguments are origins for push messages. `tests/build-first.mjs` bundles this file, or each start would take a second longer.
import type * as main from '../main.ts';
import { checkStatements } from './checked-pool.ts';
import { REFUSED_STATEMENT } from './server-process.ts';

const [, , program = '', ...pushOrigins] = process.argv;
const { run } = (await import(program)) as typeof main;
await run({
  pushOrigins,
  watchPool: (pool) =>
    checkStatements(pool, (problem) => {
      console.error(problem.message);
      process.exit(REFUSED_STATEMENT);
    }),
});
