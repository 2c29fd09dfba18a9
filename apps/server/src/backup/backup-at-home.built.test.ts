import { findRunningPostgres, startLocalPostgres } from '@oinkly/local-postgres';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { IDENTITY_PART } from '../db/identity-part.ts';
import { startAdmin, type AdminAnswer, type RunningAdmin } from '../test-support/admin-program.ts';
import { HttpBrowser } from '../test-support/http-browser.ts';
import { linkTestBank } from '../test-support/link-test-bank.ts';
import { copyDataFolder } from '../test-support/prepared-data-folder.ts';
import {
  freePort,
  startedServer,
  startServerProcess,
  type ServerProcess,
} from '../test-support/server-process.ts';
import { SmallDisk } from '../test-support/small-disk.ts';
import { createTestDatabase } from '../test-support/test-database.ts';
import { readWholeDatabase, type WholeDatabase } from '../test-support/whole-database.ts';

const PASSWORD = 'a quiet brass trumpet';
const ENCRYPTED = { BACKUP_PASSPHRASE: 'four old brass trumpets' };
const MB = 1024 * 1024;
const LARGE_BYTES = 256 * MB;

let folder: string;
let environment: Record<string, string>;
let file: string;
const running: ServerProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-home-'));
  // PostgreSQL's own user must pass through.
  await chmod(folder, 0o755);
  environment = await newPlace('home');
  await copyDataFolder(inject('preparedDataFolder'), environment['DATA_DIR'] ?? '');
  file = join(folder, 'backup.tar.gz');
});
afterEach(async () => {
  await stopAll();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** The environment of a place whose data folder is empty. */
async function newPlace(name: string): Promise<Record<string, string>> {
  const dataDir = join(folder, name);
  await mkdir(dataDir);
  return { DATA_DIR: dataDir, PORT: String(await freePort()) };
}

async function start(place = environment): Promise<ServerProcess> {
  const server = await startedServer(place);
  running.push(server);
  return server;
}

async function stopAll(): Promise<void> {
  for (const server of running.splice(0)) await server.end('SIGTERM');
}

function admin(place: Record<string, string>, ...words: string[]): Promise<AdminAnswer> {
  return startAdmin(place, words).ended;
}

async function signUp(origin: string, email = 'ana@example.org'): Promise<HttpBrowser> {
  const browser = await new HttpBrowser().open(`${origin}/api/login`);
  await browser.open(browser.link('Create an account'));
  return browser.submit('Create an account', { email, password: PASSWORD }, /localhost:\d+\/$/);
}

async function logIn(origin: string, email = 'ana@example.org'): Promise<HttpBrowser> {
  const browser = await new HttpBrowser().open(`${origin}/api/login`);
  return browser.submit('Log in', { email, password: PASSWORD }, /localhost:\d+\/$/);
}

const dataDirOf = (place: Record<string, string>) => place['DATA_DIR'] ?? '';

const expensesOf = async (browser: HttpBrowser, origin: string) =>
  (await browser.call('GET', `${origin}/api/expenses?counted=all`)).json as unknown[];

/** All schemas of a stopped server. */
async function wholeDatabaseOf(place: Record<string, string>): Promise<WholeDatabase> {
  const database = await startLocalPostgres({
    dataDir: join(dataDirOf(place), 'postgres'),
    parts: [IDENTITY_PART],
    opensSuperuser: true,
  });
  try {
    return await readWholeDatabase(database.superuserConnectionString);
  } finally {
    await database.stop();
  }
}

async function clientOf(place: Record<string, string>): Promise<pg.Client> {
  const database = await findRunningPostgres(join(dataDirOf(place), 'postgres'));
  const client = new pg.Client({ connectionString: database?.connectionString });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test(
  'a backup beside a running server restores people, spending and banks elsewhere [OPS-1]',
  { tags: ['drill'] },
  async () => {
    const { origin } = await start();
    const ana = await signUp(origin);
    await linkTestBank(ana, origin);
    await ana.call('POST', `${origin}/api/auto-import-transactions`);
    const before = await expensesOf(ana, origin);
    expect(before.length).toBeGreaterThan(0);

    const answer = await admin({ ...environment, ...ENCRYPTED }, 'backup', file);
    expect(answer).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(
        /^Wrote \S+: 1 user, [\d,]+ rows, \d+ kB\.\nIt is encrypted and holds the token keys\..*\n$/,
      ) as string,
      stderr: '',
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await stopAll();

    const elsewhere = await newPlace('elsewhere');
    expect(await admin({ ...elsewhere, ...ENCRYPTED }, 'restore', file)).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(
        /^Restored 1 user, [\d,]+ rows of .*\nStart the server now\.\n$/,
      ) as string,
      stderr: '',
    });
    const second = await start(elsewhere);
    const again = await logIn(second.origin);
    expect(await expensesOf(again, second.origin)).toEqual(before);
    await again.call('POST', `${second.origin}/api/auto-import-transactions`);
    expect((await again.call('GET', `${second.origin}/api/plaid/connections`)).json).toMatchObject([
      { status: 'healthy' },
    ]);
  },
);

test(
  'a restore at home brings every row back, and only the keys it may [OPS-1] [SEC-27]',
  { tags: ['drill'] },
  async () => {
    const { origin } = await start();
    await linkTestBank(await signUp(origin), origin);
    await stopAll();
    const before = await wholeDatabaseOf(environment);
    expect(before.rows['identity.accounts']).toHaveLength(1);
    const { stdout } = await admin(environment, 'backup', file);
    expect(stdout).toContain(
      'It is not encrypted: anyone with this file can read all spending. It holds no token keys',
    );

    const elsewhere = await newPlace('elsewhere');
    const restored = await admin(elsewhere, 'restore', file);
    expect(restored.stdout).toContain('The backup holds no token keys: make sure that');
    expect(await wholeDatabaseOf(elsewhere)).toEqual(before);
    expect(await startServerProcess(elsewhere)).toMatchObject({
      exitCode: 1,
      output: expect.stringMatching(/^The key 'home-\w+' that sealed the bank logins is missing/) as string,
    });
    await cp(join(dataDirOf(environment), 'token-keys'), join(dataDirOf(elsewhere), 'token-keys'));
    await start(elsewhere);

    const withKeys = join(folder, 'with-keys.tar.gz');
    expect((await admin(environment, 'backup', withKeys, '--with-token-keys')).stdout).toContain(
      'It is not encrypted and holds the token keys: anyone with this file can read everything and use the linked banks.',
    );
    expect((await admin(environment, 'verify', withKeys)).stdout).toMatch(
      /is complete and unchanged: 1 user, .*\nOinkly \S+ wrote it on .* from PostgreSQL 18\.\d+\.\nIt is not encrypted and holds the token keys\.\n$/,
    );
  },
);

test(
  'a restore refuses users and a running server, and takes a place that started once [OPS-2]',
  { tags: ['drill'] },
  async () => {
    const { origin } = await start();
    await signUp(origin);
    expect(await admin(environment, 'backup', file)).toMatchObject({ exitCode: 0 });
    expect(await admin(environment, 'restore', file)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(
        /^Oinkly is already running on [^\n]+: stop the other one first[^\n]+\n$/,
      ) as string,
    });
    await stopAll();
    expect(await admin(environment, 'restore', file)).toMatchObject({
      exitCode: 1,
      stderr: `${dataDirOf(environment)} already has users: restore into an empty place. Nothing was changed.\n`,
    });

    const startedOnce = await newPlace('started-once');
    await copyDataFolder(inject('preparedDataFolder'), dataDirOf(startedOnce));
    expect(await admin(startedOnce, 'restore', file)).toMatchObject({ exitCode: 0 });
    const second = await start(startedOnce);
    await logIn(second.origin);
  },
);

