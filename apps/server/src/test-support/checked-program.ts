// A built program, whose path is the first argument, but a statement that would fail on tables divided by user ends it. The other
// arguments are the command's or, for the server, origins for push messages. `tests/build-first.mjs` bundles this file, or each start
// would take a second longer.
import type pg from 'pg';
import { POOLS } from '../db/pools.ts';
import type * as main from '../main.ts';
import { checkStatements } from './checked-pool.ts';
import { REFUSED_STATEMENT } from './server-process.ts';

POOLS.subscribe((pool) =>
  checkStatements(pool as pg.Pool, (problem) => {
    console.error(problem.message);
    process.exit(REFUSED_STATEMENT);
  }),
);
process.argv.splice(1, 1);
const [, program = '', ...words] = process.argv;
const { run } = (await import(program)) as Partial<typeof main>;
await run?.({ pushOrigins: words });
