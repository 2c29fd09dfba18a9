/** A process that starts a server on the folder given as its argument, says so in one line of JSON, and then just lives. */
import { startLocalPostgres } from '../index.ts';

try {
  const server = await startLocalPostgres({ dataDir: process.argv[2] ?? '' });
  process.on('SIGINT', () => process.stdout.write('"interrupted"\n'));
  // The end of the input ends the process without stopping the server first.
  process.stdin.once('end', () => process.exit(0)).resume();
  // Last: whoever reads it may interrupt at once.
  process.stdout.write(`${JSON.stringify({ connectionString: server.connectionString })}\n`);
} catch (error) {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  process.stdout.write(`${JSON.stringify({ name, message })}\n`);
}
