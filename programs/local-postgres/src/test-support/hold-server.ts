/** Starts a server on the folder in its argument, prints one line of JSON, and keeps running. */
import { startLocalPostgres } from '../index.ts';

try {
  const server = await startLocalPostgres({ dataDir: process.argv[2] ?? '' });
  process.on('SIGINT', () => process.stdout.write('"interrupted"\n'));
  // End of input exits without stopping the server.
  process.stdin.once('end', () => process.exit(0)).resume();
  // Last, because the reader may interrupt at once.
  process.stdout.write(`${JSON.stringify({ connectionString: server.connectionString })}\n`);
} catch (error) {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  process.stdout.write(`${JSON.stringify({ name, message })}\n`);
}
