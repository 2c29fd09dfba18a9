import { identityAdmin } from '@oinkly/identity-provider';
import { findRunningPostgres, startLocalPostgres } from '@oinkly/local-postgres';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openPool } from '../db/database.ts';
import { IDENTITY_PART } from '../db/identity-part.ts';
import { migrate, readAppliedMigrations } from '../db/migrate.ts';
import { startAdmin } from '../test-support/admin-program.ts';
import { MIGRATIONS_DIR, readJournal } from '../test-support/next-migration.ts';
import { buildNextVersion } from '../test-support/next-version.ts';
import { HttpBrowser } from '../test-support/http-browser.ts';
import {
  cleanEnvironment,
  freePort,
  programOf,
  startedServer,
  startServerProcess,
  type ServerProcess,
} from '../test-support/server-process.ts';
import { SmallDisk } from '../test-support/small-disk.ts';
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts';

const newest = (await readJournal()).entries.length;

/** The built server with one migration more. */
let nextVersion: string;
beforeAll(async () => {
  nextVersion = await buildNextVersion();
});
afterAll(() => rm(dirname(nextVersion), { recursive: true }));

let dataDir: string;
let environment: Record<string, string>;
const running: ServerProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'update-'));
  environment = { DATA_DIR: dataDir, PORT: String(await freePort()) };
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.end('SIGTERM');
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
});

async function start(place: Record<string, string>, program = nextVersion): Promise<ServerProcess> {
  const server = await startedServer(place, { program });
  running.push(server);
  return server;
}

/** Makes the data folder of this version, with a user. Returns the user's password, to be changed at once. */
async function makeOlderPlace(): Promise<string> {
  const local = await startLocalPostgres({ dataDir: join(dataDir, 'postgres'), parts: [IDENTITY_PART] });
  const db = openPool(local.connectionString, () => undefined);
  const identityUrl = local.connectionStringOf(IDENTITY_PART.schema);
  const identities = identityAdmin({
    databaseUrl: identityUrl,
    clock: () => new Date(),
    onIdleError: () => undefined,
  });
  const accounts = new pg.Client({ connectionString: identityUrl });
  try {
    await migrate(db, MIGRATIONS_DIR);
    await db.$client.query(
      `INSERT INTO users (id, email, created_at) VALUES (gen_random_uuid(), 'ana@example.org', now());
       INSERT INTO identities (issuer, subject, user_id) SELECT 'embedded', 'ana', id FROM users`,
    );
    await identities.update();
    await accounts.connect();
    await accounts.query(
      `INSERT INTO identity.accounts (id, email, password_hash, created_at) VALUES ('ana', 'ana@example.org', '', now())`,
    );
    return (await identities.setRandomPassword('ana', { removesPasskeys: false }))?.password ?? '';
  } finally {
    await accounts.end();
    await identities.close();
    await db.$client.end();
    await local.stop();
  }
}

const backupsBeforeUpdate = async (folder: string) =>
  (await readdir(join(folder, 'backups'))).filter((name) => name.startsWith('before-update-'));

test(
  'an update at home leaves a backup, which restores and updates again [OPS-4] [OPS-5]',
  { tags: ['drill'] },
  async () => {
    const password = await makeOlderPlace();
    const nowhere = { ...environment, BACKUP_DIR: join(dataDir, 'nowhere') };
    const unwritable = await startServerProcess(nowhere, { program: nextVersion });
    expect(unwritable).toMatchObject({
      exitCode: 1,
      output: expect.stringMatching(
        /^There is no folder BACKUP_DIR [^\n]+ this version did not update the database\. [^\n]+UPDATE_WITHOUT_BACKUP=yes\.\n$/,
      ) as string,
    });

    const second = await start(environment);
    await second.end('SIGTERM');
    const [backup = '', ...others] = await backupsBeforeUpdate(dataDir);
    expect(others).toEqual([]);

    const elsewhere = await mkdtemp(join(tmpdir(), 'update-'));
    onTestFinished(() => rm(elsewhere, { recursive: true, force: true, maxRetries: 10 }));
    const place = { DATA_DIR: elsewhere, PORT: String(await freePort()) };
    const restored = startAdmin(place, ['restore', join(dataDir, 'backups', backup)]);
    expect(await restored.ended).toMatchObject({ exitCode: 0, stderr: '' });
    const third = await start(place);
    expect(await backupsBeforeUpdate(elsewhere)).toHaveLength(1);
    const again = await new HttpBrowser().open(`${third.origin}/api/login`);
    await again.submit('Log in', { email: 'ana@example.org', password });
    await again.submit('Save password', { password: 'a house of bricks' }, /localhost:\d+\/$/);
    expect((await again.call('GET', `${third.origin}/api/auth/user`)).status).toBe(200);
  },
);

