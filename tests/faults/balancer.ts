import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@oinkly/server/test-support/server-process';
import { expect } from 'vitest';
import { librariesIn, unpackDebianPackages } from '../../scripts/unpack-debian-packages.ts';

const PROGRAMS = fileURLToPath(new URL('../.build/nginx', import.meta.url));
const SHIPPED = fileURLToPath(new URL('../../packaging/proxies/nginx.conf', import.meta.url));

/** nginx as shipped, without https, in front of several processes. */
export class Balancer {
  readonly origin: string;
  readonly #folder: string;
  readonly #ports: readonly number[];
  readonly #nginx: ChildProcess;

  private constructor(origin: string, folder: string, ports: readonly number[]) {
    this.origin = origin;
    this.#folder = folder;
    this.#ports = ports;
    this.#nginx = spawn(join(PROGRAMS, 'usr/sbin/nginx'), ['-c', join(folder, 'nginx.conf'), '-p', folder], {
      env: { LD_LIBRARY_PATH: librariesIn(PROGRAMS) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }

  /** Resolves when it listens. */
  static async start(folder: string, ports: readonly number[]): Promise<Balancer> {
    unpackDebianPackages(PROGRAMS, ['nginx']);
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    await configure(folder, { port, servers: ports.map((at) => `server 127.0.0.1:${at};`) });
    const balancer = new Balancer(origin, folder, ports);
    // A request would mark the processes as dead, which start later.
    await expect.poll(() => readFile(join(folder, 'pid'), 'utf8').catch(() => '')).not.toBe('');
    return balancer;
  }

  portOf(index: number): number {
    const port = this.#ports[index];
    if (port === undefined) throw new Error(`There is no process ${index}`);
    return port;
  }

  /** Resolves when no request is sent to this process, and none is under way there. */
  async takeOut(index: number): Promise<void> {
    await this.#reload(
      this.#ports.map((at, one) => `server 127.0.0.1:${at}${one === index ? ' down' : ''};`),
    );
  }

  async bringBack(): Promise<void> {
    await this.#reload(this.#ports.map((at) => `server 127.0.0.1:${at};`));
  }

  async stop(): Promise<void> {
    if (this.#nginx.exitCode !== null) return;
    const ended = once(this.#nginx, 'exit');
    this.#nginx.kill('SIGTERM');
    await ended;
  }

  /** Workers with the earlier settings end with their last request. */
  async #reload(servers: readonly string[]): Promise<void> {
    const earlier = await this.#workers();
    await configure(this.#folder, { port: Number(new URL(this.origin).port), servers });
    this.#nginx.kill('SIGHUP');
    await expect
      .poll(async () => {
        const workers = await this.#workers();
        return workers.length > 0 && workers.every((pid) => !earlier.includes(pid));
      })
      .toBe(true);
  }

  async #workers(): Promise<string[]> {
    const pid = this.#nginx.pid ?? 0;
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return children.trim().split(' ');
  }
}

async function configure(
  folder: string,
  { port, servers }: { port: number; servers: readonly string[] },
): Promise<void> {
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
