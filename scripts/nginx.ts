// nginx with the shipped settings, from Debian, without https in front of several processes.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { librariesIn, unpackDebianPackages } from './unpack-debian-packages.ts';

const PROGRAMS = join(import.meta.dirname, '..', 'tests', '.build', 'nginx');
const SHIPPED = join(import.meta.dirname, '..', 'packaging', 'proxies', 'nginx.conf');
const CHANGES_WITHIN_MS = 30_000;

export class Nginx {
  readonly origin: string;
  readonly #place: Place;
  readonly #process: ChildProcess;

  private constructor(place: Place, process: ChildProcess) {
    this.origin = `http://localhost:${place.port}`;
    this.#place = place;
    this.#process = process;
  }

  /** Resolves when it listens at `port`. It needs a folder of its own. */
  static async start(place: Place): Promise<Nginx> {
    unpackDebianPackages(PROGRAMS, ['nginx']);
    await configure(place);
    const settings = join(place.folder, 'nginx.conf');
    const child = spawn(join(PROGRAMS, 'usr/sbin/nginx'), ['-c', settings, '-p', place.folder], {
      env: { LD_LIBRARY_PATH: librariesIn(PROGRAMS) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const nginx = new Nginx(place, child);
    // A request would mark processes as dead that start later.
    try {
      await nginx.#until(
        async () => (await readFile(join(place.folder, 'pid'), 'utf8').catch(() => '')) !== '',
      );
      return nginx;
    } catch (error) {
      await nginx.stop();
      throw error;
    }
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** Resolves when requests go to the processes at these ports only, and none is under way at others. */
  async leadTo(ports: readonly number[]): Promise<void> {
    const earlier = await this.#workers();
    await configure({ ...this.#place, ports });
    this.#process.kill('SIGHUP');
    // Workers with the earlier settings end with their last request.
    await this.#until(async () => {
      const workers = await this.#workers();
      return workers.length > 0 && workers.every((pid) => !earlier.includes(pid));
    });
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await ended;
  }

  async #workers(): Promise<string[]> {
    const children = await readFile(`/proc/${this.pid}/task/${this.pid}/children`, 'utf8');
    return children.split(' ').filter(Boolean);
  }

  async #until(isDone: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + CHANGES_WITHIN_MS;
    while (!(await isDone())) {
      if (this.#process.exitCode !== null || Date.now() > deadline)
        throw new Error('nginx ended, or took too long');
      await delay(20);
    }
  }
}

interface Place {
  folder: string;
  port: number;
  /** Of the processes. */
  ports: readonly number[];
}

async function configure({ folder, port, ports }: Place): Promise<void> {
  const servers = ports.map((at) => `server 127.0.0.1:${at};`);
  const shipped = await readFile(SHIPPED, 'utf8');
  const redirect = /server \{\s+listen 80;[^}]*\}/;
  const site = shipped
    .replace(redirect, '')
    .replaceAll(/ *(listen \[::\]|ssl_).*\n/g, '')
    .replace(/listen 443.*;/, `listen 127.0.0.1:${port};`)
    .replaceAll('oinkly.example', 'localhost')
    .replace('server 127.0.0.1:3000;', servers.join('\n    '));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  await writeFile(
    join(folder, 'nginx.conf'),
    `${user} daemon off; error_log ${join(folder, 'errors')}; pid ${join(folder, 'pid')}; events {}
http { access_log off; ${temporary}\n${site} }`,
  );
}