/** Runs statements on the database of a place whose server is stopped. */
async function inStoppedPlace<Row extends object>(...statements: string[]): Promise<Row[]> {
  const local = await startLocalPostgres({ dataDir: join(dataDir, 'postgres'), parts: [IDENTITY_PART] });
  const client = new pg.Client({ connectionString: local.connectionString });
  try {
    await client.connect();
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
    await local.stop();
  }
}

test(
  'at home, an update killed between migrations continues at the next start [OPS-4] [OPS-5]',
  { tags: ['drill'] },
  async () => {
    const password = await makeOlderPlace();
    // The migration then stops in its middle, after its new column.
    await inStoppedPlace('ALTER TABLE users ADD CONSTRAINT hold CHECK (pg_sleep(600) IS NOT NULL) NOT VALID');
    const updating = spawn(process.execPath, [nextVersion], {
      env: cleanEnvironment(environment),
      stdio: 'ignore',
    });
    const isHeld = async () => {
      const running = await findRunningPostgres(join(dataDir, 'postgres'));
      if (running === null) return false;
      const client = new pg.Client({ connectionString: running.connectionString });
      client.on('error', () => undefined);
      try {
        await client.connect();
        const held = `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'`;
        return (await client.query(held)).rowCount === 1;
      } finally {
        await client.end();
      }
    };
    // It refuses connections while it starts.
    await expect.poll(() => isHeld().catch(() => false)).toBe(true);
    updating.kill('SIGKILL');
    await once(updating, 'exit');

    const applied = 'SELECT count(*)::integer AS n FROM drizzle.__drizzle_migrations';
    expect(await inStoppedPlace('ALTER TABLE users DROP CONSTRAINT hold', applied)).toEqual([{ n: newest }]);
    const server = await start(environment);
    const ana = await new HttpBrowser().open(`${server.origin}/api/login`);
    await ana.submit('Log in', { email: 'ana@example.org', password });
    await ana.submit('Save password', { password: 'a house of bricks' }, /localhost:\d+\/$/);
    expect((await ana.call('GET', `${server.origin}/api/auth/user`)).status).toBe(200);
    await server.end('SIGTERM');
    expect(await inStoppedPlace(applied)).toEqual([{ n: newest + 1 }]);
    // The second try replaced the first one's: nothing was updated between them.
    expect(await backupsBeforeUpdate(dataDir)).toHaveLength(1);
  },
);

test(
  'an update without room for its backup stops, and the next start completes it [OPS-4]',
  { tags: ['drill'] },
  async () => {
    await makeOlderPlace();
    const disk = await SmallDisk.mount(1024 * 1024);
    const place = { ...environment, BACKUP_DIR: disk.folder };
    await disk.fill();
    expect(await startServerProcess(place, { program: nextVersion })).toMatchObject({
      exitCode: 1,
      output: `The disk of ${disk.folder} is full: free some space, then try again. No backup was written. So this version did not update the database. To update it without a backup, start once with UPDATE_WITHOUT_BACKUP=yes.\n`,
    });
    expect(await readdir(disk.folder)).toEqual(['filler']);
    const applied = 'SELECT count(*)::integer AS n FROM drizzle.__drizzle_migrations';
    expect(await inStoppedPlace(applied)).toEqual([{ n: newest }]);
    await disk.clear();
    const server = await start(place);
    await server.end('SIGTERM');
    expect((await readdir(disk.folder)).filter((name) => name.startsWith('before-update-'))).toHaveLength(1);
    expect(await inStoppedPlace(applied)).toEqual([{ n: newest + 1 }]);
  },
);

