// PgBouncer in transaction mode, from Debian, in front of a PostgreSQL 15 that listens in the same folder.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { unprivileged } from './postgres15.ts';
import { librariesIn, unpackDebianPackages } from './unpack-debian-packages.ts';

const STARTS_WITHIN_MS = 10_000;
const PORT = 6432;

export interface PgBouncer {
  pid: number;
  /** Of a database behind it. */
  urlOf(database: string): string;
  stop(): Promise<void>;
}

/** Starts a pooler that only `folder` leads to. It keeps `poolSize` connections for each database and user. */
export async function startPgBouncer(folder: string, { poolSize = 4 } = {}): Promise<PgBouncer> {
  const unpacked = join(import.meta.dirname, '..', 'tests', '.build', 'pgbouncer');
  unpackDebianPackages(unpacked, ['pgbouncer']);
  // The unprivileged user may not read the checkout.
  const copy = join(folder, 'pgbouncer');
  cpSync(unpacked, copy, { recursive: true, verbatimSymlinks: true });
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(join(folder, 'users'), '"tests" ""\n');
  writeFileSync(
    settings,
    `[databases]
* = host=${folder}
[pgbouncer]
listen_addr =
listen_port = ${PORT}
unix_socket_dir = ${folder}
auth_type = trust
auth_file = ${join(folder, 'users')}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 1000
server_idle_timeout = 5
`,
  );
  const pgbouncer = spawn(join(copy, 'usr/sbin/pgbouncer'), ['-q', settings], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { LD_LIBRARY_PATH: librariesIn(copy) },
    ...unprivileged,
  });
  const stop = async () => {
    const ended = once(pgbouncer, 'exit');
    if (pgbouncer.exitCode === null && pgbouncer.kill('SIGINT')) await ended;
  };
  try {
    await untilItListens(join(folder, `.s.PGSQL.${PORT}`));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    pid: pgbouncer.pid ?? 0,
    urlOf: (database) =>
      `postgresql://tests@localhost:${PORT}/${database}?host=${encodeURIComponent(folder)}`,
    stop,
  };
}

async function untilItListens(socket: string): Promise<void> {
  const deadline = Date.now() + STARTS_WITHIN_MS;
  while (!existsSync(socket)) {
    if (Date.now() > deadline) throw new Error('PgBouncer did not start');
    await delay(50);
  }
}
