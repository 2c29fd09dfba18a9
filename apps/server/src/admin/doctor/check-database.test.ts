import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { distributeTables } from '../../db/distribution/distribute.ts';
import { addCitusDouble } from '../../test-support/citus-double.ts';
import { readConfig } from '../../start/config.ts';
import { MIGRATIONS_DIR } from '../../test-support/next-migration.ts';
import { createTestDatabase, type TestDatabase } from '../../test-support/test-database.ts';
import { identitiesOf } from '../open-installation.ts';
import { checkDatabase } from './check-database.ts';

let database: TestDatabase;
let superuser: pg.Client;
beforeEach(async () => {
  database = await createTestDatabase();
  superuser = new pg.Client({ connectionString: inject('postgresUrls')[0] });
  await superuser.connect();
});
afterEach(async () => {
  await superuser.end();
  await database.drop();
});

const KEY = Buffer.alloc(32, 7);
const nameOfDatabase = () => new URL(database.directUrl).pathname.slice(1);
const check = async () => {
  const config = readConfig({
    DATABASE_URL: database.directUrl,
    TOKEN_KEYS: `test:${KEY.toString('base64')}`,
    EMBEDDED_IDENTITY: 'on',
    BACKUP_DIR: 'off',
  });
  const tokenKeys = [{ id: 'test', key: KEY }];
  const { db } = database;
  const identities = identitiesOf(database.directUrl);
  return checkDatabase(config, {
    db,
    identities,
    tokenKeys,
    migrationsFolder: MIGRATIONS_DIR,
    now: new Date(),
  });
};

test('names a lost server of a cluster and the tables that are not in their places', async () => {
  const ofCluster = async () =>
    (await check()).flatMap(({ part, state, sentence }) =>
      part === 'cluster' ? [`${state}: ${sentence}`] : [],
    );
  expect(await ofCluster()).toEqual([]);
  await addCitusDouble(database.db);
  await distributeTables(database.db, () => undefined);
  expect(await ofCluster()).toEqual([
    'fine: Its database servers answer, and no table is in the wrong place.',
  ]);
  await database.db.$client.query(
    `insert into lost_servers values ('second.example');
     delete from pg_dist_partition where logicalrelid = 'guests'::regclass`,
  );
  expect(await ofCluster()).toEqual([
    'wrong: Database server 3 at second.example:5432 can’t be used: failed to connect to second.example. Its users can’t work until it runs.',
    'wrong: These tables are not in their places: guests. Stop the servers and run "npm run admin -- distribute".',
  ]);
});

test('names a changed order of texts, and the statements that repair it', async () => {
  const name = nameOfDatabase();
  // PostgreSQL 15 has no version for the order of the test server, and then there is nothing to compare.
  const { rows } = await superuser.query<{ now: string | null }>(
    'SELECT pg_database_collation_actual_version(oid) AS now FROM pg_database WHERE datname = $1',
    [name],
  );
  const now = rows[0]?.now ?? null;
  expect((await check()).map(({ part }) => part)).not.toContain('sorting');
  await superuser.query("UPDATE pg_database SET datcollversion = 'older' WHERE datname = $1", [name]);
  const findings = (await check()).filter(({ part }) => part === 'sorting');
  expect(findings).toEqual(
    now === null
      ? []
      : [
          {
            part: 'sorting',
            state: 'wrong',
            sentence: `The system sorts texts by version ${now}, but the database was made with older, so it may miss rows. Stop the server and run as the database’s owner: REINDEX DATABASE ${name}; ALTER DATABASE ${name} REFRESH COLLATION VERSION;`,
          },
        ],
  );
  const repair = [`REINDEX DATABASE ${name}`, `ALTER DATABASE ${name} REFRESH COLLATION VERSION`];
  for (const statement of now === null ? [] : repair) await database.db.$client.query(statement);
  expect((await check()).map(({ part }) => part)).not.toContain('sorting');
});
