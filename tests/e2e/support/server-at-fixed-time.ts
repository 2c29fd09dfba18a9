// A whole server, like `npm start`, with a stopped clock. Its arguments are the time and origins for push messages. `TEST_WEB_DIR` may
// name a changed copy of the built app.
import { startServer } from '@oinkly/server/main';
import { readConfig } from '@oinkly/server/start/config';
import { checkAppPools } from '@oinkly/server/test-support/checked-pool';
import { BANK_CREDENTIALS } from './constants.ts';

const [now = '', ...pushOrigins] = process.argv.slice(2);
const webDir = process.env['TEST_WEB_DIR'];
const config = readConfig();
const requireChecks = checkAppPools(endWith);
const server = await startServer(config, {
  clock: () => new Date(now),
  logLevel: 'warn',
  pushOrigins,
  bankCredentials: BANK_CREDENTIALS,
  ...(webDir !== undefined && { webDir }),
});

requireChecks();

// The stopped hour has more sign-ups than one network may make, so each connection counts as its own network.
let households = 0;
server.app.server.prependListener('connection', (socket) => {
  households += 1;
  const address = `10.${(households >> 16) & 255}.${(households >> 8) & 255}.${households & 255}`;
  Object.defineProperty(socket, 'remoteAddress', { value: address });
});

/** Also for a statement of a job, which no page notices. */
function endWith(problem: Error): void {
  console.error(problem);
  process.exit(1);
}

process.stdout.write(`ready at ${config.publicUrl.origin}\n`);
process.once('SIGTERM', () => {
  void server.stop().then(() => process.exit(0));
});
