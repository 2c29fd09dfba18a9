import { fileURLToPath } from 'node:url';
import type { Config } from './start/config.ts';
import { runProcess } from './start/process.ts';
import {
  startServer as start,
  type RunningServer,
  type ServerFiles,
  type StartOptions,
} from './start/start-server.ts';

/** The same for the source and the build. */
const FILES: ServerFiles = {
  migrationsDir: fileURLToPath(new URL('./db/migrations', import.meta.url)),
  webDir: fileURLToPath(new URL('../../web/dist', import.meta.url)),
};

/** Opens what the configuration asks for, builds the app and listens. */
export function startServer(
  config: Config,
  options: StartOptions & Partial<ServerFiles> = {},
): Promise<RunningServer> {
  return start(config, { ...FILES, ...options });
}

/** Runs the server as this process. */
export function run(options: StartOptions & Partial<ServerFiles> = {}): Promise<void> {
  return runProcess((config, ofProcess) => startServer(config, { ...ofProcess, ...options }));
}

if (import.meta.main) void run();
