// `npm run test:postgres15`: the server suite on PostgreSQL 15, the oldest supported version, in a temporary cluster.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectEnvironment, root } from './project.mjs';

const binaries = findBinaries();
const version = execFileSync(join(binaries, 'postgres'), ['--version'], { encoding: 'utf8' });
if (!/ 15\./.test(version)) {
  console.error(`This needs PostgreSQL 15, but ${version.trim()} is installed.`);
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'postgres15-'));
const data = join(folder, 'data');
// PostgreSQL refuses to run as root.
const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
chmodSync(folder, 0o777);
const asUser = (program, args) =>
  execFileSync(join(binaries, program), args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
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
  const { status } = spawnSync('vitest', ['run', '--project', 'server', 'apps/server'], {
    cwd: root,
    stdio: 'inherit',
    env,
  });
  process.exitCode = status ?? 1;
} finally {
  asUser('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
  rmSync(folder, { recursive: true, force: true });
}

/** The folder of the installed server programs: where `postgres` on the PATH really is, or Debian's place for it. */
function findBinaries() {
  const found = (process.env.PATH ?? '').split(':').find((path) => existsSync(join(path, 'postgres')));
  const debian = '/usr/lib/postgresql/15/bin';
  if (found) return dirname(realpathSync(join(found, 'postgres')));
  if (existsSync(join(debian, 'postgres'))) return debian;
  console.error('PostgreSQL 15 is not installed: install the Debian package postgresql-15.');
  process.exit(1);
}

function idOf(flag) {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
}
