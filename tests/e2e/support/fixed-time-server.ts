import nodeFlags from '@oinkly/server/node-flags.json' with { type: 'json' };
import { copyDataFolder } from '@oinkly/server/test-support/prepared-data-folder';
import {
  cleanEnvironment,
  freePort,
  programOf,
  QUICK_PARSER,
} from '@oinkly/server/test-support/server-process';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVER_NOW } from './constants.ts';

/** Bundled by `tests/build-first.mjs`. */
const SERVER = fileURLToPath(new URL('../../.build/server-at-fixed-time.mjs', import.meta.url));
/** Before the times of all tests. */
const PREPARED_AT = '2026-05-01T00:00:00Z';

/** A server with a stopped clock and its own data folder, which is deleted at the end. */
export interface FixedTimeServer {
  origin: string;
  /** Restarts the server at another time with the same address and data, as after an outage. */
  moveTo(now: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the built server with these `settings` in its environment and waits until it is ready. It also sends push messages to `pushOrigins`.
 * After `prepareDataFolder`, it needs no new database.
 */
export async function startFixedTimeServer({
  now = SERVER_NOW,
  pushOrigins = [],
  settings = {},
}: {
  now?: string;
  pushOrigins?: string[];
  settings?: Record<string, string>;
} = {}): Promise<FixedTimeServer> {
  const dataDir = await newDataFolder();
  const prepared = process.env['PREPARED_DATA_FOLDER'];
  if (prepared !== undefined) await copyDataFolder(prepared, dataDir);
  const environment = await environmentOf(dataDir, settings);
  const startAt = (instant: string) => startProgram([instant, ...pushOrigins], environment);
  let program = await startAt(now);
  return {
    origin: environment['PUBLIC_URL'] ?? '',
    moveTo: async (instant) => {
      await end(program);
      program = await startAt(instant);
    },
    stop: async () => {
      await end(program);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Lets all servers of this run start with a copy of one data folder. Returns how to delete it. */
export async function prepareDataFolder(): Promise<() => Promise<void>> {
  const dataDir = await newDataFolder();
  const environment = await environmentOf(dataDir, {});
  // A busy machine may kill a slow PostgreSQL. A second stop has little left to write.
  do await end(await startProgram([PREPARED_AT], environment));
  while (existsSync(join(dataDir, 'postgres', 'postmaster.pid')));
  process.env['PREPARED_DATA_FOLDER'] = dataDir;
  return () => rm(dataDir, { recursive: true, force: true });
}

function newDataFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'browser-tests-'));
}

async function environmentOf(dataDir: string, settings: Record<string, string>): Promise<NodeJS.ProcessEnv> {
  const port = await freePort();
  return cleanEnvironment({
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://localhost:${port}`,
    ...settings,
  });
}

async function startProgram(options: string[], env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...nodeFlags, QUICK_PARSER, SERVER, programOf('main'), ...options], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('ready at')) resolve();
      // Shows server warnings beside their test.
      else process.stderr.write(chunk);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code ?? 'a signal'}`)));
  });
  return child;
}

/** Throws if it ended by itself, as it does after a statement that fails its check. */
async function end(child: ChildProcess): Promise<void> {
  child.removeAllListeners('exit');
  if (child.exitCode !== null || child.signalCode !== null)
    throw new Error(`The server ended during the tests (${child.signalCode ?? child.exitCode})`);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
