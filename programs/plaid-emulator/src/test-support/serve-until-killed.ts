import Fastify from 'fastify';
import { plaidEmulator } from '../index.ts';
import { apiClient, prefix } from './api-client.ts';

/**
 * Serves the plugin on a free port over the file in the first argument and prints its address. Never ends by
 * itself.
 */
const [databaseFile = ''] = process.argv.slice(2);
const app = Fastify();
await app.register(plaidEmulator, {
  prefix,
  publicUrl: `http://127.0.0.1${prefix}`,
  databaseFile,
  clock: () => new Date('2026-06-10T19:00:00Z'),
  preparationMs: 0,
  ...apiClient,
});
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
