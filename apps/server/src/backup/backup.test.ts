import { identityAdmin } from '@oinkly/identity-provider';
import { getRollbackPlans } from 'pg-boss';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { extract } from 'tar-stream';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ageOfSchema, migrate } from '../db/migrate.ts';
import { JobQueue } from '../jobs/job-queue.ts';
import { QUEUE_SCHEMA_VERSION, readQueueVersion } from '../jobs/queue-schema.ts';
import { restoreDump } from '../test-support/earlier-version.ts';
import { MIGRATIONS_DIR, withFirstMigration, withNextMigration } from '../test-support/next-migration.ts';
import { ScriptedBank } from '../test-support/scripted-bank.ts';
import { createTestApp, type TestApp } from '../test-support/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts';
import { addUserEverywhere } from '../test-support/user-everywhere.ts';
import { readWholeDatabase, type WholeDatabase } from '../test-support/whole-database.ts';
import { BANK_FILES, type Manifest } from './archive-format.ts';
import { createBackup, type BackupRequest } from './create-backup.ts';
import { restoreIntoDatabase, verifyBackup } from './restore-backup.ts';
import { ArchiveWriter } from './write-archive.ts';

const PASSPHRASE = 'a quiet brass trumpet';
const TOKEN_KEYS = [{ id: 'test', key: Buffer.alloc(32, 7) }];
/** What PostgreSQL's text format must escape, or takes for something else. */
const ODD_TEXT = 'tab\t line\n return\r back\\slash \\N \\. "quote" \'s $1 é 🐷 \u2028';

let t: TestApp;
let before: WholeDatabase;
let folder: string;
let empty: TestDatabase;
let plain: string;
let encrypted: string;

beforeAll(async () => {
  const bank = new ScriptedBank();
  t = await createTestApp({ provider: bank });
  const ana = await addUserEverywhere(t, bank, 'Ana');
  await addUserEverywhere(t, bank, 'Bo');
  const { $client } = t.database.db;
  const { rows: bankExpenses } = await $client.query<{ id: number; day: string; name: string }>(
    `SELECT id::float8, day::text, name FROM expenses WHERE user_id = $1 AND bank_transaction_id IS NOT NULL AND amount_cents = 2000`,
    [ana.id],
  );
  const [bought] = bankExpenses;
  if (!bought) throw new Error('The bank reported nothing');
  const same = { name: bought.name, amount: 20, date: bought.day, category: 'Shopping' };
  await ana.send({ method: 'POST', url: '/api/expenses', body: same });
  await ana.send({ method: 'PUT', url: `/api/expenses/${bought.id}`, body: { name: ODD_TEXT } });
  await $client.query(
    `INSERT INTO push_keys (id, public_key, private_key, private_key_key_id, created_at) VALUES (1, 'p', $1, 'test', now())`,
    [randomBytes(80)],
  );
  await t.deps.queue.send(
    'remove-connection',
    { provider: 'plaid', connectionId: 'c', sealedToken: 's', keyId: 'test' },
    { startAfterSeconds: 365 * 24 * 60 * 60 },
  );
  const identities = identityAdmin({
    databaseUrl: t.database.directUrl,
    clock: t.deps.clock,
    onIdleError: () => undefined,
  });
  await identities.listAccounts();
  await identities.close();
  await $client.query(
    `INSERT INTO identity.accounts (id, email, password_hash, created_at) VALUES ('ana', 'ana@example.org', $1, now())`,
    [ODD_TEXT],
  );
  await $client.query(
    `INSERT INTO identity.passkeys (id, account_id, credential_id, public_key, counter, transports, name, created_at)
     VALUES ('p', 'ana', 'c', $1, 7, '{internal,"a,b"}', $2, now())`,
    [randomBytes(77), ODD_TEXT],
  );
  await $client.query(
    `INSERT INTO identity.authenticator_apps (account_id, secret, secret_key_id, last_step, added_at)
     VALUES ('ana', $1, 'test', 59, now())`,
    [randomBytes(48)],
  );
  await $client.query("INSERT INTO identity.recovery_codes (account_id, code_hash) VALUES ('ana', $1)", [
    randomBytes(32),
  ]);
  await $client.query(
    `INSERT INTO identity.links (account_id, token_hash, purpose, expires_at) VALUES ('ana', $1, 'password', now())`,
    [randomBytes(32)],
  );
  // A login in progress, a session at the log-in pages and their keys.
  await $client.query(
    `INSERT INTO identity.models (model, id_hash, payload, grant_id, uid, expires_at)
     VALUES ('Session', $1, jsonb_build_object('accountId', $2::text), 'g', 'u', now())`,
    [randomBytes(32), ODD_TEXT],
  );
  await $client.query(
    `INSERT INTO identity.keys (name, value, retired_at) VALUES ('cookies', '{}', now()), ('cookies', '{}', NULL)`,
  );
  await $client.query('INSERT INTO identity.challenges (hash, bound_to, expires_at) VALUES ($1, $1, now())', [
    randomBytes(32),
  ]);
  await $client.query(
    "INSERT INTO identity.attempts (kind, subject_hash, at) VALUES ('password', $1, now())",
    [randomBytes(32)],
  );
  await $client.query("INSERT INTO provider_links (provider, used) VALUES ('plaid', 3)");
  await $client.query(
    "INSERT INTO job_starts (queue, job_id, starts) VALUES ('send-mail', gen_random_uuid(), 1)",
  );
  await $client.query(
    "INSERT INTO provider_requests (access_hash, requested_at) VALUES ($1, ARRAY[now(), '2026-06-05T19:00:00Z'])",
    [randomBytes(32)],
  );
  await $client.query('INSERT INTO first_sign_up (at) VALUES (now())');
  await $client.query(
    'INSERT INTO sign_up_invites (token_hash, created_at, expires_at) VALUES ($1, now(), now())',
    [randomBytes(32)],
  );
  // So that rows lie in several parts.
  await $client.query(
    `INSERT INTO import_layouts (user_id, file_kind, layout, used_at)
     SELECT $1, n::text, jsonb_build_object('text', repeat(md5(n::text), 3000)), now() FROM generate_series(1, 50) n`,
    [ana.id],
  );
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
  plain = join(folder, 'plain.tar.gz');
  encrypted = join(folder, 'encrypted.tar.gz.age');
  // No job may run between the backup and the comparison.
  await t.deps.queue.close();
  before = await readWholeDatabase(t.database.directUrl);
  await backUp(plain);
  await backUp(encrypted, { passphrase: PASSPHRASE, tokenKeys: TOKEN_KEYS });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await t.close();
});

