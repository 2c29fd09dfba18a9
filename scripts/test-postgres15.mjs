// `npm run test:postgres15`: server tests on PostgreSQL 15, the oldest supported version, in a temporary cluster.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectEnvironment, root } from './project.mjs';
import { unpackDebianPackages } from './unpack-debian-packages.mjs';

const DEBIAN_BINARIES = '/usr/lib/postgresql/15/bin';
const VERSION = /\(PostgreSQL\) 15\./;

const folder = mkdtempSync(join(tmpdir(), 'postgres15-'));
const data = join(folder, 'data');
// PostgreSQL refuses to run as root.
const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
chmodSync(folder, 0o777);
const binaries = bringBinaries();
const libraries = ['x86_64', 'aarch64'].map((cpu) => join(folder, `postgresql/usr/lib/${cpu}-linux-gnu`));
const asUser = (program, args) =>
  execFileSync(join(binaries, program), args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, LD_LIBRARY_PATH: libraries.join(':') },
    ...user,
  });

asUser('initdb', ['-D', data, '-A', 'trust', '-U', 'tests', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8']);
const settings = `-c listen_addresses='' -c unix_socket_directories='${folder}' -c fsync=off -c max_connections=200`;
asUser('pg_ctl', ['-D', data, '-o', settings, '-w', '-l', join(folder, 'log'), 'start']);
try {
  const env = {
    ...projectEnvironment(),
    TEST_POSTGRES_URL: `postgresql://tests@localhost/postgres?host=${encodeURIComponent(folder)}`,
  };
  const { status } = spawnSync(
    'vitest',
    ['run', '--project', 'server', '--project', 'processes', '--maxWorkers=2'],
    {
      cwd: root,
      stdio: 'inherit',
      env,
    },
  );
  process.exitCode = status ?? 1;
} finally {
  asUser('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
  rmSync(folder, { recursive: true, force: true });
}

/** Returns the folder of PostgreSQL 15's programs: installed, or a readable copy of Debian's packages. */
function bringBinaries() {
  const { stdout: onPath } = spawnSync('sh', ['-c', 'readlink -f "$(command -v postgres)"'], {
    encoding: 'utf8',
  });
  const installed = [DEBIAN_BINARIES, dirname(onPath.trim())].find(isVersion15);
  if (installed) return installed;
  const unpacked = join(root, 'tests', '.build', 'postgresql-15');
  unpackDebianPackages(unpacked, ['postgresql-15', 'postgresql-client-15', 'libpq5']);
  cpSync(unpacked, join(folder, 'postgresql'), { recursive: true, verbatimSymlinks: true });
  return join(folder, 'postgresql', DEBIAN_BINARIES);
}

function isVersion15(binaries) {
  const program = join(binaries, 'postgres');
  return existsSync(program) && VERSION.test(execFileSync(program, ['--version'], { encoding: 'utf8' }));
}

function idOf(flag) {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
}
