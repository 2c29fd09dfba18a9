import { execFile, spawn } from 'node:child_process';
import { pbkdf2 } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  DataFolderInUseError,
  DataFolderUnusableError,
  DataFolderVersionError,
  findRunningPostgres,
  type LocalPostgres,
  type LocalPostgresOptions,
  startLocalPostgres,
} from './index.ts';
import { isProcessAlive, readServerLock } from './server-lock.ts';
import { type ServerProcess, startInOtherProcess } from './test-support/server-process.ts';

/** Copying a cluster takes a tenth of the time of creating one. */
let prepared: string;
let home: string;
let dataDir: string;
const running: LocalPostgres[] = [];
const processes: ServerProcess[] = [];

beforeAll(async () => {
  prepared = await mkdtemp(join(tmpdir(), 'oinkly-test-prepared-'));
  const server = await startLocalPostgres({ dataDir: join(prepared, 'postgres') });
  await server.stop();
});
afterAll(() => rm(prepared, { recursive: true, force: true }));

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'oinkly-test-'));
  dataDir = join(home, 'postgres');
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
  await Promise.all(processes.splice(0).map((other) => other.kill()));
  await serverGone();
  await rm(home, { recursive: true, force: true });
});

async function copyPrepared(folder = dataDir): Promise<void> {
  // Unlike Node's `cp`, it keeps the owner.
  await promisify(execFile)('cp', ['-a', join(prepared, 'postgres'), folder]);
}

/** Starts a server, on a copy of the prepared cluster where there is none. */
async function start(folder = dataDir, options: Partial<LocalPostgresOptions> = {}): Promise<LocalPostgres> {
  if (!existsSync(folder)) await copyPrepared(folder);
  const server = await startLocalPostgres({ dataDir: folder, ...options });
  running.push(server);
  return server;
}

function startElsewhere(): ServerProcess {
  const other = startInOtherProcess(dataDir);
  processes.push(other);
  return other;
}

async function query(connectionString: string | undefined, sql: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

async function serverPid(): Promise<number> {
  return (await readServerLock(dataDir))?.pid ?? 0;
}

async function serverGone(pid?: number): Promise<void> {
  const watched = pid ?? (await serverPid());
  await expect.poll(() => isProcessAlive(watched), { timeout: 10_000, interval: 10 }).toBe(false);
}

async function childrenOf(parent: number): Promise<number[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(
    names.map(async (name) => {
      // A process may end while the list is read.
      const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '');
      return { pid: Number(name), parent: Number(/PPid:\t(\d+)/.exec(status)?.[1]) };
    }),
  );
  return parents.filter((found) => found.parent === parent).map(({ pid }) => pid);
}

test('committed rows are there after a stop and a start', async () => {
  const first = await start();
  await query(first.connectionString, 'CREATE TABLE coin (cents int); INSERT INTO coin VALUES (425)');
  await first.stop();
  const second = await start();
  expect(await query(second.connectionString, 'SELECT cents FROM coin')).toEqual([[425]]);
});

test(
  'a start succeeds when the server is ready before this busy process can look',
  { tags: 'drill' },
  async () => {
    await (await start()).stop();
    let isStarting = true;
    // Every file operation waits in the thread pool behind these.
    const keepBusy = async (): Promise<void> => {
      while (isStarting) await promisify(pbkdf2)('', '', 100_000, 32, 'sha512');
    };
    const busy = Promise.all(Array.from({ length: 8 }, keepBusy));
    const { connectionString } = await start().finally(() => (isStarting = false));
    await busy;
    expect(await query(connectionString, 'SELECT 1')).toEqual([[1]]);
  },
);

test('the database syncs to disk, listens on its socket only and sorts alike on every system', async () => {
  const { connectionString } = await start();
  const settings = [
    'fsync',
    'full_page_writes',
    'data_checksums',
    'listen_addresses',
    'server_encoding',
    'timezone',
  ];
  expect(
    await query(
      connectionString,
      `SELECT ${settings.map((name) => `current_setting('${name}')`).join(', ')}`,
    ),
  ).toEqual([['on', 'on', 'on', '', 'UTF8', 'UTC']]);
  expect(
    await query(
      connectionString,
      'SELECT datlocprovider::text, datlocale, datcollate FROM pg_database WHERE datname = current_database()',
    ),
  ).toEqual([['b', 'C.UTF-8', 'C']]);
  expect((await stat(`${dataDir}.socket`)).mode & 0o777).toBe(0o700);
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
});

