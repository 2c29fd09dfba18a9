// A whole server, as `npm start` runs it, whose clock stands still. Started as a program of its own by the browser tests.
import { startServer } from '@oinkly/server/main';
import { readConfig } from '@oinkly/server/config';
import { BANK_CREDENTIALS, SERVER_NOW } from './constants.ts';

const config = readConfig();
const server = await startServer(
  { ...config, plaid: { ...config.plaid, credentials: BANK_CREDENTIALS } },
  { clock: () => new Date(SERVER_NOW), logger: { level: 'warn' } },
);
process.stdout.write(`ready at ${config.publicUrl.origin}\n`);
process.once('SIGTERM', () => {
  void server.stop().then(() => process.exit(0));
});