/** With one user. */
async function olderDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase('template0');
  onTestFinished(() => database.drop());
  await migrate(database.db, MIGRATIONS_DIR);
  await database.db.$client.query(
    `INSERT INTO users (id, email, created_at) VALUES (gen_random_uuid(), 'ana@example.org', now())`,
  );
  return database;
}

/** The environment of one of several servers. */
function ofPostgres({ url, directUrl }: TestDatabase): Record<string, string> {
  return {
    ...environment,
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: directUrl,
    TOKEN_KEYS: `k:${Buffer.alloc(32, 7).toString('base64')}`,
    EMBEDDED_IDENTITY: 'on',
  };
}

test(
  'beside another issuer, one update of the log-in pages is enough [OPS-4]',
  { tags: ['own-database'] },
  async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const identities = identityAdmin({
      databaseUrl: database.directUrl,
      clock: () => new Date(),
      onIdleError: () => undefined,
    });
    await identities.update();
    await identities.close();
    await database.db.$client.query(
      `INSERT INTO users (id, email, created_at) VALUES (gen_random_uuid(), 'ana@example.org', now());
     DROP TABLE identity.recovery_codes, identity.authenticator_apps;
     DELETE FROM identity.migrations WHERE version = (SELECT max(version) FROM identity.migrations)`,
    );
    const { EMBEDDED_IDENTITY: _pages, ...place } = ofPostgres(database);
    const backups = join(dataDir, 'backups');
    const issuer = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' };
    for (const _start of [1, 2]) {
      const server = await start({ ...place, ...issuer, BACKUP_DIR: backups }, programOf('main'));
      await server.end('SIGTERM');
      expect(await backupsBeforeUpdate(dataDir)).toHaveLength(1);
    }
  },
);

test(
  'with DATABASE_URL, servers that start at once update only once BACKUP_DIR is set [OPS-4]',
  { tags: ['own-database'] },
  async () => {
    const database = await olderDatabase();
    const { $client } = database.db;
    const places = [ofPostgres(database), { ...ofPostgres(database), PORT: String(await freePort()) }];
    const starts = places.map((place) => startServerProcess(place, { program: nextVersion }));
    for (const refused of await Promise.all(starts)) {
      expect(refused).toMatchObject({
        exitCode: 1,
        output: expect.stringMatching(
          /^There is no place for the backup before this update: [^\n]+ did not update the database\. [^\n]+\n$/,
        ) as string,
      });
    }
    expect(await readAppliedMigrations($client)).toHaveLength(newest);

    const backups = join(dataDir, 'backups');
    await Promise.all(places.map((place) => start({ ...place, BACKUP_DIR: backups })));
    expect(await readAppliedMigrations($client)).toHaveLength(newest + 1);
    expect(await backupsBeforeUpdate(dataDir)).toHaveLength(1);
  },
);

test(
  'an update killed in a migration changes nothing, and the next start completes it [OPS-5]',
  { tags: ['drill', 'own-database'] },
  async () => {
    const database = await olderDatabase();
    const { $client } = database.db;
    const place = { ...ofPostgres(database), BACKUP_DIR: 'off' };
    const holder = new pg.Client({ connectionString: database.directUrl });
    await holder.connect();
    onTestFinished(() => holder.end());
    // The migration then waits.
    await holder.query('BEGIN; LOCK TABLE users IN ACCESS SHARE MODE');
    const updating = spawn(process.execPath, [nextVersion], {
      env: cleanEnvironment(place),
      stdio: 'ignore',
    });
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await $client.query(waiting)).rowCount).toBe(1);
    updating.kill('SIGKILL');
    await once(updating, 'exit');
    await holder.query('COMMIT');
    expect(await readAppliedMigrations($client)).toHaveLength(newest);

    await start(place);
    expect(await readAppliedMigrations($client)).toHaveLength(newest + 1);
    const { rows } = await $client.query('SELECT email, made_up AS copy FROM users');
    expect(rows).toEqual([{ email: 'ana@example.org', copy: 'ana@example.org' }]);
  },
);
