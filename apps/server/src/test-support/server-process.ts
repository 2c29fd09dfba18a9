import nodeFlags from '../../node-flags.json' with { type: 'json' };
import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** How a program ends that has sent a statement which would ask all servers of a cluster. */
export const REFUSED_STATEMENT = 90;
/** Bundled by `tests/build-first.mjs`. */
const CHECKED_PROGRAM = fileURLToPath(
  new URL('../../../../tests/.build/checked-program.mjs', import.meta.url),
);

/** Otherwise, V8 spends a second and 500 MB on optimizing the parser of statements. */
export const QUICK_PARSER = '--liftoff-only';

/** A built server in its own process, which a test can kill. */
export interface ServerProcess {
  origin: string;
  process: ChildProcess;
  /** Output and errors so far. */
  written(): string;
  /** Throws if a statement of the server would ask all servers of a cluster. */
  end(signal: NodeJS.Signals): Promise<void>;
}

export interface FailedStart {
  exitCode: number | null;
  output: string;
}

export function programOf(name: 'main' | 'admin'): string {
  return fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url));
}

/** Node's arguments for a built program whose statements are checked. */
export function checkedProgram(program: string): string[] {
  return [QUICK_PARSER, CHECKED_PROGRAM, program];
}

/** Runs the built server, or another one, and checks its statements. It also sends push messages to `pushOrigins`. */
export async function startServerProcess(
  environment: Record<string, string>,
  {
    program = programOf('main'),
    pushOrigins = [],
  }: { program?: string; pushOrigins?: readonly string[] } = {},
): Promise<ServerProcess | FailedStart> {
  const child = spawn(process.execPath, [...nodeFlags, ...checkedProgram(program), ...pushOrigins], {
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
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill(signal);
        await ended;
      }
      if (child.exitCode === REFUSED_STATEMENT) throw new Error(output);
    },
  };
}

/** Throws if the start fails. */
export async function startedServer(...start: Parameters<typeof startServerProcess>): Promise<ServerProcess> {
  const started = await startServerProcess(...start);
  if ('exitCode' in started) throw new Error(`The server did not start:\n${started.output}`);
  return started;
}

/** Programs that start often need not be compiled each time. */
const COMPILED = join(tmpdir(), 'oinkly-tests-compiled');

export function cleanEnvironment(settings: Record<string, string>): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    NODE_COMPILE_CACHE: COMPILED,
    ...settings,
  };
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
