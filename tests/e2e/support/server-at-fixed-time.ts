// Runs the built server, whose path is the first argument, with a stopped clock and checks its statements. The other arguments are the time
// and origins for push messages. `TEST_WEB_DIR` may name a changed copy of the built app. `tests/build-first.mjs` bundles this file.
import type * as main from '@oinkly/server/main';
import { checkAppPools } from '@oinkly/server/test-support/checked-pool';
import type { Socket } from 'node:net';
import { subscribe } from 'node:diagnostics_channel';
import { BANK_CREDENTIALS } from './constants.ts';

const [program = '', now = '', ...pushOrigins] = process.argv.slice(2);
const webDir = process.env['TEST_WEB_DIR'];

// The stopped hour has more sign-ups than one network may make, so each connection counts as its own network.
let households = 0;
subscribe('net.server.socket', (message) => {
  households += 1;
  const { socket } = message as { socket: Socket };
  const address = `10.${(households >> 16) & 255}.${(households >> 8) & 255}.${households & 255}`;
  Object.defineProperty(socket, 'remoteAddress', { value: address });
});

const requireChecks = checkAppPools(endWith);
const { run } = (await import(program)) as typeof main;
await run({
  clock: () => new Date(now),
  logLevel: 'warn',
  pushOrigins,
  bankCredentials: BANK_CREDENTIALS,
  ...(webDir !== undefined && { webDir }),
});
requireChecks();

/** Also for a statement of a job, which no page notices. */
function endWith(problem: Error): void {
  console.error(problem);
  process.exit(1);
}