test(
  'people move from home to a PostgreSQL of another major, and back [OPS-1]',
  { timeout: 120_000, tags: ['drill', 'own-database'] },
  async () => {
    const { origin } = await start();
    const ana = await signUp(origin);
    await linkTestBank(ana, origin);
    await ana.call('POST', `${origin}/api/auto-import-transactions`);
    const expenses = await expensesOf(ana, origin);
    await stopAll();
    const before = await wholeDatabaseOf(environment);
    await admin(environment, 'backup', file);

    // PostgreSQL 15 in `npm run test:postgres15`.
    const database = await createTestDatabase('template0');
    onTestFinished(() => database.drop());
    const keys = (await readFile(join(dataDirOf(environment), 'token-keys'), 'utf8')).trim();
    const place = await newPlace('of-my-own');
    const ownDatabase = {
      ...place,
      DATABASE_URL: database.url,
      DATABASE_DIRECT_URL: database.directUrl,
      TOKEN_KEYS: keys,
      EMBEDDED_IDENTITY: 'on',
      TEST_BANKS: 'on',
    };
    expect(await admin(ownDatabase, 'restore', file)).toMatchObject({ exitCode: 0, stderr: '' });
    const { rows: versions } = await database.db.$client.query<{ major: number }>(
      "SELECT current_setting('server_version_num')::integer / 10000 AS major",
    );
    expect(versions).toEqual([{ major: inject('postgresMajor') }]);
    const moved = await readWholeDatabase(database.directUrl);
    expect([moved.rows, moved.sequences]).toEqual([before.rows, before.sequences]);
    const second = await start(ownDatabase);
    const there = await logIn(second.origin);
    await there.call('POST', `${second.origin}/api/auto-import-transactions`);
    expect((await there.call('GET', `${second.origin}/api/plaid/connections`)).json).toMatchObject([
      { status: 'healthy' },
    ]);
    expect(await expensesOf(there, second.origin)).toEqual(expenses);

    const back = join(folder, 'back.tar.gz.age');
    expect(await admin({ ...ownDatabase, ...ENCRYPTED }, 'backup', back)).toMatchObject({ exitCode: 0 });
    await stopAll();
    const home = await newPlace('home-again');
    expect(await admin({ ...home, ...ENCRYPTED }, 'restore', back)).toMatchObject({
      exitCode: 0,
      stderr: '',
    });
    const third = await start(home);
    expect(await expensesOf(await logIn(third.origin), third.origin)).toEqual(expenses);
  },
);

