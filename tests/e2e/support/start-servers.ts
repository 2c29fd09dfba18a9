import { prepareDataFolder, startFixedTimeServer } from './fixed-time-server.ts';

/** Starts the server of all tests that need no settings of their own, once for all workers. Returns how to stop it. */
export default async function setup(): Promise<() => Promise<void>> {
  const deleteDataFolder = await prepareDataFolder();
  const server = await startFixedTimeServer();
  process.env['SERVER_ORIGIN'] = server.origin;
  return async () => {
    await server.stop();
    await deleteDataFolder();
  };
}