let file: string;
beforeEach(() => {
  file = join(folder, `${randomBytes(6).toString('hex')}.tar.gz`);
});

function backUp(
  into: string,
  changed: Partial<BackupRequest> = {},
  url = t.database.directUrl,
): Promise<Manifest> {
  return createBackup(
    { databaseUrl: url, identityDatabaseUrl: url, bankDir: null },
    { file: into, passphrase: null, tokenKeys: null, now: new Date('2026-06-05T19:00:00Z'), ...changed },
  );
}

async function emptyDatabase(template?: string): Promise<TestDatabase> {
  const database = await createTestDatabase(template);
  onTestFinished(() => database.drop());
  return database;
}

/** `template0` is empty; the default is a server that has started once. */
async function emptyPlace(template?: string): Promise<string> {
  return (await emptyDatabase(template)).directUrl;
}

function restore(
  from: string,
  url: string,
  passphrase: string | null = null,
  migrationsFolder = MIGRATIONS_DIR,
) {
  return restoreIntoDatabase(url, { file: from, passphrase, migrationsFolder, bankDir: null });
}

function verify(given: string, passphrase: string | null = null): Promise<Manifest> {
  return verifyBackup({ file: given, passphrase, migrationsFolder: MIGRATIONS_DIR });
}

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: t.database.directUrl });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function inDatabase<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