test('a test harness can clone a database', async () => {
  const { superuserConnectionString } = await start(dataDir, { opensSuperuser: true });
  await query(superuserConnectionString, 'CREATE DATABASE clone TEMPLATE oinkly');
  const url = new URL(superuserConnectionString);
  url.pathname = '/clone';
  expect(await query(url.href, 'SELECT current_database()')).toEqual([['clone']]);
});

test(
  'kill -9 of the process ends PostgreSQL, keeps all commits and allows the next start',
  { tags: 'drill' },
  async () => {
    const other = startElsewhere();
    const { connectionString } = await other.report;
    await query(connectionString, 'CREATE TABLE coin (cents int); INSERT INTO coin VALUES (875)');
    const pid = await serverPid();
    await other.kill();
    // Start at once: the old server may still be ending, and the start must wait.
    const next = await start();
    expect(isProcessAlive(pid)).toBe(false);
    expect(await query(next.connectionString, 'SELECT cents FROM coin')).toEqual([[875]]);
  },
);

test.runIf(process.platform === 'linux')(
  'no process of PostgreSQL outlives a killed process',
  { tags: 'drill' },
  async () => {
    const other = startElsewhere();
    await other.report;
    const pid = await serverPid();
    const wrapper = Number((await readFile(`/proc/${pid}/status`, 'utf8')).match(/PPid:\t(\d+)/)?.[1]);
    expect(await childrenOf(pid)).not.toEqual([]);
    await other.kill();
    await serverGone(pid);
    await serverGone(wrapper);
    expect(await childrenOf(pid)).toEqual([]);
  },
);

test(
  'a killed server is started again on its socket, loses no commit, and is reported',
  { tags: 'drill' },
  async () => {
    const lines: string[] = [];
    const server = await startLocalPostgres({ dataDir, logError: (line) => lines.push(line) });
    running.push(server);
    await query(server.connectionString, 'CREATE TABLE coin (cents int); INSERT INTO coin VALUES (1250)');
    const killed = await serverPid();
    process.kill(killed, 'SIGKILL');
    await expect
      .poll(() => lines, { timeout: 20_000 })
      .toEqual([
        `PostgreSQL on ${dataDir} ended unexpectedly and is started again; its log is ${dataDir}.log.`,
        `PostgreSQL on ${dataDir} runs again.`,
      ]);
    expect(await query(server.connectionString, 'SELECT cents FROM coin')).toEqual([[1250]]);
    const pid = await serverPid();
    expect(pid).not.toBe(killed);
    await expect(startLocalPostgres({ dataDir })).rejects.toThrow(DataFolderInUseError);
    await server.stop();
    expect(isProcessAlive(pid)).toBe(false);
  },
);

test('a server whose shell is killed ends, and one server replaces it', { tags: 'drill' }, async () => {
  const lines: string[] = [];
  const server = await startLocalPostgres({ dataDir, logError: (line) => lines.push(line) });
  running.push(server);
  const orphan = await serverPid();
  const shell = Number((await readFile(`/proc/${orphan}/status`, 'utf8')).match(/PPid:\t(\d+)/)?.[1]);
  process.kill(shell, 'SIGKILL');
  await expect.poll(() => lines, { timeout: 20_000 }).toHaveLength(2);
  expect(await serverPid()).not.toBe(orphan);
  await serverGone(orphan);
  expect(await query(server.connectionString, 'SELECT 1')).toEqual([[1]]);
});

