import { freePort } from '@oinkly/server/test-support/server-process';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, lstat, mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readCompose, serviceNamed, type Service } from './compose.ts';
import { requireBrought } from '../require-brought.ts';

/** Built by `scripts/bring-image.mjs`, which needs root on Debian. */
const FOLDER = fileURLToPath(new URL('../.build/image/', import.meta.url));
requireBrought(join(FOLDER, 'config.json'), 'bring-image');

const READY_WITHIN_MS = 60_000;
const POLL_MS = 10;

const imageConfig = z.object({
  User: z.string(),
  Env: z.array(z.string()),
  Cmd: z.array(z.string()),
  Volumes: z.record(z.string(), z.object({})),
  Healthcheck: z.object({ Test: z.array(z.string()) }),
  StopSignal: z.string(),
});

/** What the Dockerfile sets. */
export function readImageConfig(): z.output<typeof imageConfig> {
  return imageConfig.parse(JSON.parse(readFileSync(join(FOLDER, 'config.json'), 'utf8')));
}

/** The service of a compose file in the checkout. */
export function readService(file: 'compose.yaml' | 'compose.postgresql.yaml'): Service {
  return serviceNamed(readCompose(new URL(`../../${file}`, import.meta.url)), 'oinkly');
}

/** A container as `compose.yaml` starts it. */
export class Container {
  readonly #process: ChildProcess;
  readonly #pid: number;
  readonly #user: number;
  readonly origin: string;

  private constructor(started: { process: ChildProcess; pid: number; user: number; origin: string }) {
    this.#process = started.process;
    this.#pid = started.pid;
    this.#user = started.user;
    this.origin = started.origin;
  }

  /** Resolves when the server is ready; not awaited, as soon as its database runs. */
  static async start(
    image: string,
    volume: string,
    user: number,
    { isAwaited = true } = {},
  ): Promise<Container> {
    const port = await freePort();
    const [program, ...args] = containerCommand({
      image,
      service: readService('compose.yaml'),
      user,
      mounts: ['--bind', volume, '/data'],
      environment: { ...imageEnvironment(), HOST: '127.0.0.1', PORT: String(port) },
      command: readImageConfig().Cmd,
      options: ['--die-with-parent', '--info-fd', '3'],
    });
    const process = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
    let output = '';
    let info = '';
    process.stdio[1]?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    process.stdio[2]?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    process.stdio[3]?.on('data', (chunk: Buffer) => (info += chunk.toString()));
    const origin = `http://localhost:${port}`;
    try {
      const isRunning = () => process.exitCode === null;
      if (isAwaited) await until(async () => isReady(`${origin}/api/ready`), isRunning);
      else await until(async () => (await readdir(volume)).includes('postgres.owner'), isRunning);
      const pid = firstProcessIn(info);
      return new Container({ process, pid, user, origin });
    } catch (cause) {
      process.kill('SIGKILL');
      throw new Error(`The image does not start:\n${output}`, { cause });
    }
  }

  /** As `docker exec`. */
  async run(...command: string[]): Promise<{ code: number; output: string }> {
    const env = { ...imageEnvironment(), PORT: new URL(this.origin).port };
    const [program, ...args] = commandInside(this.#pid, this.#user, command);
    try {
      const { stdout } = await promisify(execFile)(program, args, { env });
      return { code: 0, output: stdout };
    } catch (error) {
      const failed = z.object({ code: z.int(), stderr: z.string() }).parse(error);
      return { code: failed.code, output: failed.stderr };
    }
  }

  /** As `docker stop`: signals the first process. Returns its exit code, also after another stop. */
  async stop(): Promise<number | null> {
    if (this.#process.exitCode !== null) return this.#process.exitCode;
    const ended = once(this.#process, 'exit');
    process.kill(this.#pid, 'SIGTERM');
    await ended;
    return this.#process.exitCode;
  }
}

const SECURITY_OPTIONS = { 'no-new-privileges:true': '--no-new-privs' } as const;

interface ContainerCommand {
  image: string;
  /** Its root is read-only: compose files without that are refused. */
  service: Pick<Service, 'tmpfs' | 'cap_drop' | 'security_opt'>;
  user: number;
  /** Options of bubblewrap, beside the image and what the service has in memory. */
  mounts: readonly string[];
  environment: Readonly<Record<string, string>>;
  command: readonly string[];
  /** More options of bubblewrap. */
  options: readonly string[];
}

/** A program and its arguments, which run a command in a container with the rights of the service. */
export function containerCommand(container: ContainerCommand): [string, ...string[]] {
  const { image, service, user, mounts, environment, command, options } = container;
  return [
    'setpriv',
    ...['--reuid', String(user), '--regid', String(user), '--clear-groups'],
    ...service.security_opt.map((option) => SECURITY_OPTIONS[option]),
    ...['bwrap', '--ro-bind', image, '/', ...mounts],
    ...service.tmpfs.flatMap((path) => ['--tmpfs', path]),
    ...['--proc', '/proc', '--dev', '/dev', '--unshare-pid', '--unshare-ipc', '--as-pid-1'],
    ...service.cap_drop.flatMap((name) => ['--cap-drop', name]),
    ...['--new-session', ...options, '--clearenv'],
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...command,
  ];
}

/** A program and its arguments, which run a command in a running container. */
export function commandInside(pid: number, user: number, command: readonly string[]): [string, ...string[]] {
  return [
    'nsenter',
    ...['--target', String(pid), '--user', '--mount', '--pid', '--ipc', '--root', '--wd'],
    ...['--setuid', String(user), '--setgid', String(user), '--', ...command],
  ];
}

/** Reads what bubblewrap writes to `--info-fd`. */
export function firstProcessIn(info: string): number {
  return z.object({ 'child-pid': z.int() }).parse(JSON.parse(info))['child-pid'];
}

export function imageEnvironment(): Record<string, string> {
  return Object.fromEntries(readImageConfig().Env.map(splitOnce));
}

/** Where any user can read it. The checkout may be private. */
export async function copyImage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'image-'));
  await chmod(folder, 0o755);
  const image = join(folder, 'root');
  await promisify(execFile)('cp', ['-a', join(FOLDER, 'root'), image]);
  return image;
}

/** As a new named volume, which takes over the rights of the image's folder. */
export async function newVolume(image: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'volume-'));
  await chmod(folder, 0o755);
  const volume = join(folder, 'data');
  await mkdir(volume);
  await chmod(volume, (await lstat(join(image, 'data'))).mode & 0o7777);
  return volume;
}

async function until(condition: () => Promise<boolean>, isRunning: () => boolean): Promise<void> {
  const deadlineMs = performance.now() + READY_WITHIN_MS;
  while (isRunning() && performance.now() < deadlineMs) {
    if (await condition()) return;
    await wait(POLL_MS);
  }
  throw new Error('It ended or took too long');
}

async function isReady(address: string): Promise<boolean> {
  const answer = await fetch(address).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}

function splitOnce(setting: string): [string, string] {
  const at = setting.indexOf('=');
  return [setting.slice(0, at), setting.slice(at + 1)];
}