describe('restore drill [OPS-1]', () => {
  test('every table has rows to compare, with edits, merges, passkeys and jobs', () => {
    const empty = Object.keys(before.rows).filter((name) => before.rows[name]?.length === 0);
    // The job queue's own.
    expect(empty).toEqual([
      'pgboss.bam',
      'pgboss.job_dependency',
      'pgboss.schedule',
      'pgboss.subscription',
      'pgboss.warning',
    ]);
    expect(
      before.rows['public.expenses']?.filter((row) => !row.includes('"merged_into_id": null')),
    ).not.toEqual([]);
  });

  test.each([
    ['an empty database', 'template0'],
    ['a database of a server that has started once', undefined],
  ])('restores every row, sequence, constraint and index to %s', async (_place, template) => {
    const url = await emptyPlace(template);
    await restore(plain, url);
    expect(await readWholeDatabase(url)).toEqual(before);
  });

  test('a restored database adds new ids and runs new jobs', async () => {
    const url = await emptyPlace('template0');
    await restore(plain, url);
    await inDatabase(
      url,
      `INSERT INTO expenses (user_id, name, amount_cents, day, category, created_at)
       SELECT id, 'new', 100, '2026-06-05', 'Dining', now() FROM users LIMIT 1`,
    );
    const queue = new JobQueue(url, (problem) => expect.fail(problem.message));
    await queue.open();
    await queue.send('remove-expired', {});
    await queue.close();
  });

  test('an older backup is restored at its version, and the start updates it', async () => {
    const { directUrl: older, db } = await emptyDatabase('template0');
    await migrate(db, MIGRATIONS_DIR);
    const olderQueue = new JobQueue(older, (problem) => expect.fail(problem.message));
    await olderQueue.open();
    await olderQueue.close();
    await inDatabase(older, getRollbackPlans('pgboss', QUEUE_SCHEMA_VERSION));
    await inDatabase(
      older,
      `INSERT INTO users (id, email, created_at) VALUES (gen_random_uuid(), 'ana@example.org', now());
       INSERT INTO rules (user_id, merchant_key, merchant, category) SELECT id, 'lidl', 'Lidl', 'Groceries' FROM users;`,
    );
    const there = await readWholeDatabase(older);
    await backUp(file, {}, older);
    const restored = await emptyDatabase('template0');
    const next = await withNextMigration(
      'ALTER TABLE rules ADD COLUMN shop text',
      'UPDATE rules SET shop = merchant',
    );
    await restore(file, restored.directUrl, null, next);
    expect(await readWholeDatabase(restored.directUrl)).toEqual(there);

    await migrate(restored.db, next);
    const queue = new JobQueue(restored.directUrl, (problem) => expect.fail(problem.message));
    await queue.open();
    await queue.close();
    expect(await readQueueVersion(restored.db.$client)).toBe(QUEUE_SCHEMA_VERSION);
    const rules = await inDatabase(restored.directUrl, 'SELECT shop, category FROM rules');
    expect(rules).toEqual([{ shop: 'Lidl', category: 'Groceries' }]);
  });

  test('a backup of the last commit before 0.1.0 can be restored', async () => {
    const adopted = await emptyDatabase('template0');
    const first = await withFirstMigration();
    await restoreDump('before-0.1.0', adopted);
    await inDatabase(
      adopted.directUrl,
      `INSERT INTO users (id, email, created_at) VALUES (gen_random_uuid(), 'ana@example.org', now())`,
    );
    const there = await readWholeDatabase(adopted.directUrl);
    await backUp(file, {}, adopted.directUrl);
    // Also over the tables of a server that has started once.
    for (const template of ['template0', undefined]) {
      const restored = await emptyDatabase(template);
      await restore(file, restored.directUrl);
      expect(await readWholeDatabase(restored.directUrl)).toEqual(there);
      expect(await ageOfSchema(restored.db, first)).toBe('current');
      await migrate(restored.db, MIGRATIONS_DIR);
      expect(await ageOfSchema(restored.db, MIGRATIONS_DIR)).toBe('current');
    }
  });

  test('a backup is one moment: no change of several rows is half in it', async () => {
    const busy = await emptyDatabase();
    let isWriting = true;
    const write = async () => {
      for (let n = 0; isWriting; n += 1) {
        await busy.db.$client.query(
          `WITH one AS (INSERT INTO users (id, email, created_at) VALUES (gen_random_uuid(), $1, now()) RETURNING id)
           INSERT INTO provider_links (provider, used) VALUES ($1, $2)`,
          [`n${n}`, n],
        );
      }
    };
    const writing = write().catch((error: unknown) => error);
    await backUp(file, {}, busy.directUrl);
    isWriting = false;
    expect(await writing).toBe(undefined);
    const url = await emptyPlace('template0');
    await restore(file, url);
    const counts = await inDatabase<{ users: string; links: string }>(
      url,
      'SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM provider_links) AS links',
    );
    expect(counts[0]?.users).toBe(counts[0]?.links);
  });
});