test(
  'a server that cannot be started again is reported as lost in one sentence',
  { tags: 'drill' },
  async () => {
    const lost: string[] = [];
    const server = await startLocalPostgres({
      dataDir,
      restartPausesMs: [0, 0],
      onLost: (error) => lost.push(error.message),
    });
    running.push(server);
    await rm(join(dataDir, 'global', 'pg_control'));
    process.kill(await serverPid(), 'SIGKILL');
    await expect
      .poll(() => lost, { timeout: 10_000 })
      .toEqual([`PostgreSQL on ${dataDir} ended and does not start again; its log is ${dataDir}.log.`]);
  },
);

test('stopping while a killed server is started again leaves no server', { tags: 'drill' }, async () => {
  const ended = Promise.withResolvers<string>();
  const server = await startLocalPostgres({ dataDir, logError: ended.resolve });
  process.kill(await serverPid(), 'SIGKILL');
  await ended.promise;
  await server.stop();
  await serverGone();
  await expect(stat(`${dataDir}.owner`)).rejects.toMatchObject({ code: 'ENOENT' });
});

test.runIf(process.platform === 'linux')(
  'stopping a frozen server kills it and its children',
  { tags: 'drill' },
  async () => {
    const server = await start();
    await query(server.connectionString, 'CREATE TABLE coin (cents int); INSERT INTO coin VALUES (75)');
    const pid = await serverPid();
    // A stopped server reaps no children, so every listed child can be stopped.
    process.kill(pid, 'SIGSTOP');
    const backends = await childrenOf(pid);
    for (const backend of backends) process.kill(backend, 'SIGSTOP');
    await server.stop();
    for (const killed of [pid, ...backends]) await serverGone(killed);
    expect(await query((await start()).connectionString, 'SELECT cents FROM coin')).toEqual([[75]]);
  },
);

test('a process that exits without stopping its server ends it too', { tags: 'drill' }, async () => {
  const other = startElsewhere();
  await other.report;
  const pid = await serverPid();
  await other.leave();
  await serverGone(pid);
});

test('the interrupt key in the terminal reaches our process and not the server', async () => {
  await copyPrepared();
  const other = startElsewhere();
  const { connectionString } = await other.report;
  const pid = await serverPid();
  // A terminal signals the whole group. The process survives, like one that drains requests.
  await other.interrupt();
  expect(await query(connectionString, 'SELECT 1')).toEqual([[1]]);
  expect(await serverPid()).toBe(pid);
});

test('a second start on a folder in use fails at once and does not disturb the first', async () => {
  await copyPrepared();
  const other = startElsewhere();
  const { connectionString } = await other.report;
  const refusal = await startLocalPostgres({ dataDir }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DataFolderInUseError);
  expect(String(refusal)).toContain(
    `Oinkly is already running on ${dataDir}: stop the other one first, or choose another data folder.`,
  );
  expect(await query(connectionString, 'SELECT 1')).toEqual([[1]]);
});

test('another process reaches the server that runs on a folder, and none where none runs', async () => {
  expect(await findRunningPostgres(dataDir)).toBeNull();
  await copyPrepared();
  const other = startElsewhere();
  const { connectionString } = await other.report;
  const found = await findRunningPostgres(dataDir);
  expect(found?.connectionString).toBe(connectionString);
  expect(await query(found?.connectionString, 'SELECT 1')).toEqual([[1]]);
  await other.kill();
  expect(await findRunningPostgres(dataDir)).toBeNull();
});

test('a second start in the same process is refused too', async () => {
  await start();
  await expect(startLocalPostgres({ dataDir })).rejects.toThrow(DataFolderInUseError);
});

test('of two first starts at once one wins and the other is refused', { tags: 'drill' }, async () => {
  const reports = await Promise.all([startElsewhere().report, startElsewhere().report]);
  expect(reports.filter(({ connectionString }) => connectionString !== undefined)).toHaveLength(1);
  expect(reports.filter(({ name }) => name === 'DataFolderInUseError')).toHaveLength(1);
  expect((await readdir(home)).filter((name) => name.includes('.init-'))).toEqual([]);
});

