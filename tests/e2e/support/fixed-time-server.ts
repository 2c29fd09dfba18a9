import { cleanEnvironment, freePort } from '@oinkly/server/test-support/server-process';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVER_NOW } from './constants.ts';

const SERVER = fileURLToPath(new URL('./server-at-fixed-time.ts', import.meta.url));

/** A server with a stopped clock and its own data folder, which is deleted at the end. */
export interface FixedTimeServer {
  origin: string;
  /** Restarts the server at another time with the same address and data, as after an outage. */
  moveTo(now: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the server with these `settings` in its environment and waits until it is ready. It also sends push messages to `pushOrigins`. */
export async function startFixedTimeServer({
  now = SERVER_NOW,
  pushOrigins = [],
  settings = {},
}: {
  now?: string;
  pushOrigins?: string[];
  settings?: Record<string, string>;
} = {}): Promise<FixedTimeServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'browser-tests-'));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const environment = cleanEnvironment({
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: origin,
    ...settings,
  });
  const startAt = (instant: string) => startProgram([instant, ...pushOrigins], environment);
  let program = await startAt(now);
  return {
    origin,
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

async function startProgram(options: string[], env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', SERVER, ...options], {
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

async function end(child: ChildProcess): Promise<void> {
  child.removeAllListeners('exit');
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