test(
  'a backup needs memory for a part of it only, however large it is [OPS-1]',
  { tags: ['drill'], timeout: 180_000 },
  async () => {
    await start();
    const small = await peakOfBackup('small');
    const client = await clientOf(environment);
    // Random, so that the compressed backup is large too.
    await client.query(`CREATE TABLE large AS
      SELECT (SELECT string_agg(md5(random()::text || kilobyte || part), '') FROM generate_series(1, 32) part) AS content
      FROM generate_series(1, ${LARGE_BYTES / 1024}) kilobyte`);
    const large = await peakOfBackup('large');
    expect((await stat(join(folder, 'large'))).size).toBeGreaterThan(LARGE_BYTES / 3);
    expect(large - small).toBeLessThan(LARGE_BYTES / 2);
  },
);

/** The most memory that the program had at once, in bytes. */
async function peakOfBackup(name: string): Promise<number> {
  const peakFile = join(folder, `${name}.peak`);
  const report = `import { readFileSync, writeFileSync } from 'node:fs';
    process.on('exit', () => writeFileSync(${JSON.stringify(peakFile)}, readFileSync('/proc/self/status')));`;
  const place = {
    ...environment,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(report)}`,
  };
  expect(await admin(place, 'backup', join(folder, name))).toMatchObject({ exitCode: 0 });
  const peakKb = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(peakFile, 'utf8'))?.[1];
  return Number(peakKb) * 1024;
}

describe('a full disk during a restore', { tags: ['drill'], timeout: 180_000 }, () => {
  const DISK_BYTES = 256 * MB;

  /** Of one user with some 40 MB of rows, which don't compress well. */
  async function makeLargeBackup(): Promise<void> {
    const { origin } = await start();
    await signUp(origin);
    await (
      await clientOf(environment)
    ).query(`INSERT INTO import_layouts (user_id, file_kind, layout, used_at)
      SELECT id, n::text, jsonb_build_object('text', (SELECT string_agg(md5(random()::text || n || part), '') FROM generate_series(1, 320) part)), now()
      FROM users, generate_series(1, 4000) n`);
    expect(await admin(environment, 'backup', file)).toMatchObject({ exitCode: 0 });
    await stopAll();
  }

  const fullDisk = (place: string) => ({
    exitCode: 1,
    stdout: '',
    stderr: `The disk of ${place} is full: free some space, then try again. Nothing was changed.\n`,
  });

  test.each([
    // A new database needs some 40 MB.
    ['an empty data folder', false, [0, 20 * MB, 60 * MB]],
    ['a data folder that started once', true, [4 * MB, 60 * MB]],
  ])('changes nothing in %s, and the restore can be repeated [OPS-2]', async (_place, hasStarted, free) => {
    await makeLargeBackup();
    const disk = await SmallDisk.mount(DISK_BYTES);
    const place = { DATA_DIR: join(disk.folder, 'home'), PORT: String(await freePort()) };
    if (hasStarted) await copyDataFolder(inject('preparedDataFolder'), place.DATA_DIR);
    else await mkdir(place.DATA_DIR);
    const leavings = ['postgres.log', 'postgres.socket'];
    const names = async () => (await readdir(place.DATA_DIR)).filter((name) => !leavings.includes(name));
    const before = await names();
    for (const freeBytes of free) {
      await disk.fill(freeBytes);
      expect(await admin(place, 'restore', file)).toEqual(fullDisk(place.DATA_DIR));
      expect(await names()).toEqual(before);
    }
    await disk.clear();
    expect(await admin(place, 'restore', file)).toMatchObject({ exitCode: 0, stderr: '' });
    const second = await start(place);
    await logIn(second.origin);
  });

  test('changes nothing in the database at DATABASE_URL, and the restore can be repeated [OPS-2]', async () => {
    await makeLargeBackup();
    const disk = await SmallDisk.mount(DISK_BYTES);
    const ownPostgres = await startLocalPostgres({
      dataDir: join(disk.folder, 'postgres'),
      opensSuperuser: true,
    });
    onTestFinished(() => ownPostgres.stop());
    const url = ownPostgres.superuserConnectionString;
    const place = {
      ...(await newPlace('of-my-own')),
      DATABASE_URL: url,
      TOKEN_KEYS: `k:${Buffer.alloc(32, 7).toString('base64')}`,
      EMBEDDED_IDENTITY: 'on',
    };
    const before = await readWholeDatabase(url);
    await disk.fill(20 * MB);
    expect(await admin(place, 'restore', file)).toEqual(fullDisk('the database'));
    expect(await readWholeDatabase(url)).toEqual(before);
    await disk.clear();
    expect(await admin(place, 'restore', file)).toMatchObject({ exitCode: 0, stderr: '' });
    expect((await readWholeDatabase(url)).rows['public.users']).toHaveLength(1);
  });
});

/** Starts a backup and holds it in the middle. */
async function heldBackup(): Promise<{ backup: RunningAdmin; release: () => Promise<unknown> }> {
  const holder = await clientOf(environment);
  await holder.query('BEGIN; LOCK TABLE weekly_totals IN ACCESS EXCLUSIVE MODE');
  const backup = startAdmin(environment, ['backup', file]);
  await expect.poll(() => existsSync(`${file}.part`)).toBe(true);
  return { backup, release: () => holder.query('ROLLBACK') };
}

test('a killed backup never looks like one [OPS-1]', { tags: ['drill'] }, async () => {
  await start();
  const { backup, release } = await heldBackup();
  backup.kill('SIGKILL');
  await backup.ended;
  expect((await readdir(folder)).sort()).toEqual(['backup.tar.gz.part', 'home']);
  await release();
  // PostgreSQL notices the end of the program when it sends the next row.
  const client = await clientOf(environment);
  const sessions = `SELECT FROM pg_stat_activity WHERE application_name = 'oinkly-backup'`;
  await expect.poll(async () => (await client.query(sessions)).rowCount).toBe(0);
  expect(await admin(environment, 'backup', file)).toMatchObject({ exitCode: 0 });
  expect((await readdir(folder)).sort()).toEqual(['backup.tar.gz', 'home']);
});

test('a backup that a full disk or Ctrl-C stops says so in one sentence and leaves nothing [OPS-1]', async () => {
  await start();
  const unwritable = startAdmin(environment, ['backup', file], { maxFileBytes: 4096 });
  expect(await unwritable.ended).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringMatching(
      new RegExp(
        `^The disk of ${folder} is full.*: free some space, then try again. No backup was written.\n$`,
      ),
    ) as string,
  });
  expect((await readdir(folder)).sort()).toEqual(['home']);

  const { backup, release } = await heldBackup();
  backup.kill('SIGINT');
  await release();
  expect(await backup.ended).toMatchObject({
    exitCode: 1,
    stderr: 'The backup was interrupted. Nothing was written.\n',
  });
  expect((await readdir(folder)).sort()).toEqual(['home']);
});

test(
  'a killed restore leaves an empty place, and the next one succeeds [OPS-2]',
  { tags: ['drill'] },
  async () => {
    const { origin } = await start();
    await signUp(origin);
    await admin(environment, 'backup', file);
    await stopAll();
    const elsewhere = await newPlace('elsewhere');
    const unfinished = join(dataDirOf(elsewhere), 'postgres.restoring', 'postmaster.pid');
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      const restore = startAdmin(elsewhere, ['restore', file]);
      await expect.poll(() => existsSync(unfinished), { interval: 20 }).toBe(true);
      restore.kill(signal);
      await restore.ended;
      expect(existsSync(join(dataDirOf(elsewhere), 'postgres'))).toBe(false);
    }
    expect(await admin(elsewhere, 'restore', file)).toMatchObject({ exitCode: 0, stderr: '' });
    expect((await readdir(dataDirOf(elsewhere))).filter((name) => name.includes('.restoring'))).toEqual([]);
    const second = await start(elsewhere);
    await logIn(second.origin);
  },
);

test(
  'a restore never replaces the database of a server that started meanwhile [OPS-2]',
  { tags: ['drill'] },
  async () => {
    await signUp((await start()).origin);
    await admin(environment, 'backup', file);
    await stopAll();
    const elsewhere = await newPlace('elsewhere');
    const restore = startAdmin(elsewhere, ['restore', file]);
    const unfinished = join(dataDirOf(elsewhere), 'postgres.restoring', 'postmaster.pid');
    await expect.poll(() => existsSync(unfinished), { interval: 20 }).toBe(true);
    restore.kill('SIGSTOP');
    const { origin } = await start(elsewhere);
    await signUp(origin, 'bo@example.org');
    restore.kill('SIGCONT');
    expect(await restore.ended).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^Oinkly is already running on [^\n]+\n$/) as string,
    });
    await stopAll();
    const again = await start(elsewhere);
    await logIn(again.origin, 'bo@example.org');
  },
);

test('a server with users backs itself up, or logs an error and deletes no old backup [OPS-3]', async () => {
  const backups = join(dataDirOf(environment), 'backups');
  const first = await start();
  expect(existsSync(backups)).toBe(false);
  await signUp(first.origin);
  await stopAll();
  const today = new Date().toISOString().slice(0, 10);
  await mkdir(backups);
  const old = ['holiday-2020-01-01.tar.gz', 'oinkly-2020-01-01.tar.gz', 'oinkly-2020-01-02.tar.gz.part'];
  for (const name of old) await writeFile(join(backups, name), 'old');

  const disk = join(folder, 'disk');
  const failing = await start({ ...environment, BACKUP_DIR: disk });
  const sentence = `There is no folder BACKUP_DIR (${disk}): create it, or mount its disk.`;
  await expect.poll(() => failing.written()).toContain(sentence);
  const line =
    failing
      .written()
      .split('\n')
      .find((one) => one.includes(sentence)) ?? '';
  expect(JSON.parse(line)).toMatchObject({ level: 50, job: 'back-up', msg: 'a job has failed' });
  expect(existsSync(disk)).toBe(false);
  expect(await readFile(join(dataDirOf(environment), 'token-keys'), 'utf8')).not.toBe('');
  expect((await readdir(backups)).sort()).toEqual(old);
  await stopAll();

  await start();
  await expect
    .poll(async () => (await readdir(backups)).sort())
    .toEqual(['holiday-2020-01-01.tar.gz', `oinkly-${today}.tar.gz`]);
  const written = join(backups, `oinkly-${today}.tar.gz`);
  expect(await admin(environment, 'verify', written)).toMatchObject({ exitCode: 0 });
  expect((await stat(written)).mode & 0o777).toBe(0o600);
});