test('a lock left by a crash does not block when its number belongs to another process now', async () => {
  const first = await start();
  const lock = await readFile(join(dataDir, 'postmaster.pid'), 'utf8');
  await first.stop();
  const { uid, gid } = await stat(dataDir);
  const bystander = spawn('/bin/sleep', ['60'], { uid, gid, cwd: '/' });
  try {
    await writeFile(join(dataDir, 'postmaster.pid'), lock.replace(/^\d+/, String(bystander.pid)));
    const second = await start();
    expect(await query(second.connectionString, 'SELECT 1')).toEqual([[1]]);
  } finally {
    bystander.kill('SIGKILL');
  }
});

test.each([
  ['empty', ''],
  ['garbled', '\0\0\0\0'],
])('starts although a power cut left the lock file %s', async (_what, content) => {
  const first = await start();
  await first.stop();
  const lockFile = join(dataDir, 'postmaster.pid');
  await writeFile(lockFile, content);
  const anHourAgo = new Date(Date.now() - 3_600_000);
  await utimes(lockFile, anHourAgo, anHourAgo);
  expect(await query((await start()).connectionString, 'SELECT 1')).toEqual([[1]]);
});

test(
  'a start that fails for another reason than a held lock is not repeated',
  { tags: 'drill' },
  async () => {
    const first = await start();
    await first.stop();
    await mkdir(join(`${dataDir}.socket`, '.s.PGSQL.5432.lock'));
    const refusal = String(await start().catch((error: unknown) => error));
    expect(refusal).toMatch(/: could not read lock file [^\n]*; its log is [^\n]*\.log\.$/);
    const log = await readFile(`${dataDir}.log`, 'utf8');
    expect(log.match(/FATAL/g)).toHaveLength(1);
  },
);

test('a data folder whose path is too long for a socket works', async () => {
  const deep = join(home, 'a'.repeat(60), 'b'.repeat(60));
  await mkdir(deep, { recursive: true });
  // Only the data folder's parent is opened to the unprivileged user, so open this one too.
  await chmod(home, 0o711);
  const server = await start(join(deep, 'postgres'));
  expect(await query(server.connectionString, 'SELECT 1')).toEqual([[1]]);
  const socketFolder = new URL(server.connectionString).searchParams.get('host') ?? '';
  expect((await stat(socketFolder)).mode & 0o777).toBe(0o700);
  await server.stop();
  await rm(socketFolder, { recursive: true });
});

test('a data folder of another major version is refused with instructions and left unchanged', async () => {
  await mkdir(dataDir, { mode: 0o700 });
  await writeFile(join(dataDir, 'PG_VERSION'), '15\n');
  const refusal = await startLocalPostgres({ dataDir }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DataFolderVersionError);
  expect(String(refusal)).toContain('was written by PostgreSQL 15, and this release brings PostgreSQL 18');
  expect(String(refusal)).toContain('run "npm run admin -- backup" with the release that wrote it');
  expect(await readdir(dataDir)).toEqual(['PG_VERSION']);
});

test('a data folder with an empty PG_VERSION is refused as damaged', async () => {
  await mkdir(dataDir, { mode: 0o700 });
  await writeFile(join(dataDir, 'PG_VERSION'), '');
  await expect(startLocalPostgres({ dataDir })).rejects.toThrow('its file PG_VERSION is empty');
});

test('a folder with something else in it is refused and not touched', async () => {
  await mkdir(dataDir, { mode: 0o700 });
  await writeFile(join(dataDir, 'photos.txt'), 'pigs');
  await expect(startLocalPostgres({ dataDir })).rejects.toThrow(DataFolderUnusableError);
  expect(await readdir(dataDir)).toEqual(['photos.txt']);
});

const PARTS = [{ schema: 'identity' }];

