// Runs a built program, whose path is the first argument, and ends it if it sends a statement that would ask all servers of a cluster.
// The other arguments are the command's or, for the server, origins for push messages. `tests/build-first.mjs` bundles this file, or each
// start would take a second longer.
import type * as main from '../main.ts';
import { checkAppPools } from './checked-pool.ts';
import { REFUSED_STATEMENT } from './server-process.ts';

const requireChecks = checkAppPools(refuse);
process.argv.splice(1, 1);
const [, program = '', ...words] = process.argv;
const { run } = (await import(program)) as Partial<typeof main>;
if (run) {
  await run({ pushOrigins: words });
  requireChecks();
}

function refuse(problem: Error): void {
  console.error(problem.message);
  process.exit(REFUSED_STATEMENT);
}
