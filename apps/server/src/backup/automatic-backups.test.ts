import type { FastifyBaseLogger } from 'fastify';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig, type Config } from '../start/config.ts';
import { ConfigError } from '../errors/config-error.ts';
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts';
import { MIGRATIONS_DIR } from '../test-support/next-migration.ts';
import { backUpBeforeUpdate, backUpToday } from './automatic-backups.ts';
import { verifyBackup } from './restore-backup.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const RUNS_ON = new AbortController().signal;

let database: TestDatabase;
let dir: string;
let now: Date;
const log = { info: vi.fn(), warn: vi.fn() };

beforeEach(async () => {
  vi.resetAllMocks();
  database = await createTestDatabase();
  dir = await mkdtemp(join(tmpdir(), 'automatic-'));
  now = new Date('2026-06-05T23:59:00Z');
});
afterEach(async () => {
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

function backups(settings: Record<string, string> = {}) {
  const config: Config = readConfig({
    DATABASE_URL: database.directUrl,
    TOKEN_KEYS: `k:${KEY}`,
    EMBEDDED_IDENTITY: 'on',
    BACKUP_DIR: dir,
    ...settings,
  });
  return {
    config,
    databases: { databaseUrl: database.directUrl, identityDatabaseUrl: database.directUrl },
    clock: () => now,
    log: log as unknown as FastifyBaseLogger,
  };
}

const files = async () => (await readdir(dir)).sort();

test('each day has one backup, and those of the last 14 days are kept [OPS-3]', async () => {
  for (let day = 1; day <= 20; day += 1) {
    now = new Date(Date.UTC(2026, 5, day, 12));
    await backUpToday(backups(), RUNS_ON);
    await backUpToday(backups(), RUNS_ON);
  }
  const kept = Array.from(
    { length: 14 },
    (_, n) => `oinkly-2026-06-${String(n + 7).padStart(2, '0')}.tar.gz`,
  );
  expect(await files()).toEqual(kept);
  expect(log.info).toHaveBeenCalledTimes(20);
});

test('a backup that fails deletes no old one [OPS-3]', async () => {
  await writeFile(join(dir, 'oinkly-2020-01-01.tar.gz'), 'the newest good one');
  const lost = {
    ...backups(),
    databases: { databaseUrl: 'postgresql://localhost:9/x', identityDatabaseUrl: '' },
  };
  await expect(backUpToday(lost, RUNS_ON)).rejects.toThrow();
  await expect(backUpToday(backups(), AbortSignal.abort())).rejects.toThrow('The backup was interrupted.');
  expect(await files()).toEqual(['oinkly-2020-01-01.tar.gz']);
});

test('a passphrase encrypts automatic backups, which then hold the token keys [OPS-3] [SEC-27]', async () => {
  await backUpToday(backups({ BACKUP_PASSPHRASE: 'brass' }), RUNS_ON);
  expect(await files()).toEqual(['oinkly-2026-06-05.tar.gz.age']);
  const verified = await verifyBackup({
    file: join(dir, 'oinkly-2026-06-05.tar.gz.age'),
    passphrase: 'brass',
    migrationsFolder: MIGRATIONS_DIR,
  });
  expect(verified.files).toEqual(['token-keys']);
});

test('BACKUP_DIR=off turns them off; with DATABASE_URL they need BACKUP_DIR [OPS-3]', async () => {
  for (const value of ['off', '']) await backUpToday(backups({ BACKUP_DIR: value }), RUNS_ON);
  expect(await files()).toEqual([]);
});

test('with DATABASE_URL, an update without BACKUP_DIR stops and names the choices [OPS-4]', async () => {
  const refusal = backUpBeforeUpdate(backups({ BACKUP_DIR: '' }), '30.2.1');
  await expect(refusal).rejects.toThrow(ConfigError);
  await expect(refusal).rejects.toThrow(
    "There is no place for the backup before this update: set BACKUP_DIR to a folder, or to 'off' if you back up PostgreSQL yourself. So this version did not update the database. To update it without a backup, start once with UPDATE_WITHOUT_BACKUP=yes.",
  );
  expect(log.warn).not.toHaveBeenCalled();
  for (const [name, value] of [
    ['BACKUP_DIR', 'off'],
    ['UPDATE_WITHOUT_BACKUP', 'yes'],
  ] as const) {
    await backUpBeforeUpdate(backups({ BACKUP_DIR: '', [name]: value }), '30.2.1');
    expect(log.warn).toHaveBeenLastCalledWith('updating the database without a backup');
  }
  expect(await files()).toEqual([]);
  expect(log.warn).toHaveBeenCalledTimes(2);
});

test('backups before the last three updates are kept, beside those of the days [OPS-4]', async () => {
  await backUpToday(backups(), RUNS_ON);
  // Of an older version.
  await writeFile(join(dir, 'before-update-2026-06-06T07-00-00.tar.gz'), 'old');
  for (let minute = 0; minute < 5; minute += 1) {
    now = new Date(Date.UTC(2026, 5, 6, 8, minute));
    await backUpBeforeUpdate(backups(), `${30 + minute}.2.1`);
  }
  expect(await files()).toEqual([
    'before-update-2026-06-06T08-02-00-000-from-32.2.1.tar.gz',
    'before-update-2026-06-06T08-03-00-000-from-33.2.1.tar.gz',
    'before-update-2026-06-06T08-04-00-000-from-34.2.1.tar.gz',
    'oinkly-2026-06-05.tar.gz',
  ]);
});

test('tries of an update leave the last backup of the untouched database, and few others [OPS-4]', async () => {
  // Two tries fail at once, of a version before this one and within a second of this one. Each later one fails in its
  // last part.
  await writeFile(join(dir, 'before-update-2026-06-06T08-00-00-from-30.2.1.tar.gz'), 'old');
  for (const [tryNumber, state] of ['30.2.1', '30.2.1', '40.2.1', '40.3.1', '40.3.1', '40.3.1'].entries()) {
    now = new Date(Date.UTC(2026, 5, 6, 8, 1, 0, tryNumber));
    await backUpBeforeUpdate(backups(), state);
  }
  expect(await files()).toEqual([
    'before-update-2026-06-06T08-01-00-001-from-30.2.1.tar.gz',
    'before-update-2026-06-06T08-01-00-002-from-40.2.1.tar.gz',
    'before-update-2026-06-06T08-01-00-005-from-40.3.1.tar.gz',
  ]);
});

test('the backup of an update stays, also if the clock was ahead before [OPS-4]', async () => {
  for (const year of [2026, 2027, 2028, 2025]) {
    now = new Date(Date.UTC(year, 5, 6));
    await backUpBeforeUpdate(backups(), `${year}.2.1`);
  }
  expect(await files()).toEqual([
    'before-update-2025-06-06T00-00-00-000-from-2025.2.1.tar.gz',
    'before-update-2027-06-06T00-00-00-000-from-2027.2.1.tar.gz',
    'before-update-2028-06-06T00-00-00-000-from-2028.2.1.tar.gz',
  ]);
});

test('tries of an update that are killed in their backup do not fill the disk [OPS-4]', async () => {
  const ofToday = 'oinkly-2026-06-05.tar.gz.part';
  for (const name of ['before-update-2026-06-05T08-00-00-from-30.2.1.tar.gz.part', ofToday])
    await writeFile(join(dir, name), 'unfinished');
  await backUpBeforeUpdate(backups(), '30.2.1');
  // Another process may be writing it.
  expect(await files()).toEqual(['before-update-2026-06-05T23-59-00-000-from-30.2.1.tar.gz', ofToday]);
});

test('a backup that fails stops the update with one sentence and a way on [OPS-4]', async () => {
  const nowhere = join(dir, 'nowhere');
  const refusal = backUpBeforeUpdate(backups({ BACKUP_DIR: nowhere }), '30.2.1');
  await expect(refusal).rejects.toThrow(ConfigError);
  await expect(refusal).rejects.toThrow(
    `There is no folder BACKUP_DIR (${nowhere}): create it, or mount its disk. So this version did not update the database. To update it without a backup, start once with UPDATE_WITHOUT_BACKUP=yes.`,
  );
  await backUpBeforeUpdate(backups({ BACKUP_DIR: nowhere, UPDATE_WITHOUT_BACKUP: 'yes' }), '30.2.1');
  await chmod(dir, 0o700);
  expect(await files()).toEqual([]);
});