test('the roles are not superusers, and each reads only its own schemas [SEC-28]', async () => {
  const server = await start(dataDir, { parts: PARTS });
  const identityUrl = server.connectionStringOf('identity');
  await query(server.connectionString, 'CREATE TABLE coin (cents int); INSERT INTO coin VALUES (25)');
  await query(identityUrl, 'CREATE SCHEMA identity; CREATE TABLE identity.accounts (id int, secret text)');
  for (const url of [server.connectionString, identityUrl]) {
    expect(
      await query(
        url,
        'SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = current_user',
      ),
    ).toEqual([[false, false, false]]);
  }
  await expect(query(identityUrl, 'SELECT * FROM coin')).rejects.toMatchObject({ code: '42501' });
  await expect(query(server.connectionString, 'SELECT * FROM identity.accounts')).rejects.toMatchObject({
    code: '42501',
  });
  await expect(query(server.superuserConnectionString, 'SELECT 1')).rejects.toMatchObject({ code: '28000' });
});

test('rights that an earlier version gave to the main role are revoked [SEC-28]', async () => {
  const before = await start(dataDir, { parts: PARTS });
  await query(
    before.connectionStringOf('identity'),
    `CREATE SCHEMA identity; CREATE TABLE identity.accounts (id text, hash text);
     GRANT USAGE ON SCHEMA identity TO oinkly_app; GRANT SELECT (id) ON identity.accounts TO oinkly_app`,
  );
  expect(await query(before.connectionString, 'SELECT id FROM identity.accounts')).toEqual([]);
  await before.stop();
  await writeFile(join(dataDir, 'oinkly_roles'), '1 identity\n');
  const after = await start(dataDir, { parts: PARTS });
  await expect(query(after.connectionString, 'SELECT id FROM identity.accounts')).rejects.toMatchObject({
    code: '42501',
  });
});

test('a folder owned by the superuser is upgraded in place and keeps its data [SEC-28]', async () => {
  const before = await start(dataDir, { opensSuperuser: true });
  await query(
    before.superuserConnectionString,
    `CREATE SCHEMA identity; CREATE TABLE identity.accounts (id text, hash text);
     INSERT INTO identity.accounts VALUES ('ana', 'secret');
     CREATE SCHEMA pgboss; CREATE TYPE pgboss.state AS ENUM ('new');
     CREATE TABLE pgboss.job (id int GENERATED ALWAYS AS IDENTITY, state pgboss.state) PARTITION BY LIST (state);
     CREATE TABLE pgboss.new_job PARTITION OF pgboss.job FOR VALUES IN ('new');
     CREATE FUNCTION pgboss.one() RETURNS int LANGUAGE sql AS 'SELECT 1';
     CREATE SEQUENCE numbers; CREATE TABLE coin (id serial PRIMARY KEY, cents int); INSERT INTO coin (cents) VALUES (75);
     CREATE VIEW coins AS SELECT * FROM coin;
     ALTER SCHEMA public OWNER TO oinkly; DROP OWNED BY oinkly_app; DROP ROLE oinkly_app`,
  );
  await before.stop();
  await rm(join(dataDir, 'oinkly_roles'));

  for (const _start of [1, 2]) {
    const after = await start(dataDir, { parts: PARTS });
    const url = after.connectionString;
    expect(await query(url, 'SELECT cents, (SELECT count(*)::int FROM coins) FROM coin')).toEqual([[75, 1]]);
    await query(url, "ALTER TABLE coin ADD COLUMN IF NOT EXISTS note text; SELECT nextval('numbers')");
    await query(
      url,
      "INSERT INTO pgboss.job (state) VALUES ('new'); CREATE OR REPLACE FUNCTION pgboss.one() RETURNS int LANGUAGE sql AS 'SELECT 2'",
    );
    await query(url, "ALTER TYPE pgboss.state ADD VALUE IF NOT EXISTS 'old'");
    await expect(query(url, 'SELECT id FROM identity.accounts')).rejects.toMatchObject({ code: '42501' });
    const identityUrl = after.connectionStringOf('identity');
    expect(await query(identityUrl, 'SELECT hash FROM identity.accounts')).toEqual([['secret']]);
    await query(identityUrl, 'ALTER TABLE identity.accounts ADD COLUMN IF NOT EXISTS note text');
    await after.stop();
  }
});

// Only root can act in another user's folder.
const asRoot = test.skipIf(process.getuid?.() !== 0);

