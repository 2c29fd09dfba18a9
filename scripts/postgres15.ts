import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unpackDebianPackages } from './unpack-debian-packages.ts';

export interface Postgres15 {
  folder: string;
  /** Runs one of PostgreSQL's programs as an unprivileged user. */
  run: (program: string, args: readonly string[]) => void;
  /** Other commands find the programs by name. */
  environment: NodeJS.ProcessEnv;
}

const DEBIAN_BINARIES = '/usr/lib/postgresql/15/bin';
const VERSION = /\(PostgreSQL\) 15\./;

/** PostgreSQL and poolers refuse to run as root. */
export const unprivileged: { uid?: number; gid?: number } =
  process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};

/**
 * Makes a folder that an unprivileged user can write, with PostgreSQL 15's programs.
 */
export function preparePostgres15(): Postgres15 {
  const folder = mkdtempSync(join(tmpdir(), 'postgres15-'));
  chmodSync(folder, 0o777);
  const binaries = bringBinaries(folder);
  const libraries = ['x86_64', 'aarch64'].map((cpu) => join(folder, `postgresql/usr/lib/${cpu}-linux-gnu`));
  const environment = {
    ...process.env,
    PATH: `${binaries}:${process.env['PATH'] ?? ''}`,
    LD_LIBRARY_PATH: libraries.join(':'),
  };
  const run = (program: string, args: readonly string[]) => {
    execFileSync(join(binaries, program), args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: environment,
      ...unprivileged,
    });
  };
  return { folder, run, environment };
}

export const INITDB_OPTIONS: readonly string[] = [
  '-A',
  'trust',
  '-U',
  'tests',
  '--no-sync',
  '-E',
  'UTF8',
  '--locale=C.UTF-8',
];

/** For `pg_ctl -o`. */
export function serverOptions(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(' ');
}

/**
 * Runs `work` with a temporary cluster of PostgreSQL 15, which listens only in its own folder. `work` gets the address of the database
 * `postgres`, and what `preparePostgres15` returns.
 */
export async function withPostgres15<T>(
  work: (postgres: Postgres15 & { url: string }) => Promise<T> | T,
): Promise<T> {
  const { folder, run, environment } = preparePostgres15();
  const data = join(folder, 'data');
  run('initdb', ['-D', data, ...INITDB_OPTIONS]);
  const options = serverOptions({
    listen_addresses: '',
    unix_socket_directories: folder,
    fsync: 'off',
    max_connections: '200',
  });
  run('pg_ctl', ['-D', data, '-o', options, '-w', '-l', join(folder, 'log'), 'start']);
  try {
    return await work({
      folder,
      url: `postgresql://tests@localhost/postgres?host=${encodeURIComponent(folder)}`,
      run,
      environment,
    });
  } finally {
    run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the folder of PostgreSQL 15's programs: installed, or a readable copy of Debian's packages. */
function bringBinaries(folder: string): string {
  const { stdout: onPath } = spawnSync('sh', ['-c', 'readlink -f "$(command -v postgres)"'], {
    encoding: 'utf8',
  });
  const installed = [DEBIAN_BINARIES, dirname(onPath.trim())].find(isVersion15);
  if (installed) return installed;
  const unpacked = join(import.meta.dirname, '..', 'tests', '.build', 'postgresql-15');
  unpackDebianPackages(unpacked, ['postgresql-15', 'postgresql-client-15', 'libpq5']);
  cpSync(unpacked, join(folder, 'postgresql'), { recursive: true, verbatimSymlinks: true });
  return join(folder, 'postgresql', DEBIAN_BINARIES);
}

function isVersion15(binaries: string): boolean {
  const program = join(binaries, 'postgres');
  return existsSync(program) && VERSION.test(execFileSync(program, ['--version'], { encoding: 'utf8' }));
}

function idOf(flag: string): number {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
}