describe('the file', () => {
  test('opens with tar and lists the checksum of every entry [OPS-1]', async () => {
    const entries = await entriesOf(plain);
    expect(entries.keys().next().value).toBe('manifest.json');
    expect([...entries.keys()].at(-1)).toBe('SHA256SUMS');
    const sums = Array.from(
      [...entries].filter(([name]) => name !== 'SHA256SUMS'),
      ([name, content]) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`,
    );
    expect(entries.get('SHA256SUMS')?.toString()).toBe(sums.join(''));
    const parts = [...entries.keys()].filter((name) => name.startsWith('tables/public.import_layouts/'));
    expect(parts.length).toBeGreaterThan(1);
  });

  test('is for its owner alone, and holds token keys only if it may [SEC-27]', async () => {
    expect((await stat(plain)).mode & 0o777).toBe(0o600);
    expect([...(await entriesOf(plain)).keys()]).not.toContain('token-keys');
    await backUp(file, { tokenKeys: TOKEN_KEYS });
    expect((await entriesOf(file)).get('token-keys')?.toString()).toBe(
      `test:${Buffer.alloc(32, 7).toString('base64')}\n`,
    );
  });

  test('holds bank tokens only sealed [SEC-9] [SEC-25]', async () => {
    expect(before.rows['public.connections']).toHaveLength(2);
    for (const content of (await entriesOf(plain)).values()) expect(content.includes('access-')).toBe(false);
  });

  test('reveals nothing without its passphrase, which restores all rows and the token keys [SEC-27]', async () => {
    const content = await readFile(encrypted);
    expect(content.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    expect(content.includes('ana@example.org')).toBe(false);
    expect((await verify(encrypted, PASSPHRASE)).files).toEqual(['token-keys']);
    const url = await emptyPlace('template0');
    const { tokenKeys } = await restore(encrypted, url, PASSPHRASE);
    expect(tokenKeys).toEqual(TOKEN_KEYS);
    expect(await readWholeDatabase(url)).toEqual(before);
  });

  test('is never replaced, and an earlier interrupted try is no hindrance [OPS-1]', async () => {
    await writeFile(`${file}.part`, 'of a killed backup');
    await backUp(file);
    const first = await readFile(file);
    await expect(backUp(file)).rejects.toThrow(`${file} already exists: choose another name.`);
    expect(await readFile(file)).toEqual(first);
    expect(await leftovers()).toEqual([]);
  });
});

describe('a backup that fails leaves nothing behind [OPS-1]', () => {
  test('when it is interrupted', async () => {
    const interruption = new AbortController();
    const running = backUp(file, { signal: interruption.signal });
    interruption.abort();
    await expect(running).rejects.toThrow('The backup was interrupted. Nothing was written.');
    expect(await leftovers()).toEqual([]);
  });

  test('when the database goes away', async () => {
    const [holder, other] = [await connected(), await connected()];
    await holder.query('BEGIN; LOCK TABLE weekly_totals IN ACCESS EXCLUSIVE MODE');
    const running = backUp(file).catch((error: unknown) => error);
    const endBackup = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'oinkly-backup' AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await other.query(endBackup)).rowCount).toBe(1);
    expect(await running).toBeInstanceOf(Error);
    expect(await leftovers()).toEqual([]);
  });

  test('when another one of the same database is running', async () => {
    const holder = await connected();
    await holder.query('SELECT pg_advisory_lock(7246557)');
    await expect(backUp(file)).rejects.toThrow('Another backup of this database is running');
    expect(await leftovers()).toEqual([]);
  });

  test('when its folder is missing', async () => {
    await expect(backUp(join(folder, 'nowhere', 'file'))).rejects.toThrow(
      `There is no folder ${join(folder, 'nowhere')}`,
    );
  });
});

describe('a wrong file is refused with one sentence, and the place stays empty [OPS-2]', () => {
  beforeAll(async () => {
    empty = await createTestDatabase('template0');
  });
  afterAll(async () => {
    const { rows, structure } = await readWholeDatabase(empty.directUrl);
    await empty.drop();
    expect([rows, structure]).toEqual([{}, []]);
  });

  // Each try with a passphrase takes a second.
  test.each([
    ['plain', 0.001],
    ['plain', 0.3],
    ['plain', 0.9],
    ['plain', 0.9999],
    ['encrypted', 0.001],
    ['encrypted', 0.9],
    ['encrypted', 0.9999],
  ])('a %s one, cut at %d of its length', async (kind, share) => {
    const { whole, passphrase } = fileOf(kind);
    const content = await readFile(whole);
    await writeFile(file, content.subarray(0, Math.floor(content.length * share)));
    await expectRefusal(passphrase, /is (incomplete|damaged|not a backup)/);
  });

  test.each([
    ['plain', 0.01],
    ['plain', 0.2],
    ['plain', 0.5],
    ['plain', 0.8],
    ['plain', 0.9999],
    ['encrypted', 0.01],
    ['encrypted', 0.5],
    ['encrypted', 0.9999],
  ])('a %s one with one byte changed at %d of its length', async (kind, share) => {
    const { whole, passphrase } = fileOf(kind);
    const content = await readFile(whole);
    const at = Math.floor(content.length * share);
    content.writeUInt8(content.readUInt8(at) ^ 0x10, at);
    await writeFile(file, content);
    await expectRefusal(passphrase, /is (incomplete|damaged)|not the passphrase/);
  });

  test('with a wrong passphrase, or without one', async () => {
    await copyFile(encrypted, file);
    await expectRefusal('a loud brass trumpet', /^This is not the passphrase of /);
    await expectRefusal(null, /is encrypted: set BACKUP_PASSPHRASE/);
  });

  test('that is something else', async () => {
    await expectRefusal(null, /^There is no file /);
    await writeFile(file, 'hello');
    await expectRefusal(null, /is not a backup of Oinkly\.$/);
    await writeFile(file, '');
    await expectRefusal(null, /is not a backup of Oinkly\.$/);
    await writeFile(file, gzipSync('hello'.repeat(1000)));
    await expectRefusal(null, /is not a backup of Oinkly\.$/);
    await writeArchive({ 'manifest.json': Buffer.from('{"format":"another"}') });
    await expectRefusal(null, /is not a backup of Oinkly\.$/);
    await writeArchive({ 'holiday.jpg': Buffer.from('pixels') });
    await expectRefusal(null, /is not a backup of Oinkly\.$/);
  });

  test('of a newer version: another format, or migrations that this one lacks', async () => {
    await writeChanged((manifest) => ({ ...manifest, formatVersion: 2, appVersion: '9.0.0', unknown: true }));
    await expectRefusal(null, /^A newer version of Oinkly \(9\.0\.0\) wrote /);
    for (const versions of [{ app: [4102444800000] }, { identity: 99 }, { queue: 99 }]) {
      await writeChanged((manifest) => ({
        ...manifest,
        versions: { ...(manifest['versions'] as object), ...versions },
      }));
      await expectRefusal(null, /^A newer version of Oinkly \(0\.1\.0\) wrote /);
    }
  });

  test('of a commit before the last one before 0.1.0, which it names', async () => {
    await writeChanged((manifest) => ({
      ...manifest,
      versions: { ...(manifest['versions'] as object), app: [1_700_000_000_000, 1_700_000_000_001] },
    }));
    await expectRefusal(
      null,
      /^A version of Oinkly before 0\.1\.0 wrote .*: restore it with commit 2e3b79bc and start that once, then start this version\.$/,
    );
  });

  test('whose rows break a rule of the database; the same place then takes a good one', async () => {
    const url = await emptyPlace('template0');
    const nothing = await readWholeDatabase(url);
    await writeChanged(
      (manifest) => manifest,
      (name, content) =>
        name.startsWith('tables/public.sessions/') ? Buffer.concat([content, content]) : content,
    );
    await expect(restore(file, url)).rejects.toThrow();
    expect(await readWholeDatabase(url)).toEqual(nothing);
    await restore(plain, url);
    expect(await readWholeDatabase(url)).toEqual(before);
  });
});

test("a restore that can't put a test bank in place leaves no users and says so [OPS-2]", async () => {
  const banks = await mkdtemp(join(tmpdir(), 'banks-'));
  onTestFinished(() => rm(banks, { recursive: true }));
  const [first, second] = BANK_FILES.map((name) => join(banks, name));
  if (!first || !second) throw new Error('There are fewer than two kinds of test banks');
  for (const bank of [first, second]) new DatabaseSync(bank).close();
  const { directUrl } = t.database;
  const request = { file, passphrase: null, tokenKeys: null, now: new Date() };
  await createBackup({ databaseUrl: directUrl, identityDatabaseUrl: directUrl, bankDir: banks }, request);
  for (const bank of [first, second]) await rm(bank);
  await mkdir(join(second, 'in-the-way'), { recursive: true });
  const url = await emptyPlace('template0');
  const nothing = await readWholeDatabase(url);
  const into = { file, passphrase: null, migrationsFolder: MIGRATIONS_DIR, bankDir: banks };
  await expect(restoreIntoDatabase(url, into)).rejects.toThrow(
    /^The restore did not end: .* test banks and token keys may already be in place\. Restore again: /,
  );
  expect([existsSync(first), await readWholeDatabase(url)]).toEqual([true, nothing]);
  await rm(second, { recursive: true });
  await restoreIntoDatabase(url, into);
  expect((await readdir(banks)).sort()).toEqual([...BANK_FILES].sort());
});

test('a restore puts no test bank in place that a killed one left unfinished [OPS-2]', async () => {
  const banks = await mkdtemp(join(tmpdir(), 'banks-'));
  onTestFinished(() => rm(banks, { recursive: true }));
  await writeFile(join(banks, 'plaid-emulator.sqlite.restoring'), 'half a bank');
  const into = { file: plain, passphrase: null, migrationsFolder: MIGRATIONS_DIR, bankDir: banks };
  await restoreIntoDatabase(await emptyPlace('template0'), into);
  expect(await readdir(banks)).toEqual([]);
});

test('a restore that is refused leaves the unfinished test banks of one that runs [OPS-2]', async () => {
  const banks = await mkdtemp(join(tmpdir(), 'banks-'));
  onTestFinished(() => rm(banks, { recursive: true }));
  await writeFile(join(banks, 'plaid-emulator.sqlite.restoring'), 'half a bank');
  const into = { file: plain, passphrase: null, migrationsFolder: MIGRATIONS_DIR, bankDir: banks };
  const url = await emptyPlace('template0');
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await expect(restoreIntoDatabase(url, into)).rejects.toThrow('is in use (1 connections)');
  await other.end();
  expect(await readdir(banks)).toEqual(['plaid-emulator.sqlite.restoring']);
});

describe('a place that is not empty is refused and unchanged [OPS-2]', () => {
  test('a database with a user, also one who has only an account', async () => {
    for (const statement of [
      `INSERT INTO users (id, email, created_at) VALUES (gen_random_uuid(), 'cy@example.org', now())`,
      `CREATE SCHEMA identity; CREATE TABLE identity.accounts (id text); INSERT INTO identity.accounts VALUES ('cy')`,
    ]) {
      const url = await emptyPlace();
      await inDatabase(url, statement);
      const there = await readWholeDatabase(url);
      await expect(restore(plain, url)).rejects.toThrow(/already has users: .* Nothing was changed\.$/);
      expect(await readWholeDatabase(url)).toEqual(there);
    }
  });

  test.each([
    ['public', 'CREATE TABLE recipes (name text)'],
    ['kitchen', 'CREATE SCHEMA kitchen; CREATE TABLE kitchen.recipes (name text)'],
  ])("a database with another program's table in %s", async (place, statement) => {
    const url = await emptyPlace('template0');
    const migrated = 'CREATE SCHEMA drizzle; CREATE TABLE drizzle.__drizzle_migrations (hash text)';
    const namedLikeOurs = `CREATE TABLE sessions AS SELECT 'Soup' AS name`;
    await inDatabase(url, [migrated, namedLikeOurs, statement].join('; '));
    await expect(restore(plain, url)).rejects.toThrow(
      new RegExp(`has a table of another program, ${place}.recipes: .* Nothing was changed\\.$`),
    );
    expect(await inDatabase(url, 'SELECT name FROM sessions')).toEqual([{ name: 'Soup' }]);
  });

  const migrated = (at: number) =>
    `CREATE SCHEMA drizzle; CREATE TABLE drizzle.__drizzle_migrations (id serial, hash text, created_at bigint);
     INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('${at}', ${at})`;
  const SESSIONS = `CREATE TABLE users (name text); CREATE TABLE sessions AS SELECT 'Soup' AS name`;
  const LATER = `INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('later', 4102444800000)`;
  test.each([
    ['another program that has migrations too', 'template0', [migrated(1_700_000_000_000), SESSIONS]],
    ['another program without migrations', 'template0', [SESSIONS]],
    [
      "another program's jobs",
      'template0',
      ['CREATE SCHEMA pgboss', `CREATE TABLE pgboss.job AS SELECT 'cook' AS name`],
    ],
    [
      'views named like a schema of ours',
      'template0',
      ['CREATE SCHEMA identity; CREATE MATERIALIZED VIEW identity.menu AS SELECT 1 AS soup'],
    ],
    [
      'functions in a schema of ours',
      'template0',
      ['CREATE SCHEMA pgboss; CREATE FUNCTION pgboss.soup() RETURNS int RETURN 1'],
    ],
    ['a newer version, still without users', undefined, [LATER]],
  ])('a database whose tables are all named like ours: %s', async (_owner, template, statements) => {
    const url = await emptyPlace(template);
    await inDatabase(url, statements.join('; '));
    const there = await readWholeDatabase(url);
    await expect(restore(plain, url)).rejects.toThrow(
      /^The database at DATABASE_URL has tables of another program or of another version, such as [\w.]+: .* Nothing was changed\.$/,
    );
    expect(await readWholeDatabase(url)).toEqual(there);
  });

  test('a database with Citus', async () => {
    const url = await emptyPlace();
    await inDatabase(url, 'CREATE TABLE pg_dist_node (nodeid integer)');
    await expect(restore(plain, url)).rejects.toThrow('has Citus: restore into one without it');
  });

  test('a database that a server uses', async () => {
    const url = await emptyPlace();
    const server = new pg.Client({ connectionString: url });
    await server.connect();
    await expect(restore(plain, url)).rejects.toThrow(
      /is in use \(1 connections\): stop all servers and poolers first/,
    );
    await server.end();
  });
});

function fileOf(kind: string): { whole: string; passphrase: string | null } {
  return kind === 'plain' ? { whole: plain, passphrase: null } : { whole: encrypted, passphrase: PASSPHRASE };
}

async function expectRefusal(passphrase: string | null, sentence: RegExp): Promise<void> {
  await expect(restore(file, empty.directUrl, passphrase)).rejects.toThrow(sentence);
}

/** Everything in the folder but complete files. */
async function leftovers(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => !/\.tar\.gz(\.age)?$/.test(name));
}

async function entriesOf(path: string): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>();
  const archive = extract();
  archive.end(gunzipSync(await readFile(path)));
  for await (const entry of archive) {
    entries.set(entry.header.name, await buffer(entry as AsyncIterable<Buffer>));
  }
  return entries;
}

async function writeArchive(entries: Record<string, Buffer>): Promise<void> {
  await rm(file, { force: true });
  const archive = await ArchiveWriter.create(file, { passphrase: null, writtenAt: new Date() });
  for (const [name, content] of Object.entries(entries)) await archive.add(name, content);
  await archive.finish();
}

/** Rewrites the plain backup with sound checksums. */
async function writeChanged(
  change: (manifest: Record<string, unknown>) => Record<string, unknown>,
  changeEntry: (name: string, content: Buffer) => Buffer = (_name, content) => content,
): Promise<void> {
  const entries = await entriesOf(plain);
  entries.delete('SHA256SUMS');
  const changed = new Map(Array.from(entries, ([name, content]) => [name, changeEntry(name, content)]));
  const manifest = JSON.parse(changed.get('manifest.json')?.toString() ?? '') as Record<string, unknown>;
  const tables = manifest['tables'] as { schema: string; name: string; rows: number }[];
  for (const table of tables) {
    const parts = [...changed].filter(([name]) => name.startsWith(`tables/${table.schema}.${table.name}/`));
    table.rows = parts.reduce((sum, [, content]) => sum + content.toString().split('\n').length - 1, 0);
  }
  changed.set('manifest.json', Buffer.from(JSON.stringify(change(manifest))));
  await writeArchive(Object.fromEntries(changed));
}