/** A user's own folder, as root finds it. */
async function folderOfAnotherUser(): Promise<{ uid: number; gid: number }> {
  const first = await start();
  await first.stop();
  await serverGone();
  // Any free number works: PostgreSQL needs a name only to create a cluster.
  const person = { uid: 12_345, gid: 12_345 };
  await writeFile(`${dataDir}.log`, 'x'.repeat(1024 * 1024 + 1));
  await promisify(execFile)('chown', ['-R', `${person.uid}:${person.gid}`, home]);
  return person;
}

asRoot(
  'a copy owned by root or nobody is given to the user that only PostgreSQL runs as [SEC-28]',
  async () => {
    const first = await start();
    await query(first.connectionString, 'CREATE TABLE coin (cents int); INSERT INTO coin VALUES (5)');
    await first.stop();
    const { uid } = await stat(dataDir);
    for (const owner of ['root:root', 'nobody:nogroup']) {
      await promisify(execFile)('chown', ['-R', owner, home]);
      await chmod(home, 0o755);
      const next = await start();
      expect(await query(next.connectionString, 'SELECT cents FROM coin')).toEqual([[5]]);
      expect((await stat(join(dataDir, 'PG_VERSION'))).uid).toBe(uid);
      await next.stop();
    }
  },
);

asRoot('no other user can connect, not even the one that PostgreSQL runs as [SEC-28]', async () => {
  const { connectionString } = await start();
  const { uid, gid } = await stat(dataDir);
  const program = `import pg from '${import.meta.resolve('pg')}';
    const client = new pg.Client({ connectionString: process.argv[1] });
    await client.connect().then(() => console.log('let in'), (error) => console.log(error.code));
    await client.end();`;
  await chmod(home, 0o755);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', program, connectionString],
    { uid, gid, cwd: '/' },
  );
  expect(stdout.trim()).toBe('28000');
});

asRoot("files written by root beside another user's folder belong to that user", async () => {
  const { uid, gid } = await folderOfAnotherUser();
  await start();
  for (const name of ['log', 'log.1', 'owner']) {
    expect(await stat(`${dataDir}.${name}`), name).toMatchObject({ uid, gid });
  }
  const append = 'for name in log owner; do printf "" >> "$0.$name" || exit 1; done';
  await promisify(execFile)('/bin/sh', ['-c', append, dataDir], { uid, gid, cwd: '/' });
});

asRoot("another user's symbolic links cannot make root give away or overwrite its files", async () => {
  await folderOfAnotherUser();
  const elsewhere = await mkdtemp(join(tmpdir(), 'oinkly-test-of-root-'));
  onTestFinished(() => rm(elsewhere, { recursive: true }));
  const secret = join(elsewhere, 'secret');
  await writeFile(secret, 'of root', { mode: 0o600 });
  const isUntouched = async () => {
    expect({ uid: (await stat(secret)).uid, text: await readFile(secret, 'utf8') }).toEqual({
      uid: 0,
      text: 'of root',
    });
  };

  await symlink(secret, `${dataDir}.owner`);
  const server = await start();
  await isUntouched();
  await server.stop();
  await rm(`${dataDir}.log`);
  await symlink(secret, `${dataDir}.log`);
  await expect(start()).rejects.toMatchObject({ code: 'ELOOP' });
  await isUntouched();
});

test('a first start killed at any moment does not wedge the next one', { tags: 'drill' }, async () => {
  for (const afterMs of [120, 250, 400, 550]) {
    const interrupted = startElsewhere();
    await delay(afterMs);
    await interrupted.kill();
  }
  const server = await start();
  expect(await query(server.connectionString, 'SELECT current_database()')).toEqual([['oinkly']]);
  await expect
    .poll(async () => (await readdir(home)).filter((name) => name.includes('.init-')), { timeout: 5_000 })
    .toEqual([]);
});

test('the error of a failed start holds the reason that PostgreSQL gave', async () => {
  const server = await start();
  await server.stop();
  await rm(join(dataDir, 'global', 'pg_control'));
  await expect(startLocalPostgres({ dataDir })).rejects.toThrow(/did not start.*pg_control/s);
});
