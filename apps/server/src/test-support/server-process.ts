import nodeFlags from '../../node-flags.json' with { type: 'json' };
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

/** A server in its own process, built as `npm start` runs it, so that a test can kill it. */
export interface ServerProcess {
  origin: string;
  process: ChildProcess;
  /** All that it has written so far, to its output and its errors. */
  written(): string;
  /** Ends it with a signal and waits until it is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** What a start that did not succeed printed and returned. */
export interface FailedStart {
  exitCode: number | null;
  output: string;
}

/** The path of a built program. */
export function programOf(name: 'main' | 'admin'): string {
  return fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url));
}

/** Starts a server and waits until it says that it is ready; a start that ends instead gives what it printed. */
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

/** The same for a start that must succeed. */
export async function startedServer(environment: Record<string, string>): Promise<ServerProcess> {
  const started = await startServerProcess(environment);
  if ('exitCode' in started) throw new Error(`The server did not start:\n${started.output}`);
  return started;
}

/** The environment of a program that is to know these settings, and none that the developer happens to have. */
export function cleanEnvironment(settings: Record<string, string>): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...settings };
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  server.close();
  await once(server, 'close');
  return address.port;
}
