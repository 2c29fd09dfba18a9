// `npm run test:pgbouncer`: server tests through Debian's PgBouncer in transaction mode, which knows no prepared statements.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { unprivileged, withPostgres15 } from './postgres15.ts';
import { projectEnvironment, root } from './project.mjs';
import { unpackDebianPackages } from './unpack-debian-packages.ts';
import { documentedCommands } from '../tests/documented-commands.ts';

const STARTS_WITHIN_MS = 10_000;
const PORT = 6432;
/** Of PostgreSQL itself, in the document. */
const DOCUMENTED_ADDRESS = /postgresql:\/\/\S+/g;

const unpacked = join(root, 'tests', '.build', 'pgbouncer');
unpackDebianPackages(unpacked, ['pgbouncer']);

process.exitCode = await withPostgres15(async ({ folder, url, environment }) => {
  const [limitStatements] = await documentedCommands('install', 'For many people', 'Pooler');
  execFileSync('sh', ['-ec', limitStatements.replaceAll(DOCUMENTED_ADDRESS, `'${url}'`)], {
    env: environment,
    stdio: 'inherit',
  });
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
default_pool_size = 4
max_client_conn = 1000
server_idle_timeout = 5
`,
  );
  const libraries = join(copy, 'usr/lib');
  const pgbouncer = spawn(join(copy, 'usr/sbin/pgbouncer'), ['-q', settings], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      LD_LIBRARY_PATH: readdirSync(libraries)
        .filter((name) => name.endsWith('-linux-gnu'))
        .map((name) => join(libraries, name))
        .join(':'),
    },
    ...unprivileged,
  });
  try {
    await untilItListens(join(folder, `.s.PGSQL.${PORT}`));
    const env = {
      ...projectEnvironment(),
      TEST_POSTGRES_URL: url,
      TEST_POOLER_URL: `postgresql://tests@localhost:${PORT}/postgres?host=${encodeURIComponent(folder)}`,
    };
    const test = (...args) =>
      spawnSync('vitest', ['run', ...args], { cwd: root, stdio: 'inherit', env }).status ?? 1;
    const given = process.argv.slice(2);
    if (given.length > 0) return test(...given);
    const status = test('--project', 'server', '--maxWorkers=2');
    // The others have the embedded database, which serves on a socket of its own and needs no pooler.
    return status === 0 ? test('--project', 'processes', '--tags-filter=own-database') : status;
  } finally {
    const ended = once(pgbouncer, 'exit');
    if (pgbouncer.exitCode === null && pgbouncer.kill('SIGINT')) await ended;
  }
});

async function untilItListens(socket) {
  const deadline = Date.now() + STARTS_WITHIN_MS;
  while (!existsSync(socket)) {
    if (Date.now() > deadline) throw new Error('PgBouncer did not start');
    await delay(50);
  }
}
