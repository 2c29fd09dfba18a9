// A whole server, as `npm start` runs it, whose clock stands still. Started as a program of its own by the browser tests; its arguments are
// the instant and origins to send push messages to.
import { startServer } from '@oinkly/server/main';
import { readConfig } from '@oinkly/server/config';
import { BANK_CREDENTIALS } from './constants.ts';

const [now = '', ...pushOrigins] = process.argv.slice(2);
const config = readConfig();
const server = await startServer(
  { ...config, plaid: { ...config.plaid, credentials: BANK_CREDENTIALS } },
  { clock: () => new Date(now), logLevel: 'warn', pushOrigins },
);

// More people sign up here within the hour that never ends than one address may: each connection counts as a household of its own.
let households = 0;
server.app.server.prependListener('connection', (socket) => {
  households += 1;
  const address = `10.${(households >> 16) & 255}.${(households >> 8) & 255}.${households & 255}`;
  Object.defineProperty(socket, 'remoteAddress', { value: address });
});

process.stdout.write(`ready at ${config.publicUrl.origin}\n`);
process.once('SIGTERM', () => {
  void server.stop().then(() => process.exit(0));
});
