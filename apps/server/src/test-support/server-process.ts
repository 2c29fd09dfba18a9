import nodeFlags from '../../node-flags.json' with { type: 'json' };
import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

/** A built server in its own process, which a test can kill. */
export interface ServerProcess {
  origin: string;
  process: ChildProcess;
  /** Output and errors so far. */
  written(): string;
  end(signal: NodeJS.Signals): Promise<void>;
}

export interface FailedStart {
  exitCode: number | null;
  output: string;
}

export function programOf(name: 'main' | 'admin'): string {
  return fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url));
}

export async function startServerProcess(
  environment: Record<string, string>,
): Promise<ServerProcess | FailedStart> {
  const child = spawn(process.execPath, [...nodeFlags, programOf('main')], {
    env: cleanEnvironment(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const origin = await new Promise<string | null>((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /is ready at (\S+)/.exec(output)?.[1];
      if (ready !== undefined) resolve(ready);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', () => resolve(null));
  });
  if (origin === null) return { exitCode: child.exitCode, output };
  return {
    origin,
    process: child,
    written: () => output,
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

/** Throws if the start fails. */
export async function startedServer(environment: Record<string, string>): Promise<ServerProcess> {
  const started = await startServerProcess(environment);
  if ('exitCode' in started) throw new Error(`The server did not start:\n${started.output}`);
  return started;
}

export function cleanEnvironment(settings: Record<string, string>): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...settings };
}

/** Outside the range for outgoing connections. */
const [FIRST_PORT, LAST_PORT] = [20_000, 32_000];

/** A port for a server that starts soon. No connection can take it meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
