import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { restoreDump } from '../test-support/earlier-version.ts';
import {
  MIGRATIONS_DIR,
  readJournal,
  withFirstMigration,
  withNextMigration,
} from '../test-support/next-migration.ts';
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts';
import { readWholeDatabase } from '../test-support/whole-database.ts';
import { ageOfSchema, migrate, readAppliedMigrations } from './migrate.ts';

const journal = await readJournal();

/** SHA-256 of every released migration. A released text never changes: databases have applied it. */
const CHECKSUMS: Record<string, string> = {
  '0000_first': 'cfba5ed0a9d6d958cd77ab49209add54e1ec391943f6100dadfa9509981bc0a7',
  '0001_import_rows_in_all': 'fc17a88dabc0e3d6428fb7a23dcf65d8ed05c97d69574648c058a5d60266691d',
  '0002_pacts': 'db401000fb8e367f0e627a3ae2ada5a009716359507a2bcae660a17fb394dbcd',
  '0003_board_view': '9a41c0eb42c4723ab65847b9ff4635345f61e6c3bf42819cb6a46e3377455e4d',
  '0004_guests': 'e7792ad4483706a1b74da1963f0aa897a906140afb2aa064786011a7878a1050',
  '0005_seen_by_friends': '915972117d97b267b413da23ebaf8acf3db0252aa453686fc6211df22f716040',
  '0006_circle_pictures': 'c59e0b6f0d9a8b11a649c130d31fbc5d3983fc68bc352d9ebb657697ccbce7cf',
  '0007_promised_week': '07bb460a4445fd1e508254b0855379824d9d6e703f3dda20f442919139ad159a',
  '0008_evening_week': 'f86a0c4fc019cc499edf907a9883413a4309830cdc25140f89610fd9587c0b61',
  '0009_declined_week': '8953c3e9c182226e51059baf89927f2c7971460720dbd3f7505d310ea3e9cf60',
  '0010_new_guests': '12a3de118c8815bc58ca2033a7d4ee149a743ac5fcb9ccded1665911679b4dd0',
  '0011_message_places': '43b183378a44b9d393f5a30b1aa09b3b529adcc923a85c1a5d01e26ed4ebeb3b',
};

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase('template0');
});
afterEach(() => database.drop());

test('no migration that a database may have applied is changed afterwards', async () => {
  const checksums = journal.entries.map(
    async ({ tag }) => [tag, sha256(await readFile(join(MIGRATIONS_DIR, `${tag}.sql`), 'utf8'))] as const,
  );
  expect(Object.fromEntries(await Promise.all(checksums))).toEqual(CHECKSUMS);
});

/** What Citus 13.2 refused in a migration of divided tables, and what the version before, which serves meanwhile, can't take. */
const REFUSED = {
  // Its prepared statements would fail.
  'changes the type of a column': /\balter column\b[^;]*\btype\b/i,
  'adds a numbered column': /\badd column\b[^;]*(\bas identity\b|serial\b)/i,
  'creates a trigger': /\bcreate (or replace )?(constraint )?trigger\b/i,
  'reckons with the time zone of the session': /\bupdate\b[^;]*\binterval\b/i,
};
const refusals = (text: string) =>
  Object.entries(REFUSED).flatMap(([what, pattern]) => (pattern.test(text) ? [what] : []));

test('a cluster and the version before take every migration', async () => {
  for (const { tag } of journal.entries)
    expect([tag, refusals(await readFile(join(MIGRATIONS_DIR, `${tag}.sql`), 'utf8'))]).toEqual([tag, []]);
});

test.each([
  'ALTER TABLE "rules" ALTER COLUMN "nr" SET DATA TYPE bigint',
  'ALTER TABLE "rules" ADD COLUMN "nr" bigint NOT NULL GENERATED ALWAYS AS IDENTITY',
  'ALTER TABLE "rules" ADD COLUMN "nr" bigserial',
  'CREATE TRIGGER sums AFTER INSERT ON expenses EXECUTE FUNCTION sum_up()',
  "UPDATE sessions SET created_at = last_seen_at - interval '1 day'",
])('a migration that they refuse is noticed: %s', (statement) => {
  expect(refusals(statement)).toHaveLength(1);
});

test('migrations are numbered in the order in which databases meet them', () => {
  const times = journal.entries.map(({ when }) => when);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(new Set(times).size).toBe(times.length);
});

test('a database is older until the newest migration is applied, and no timeout ends a migration', async () => {
  const { db } = database;
  expect(await ageOfSchema(db, MIGRATIONS_DIR)).toBe('older');
  await migrate(db, MIGRATIONS_DIR);
  expect(await ageOfSchema(db, MIGRATIONS_DIR)).toBe('current');
  const next = await withNextMigration(
    "CREATE TABLE setting AS SELECT current_setting('statement_timeout') AS timeout",
  );
  expect(await ageOfSchema(db, next)).toBe('older');
  await migrate(db, next);
  expect(await ageOfSchema(db, next)).toBe('current');
  expect(await query('SELECT timeout FROM setting')).toEqual([{ timeout: '0' }]);
  expect(await query("SELECT current_setting('statement_timeout') AS timeout")).not.toEqual([
    { timeout: '0' },
  ]);
  expect(await ageOfSchema(db, MIGRATIONS_DIR)).toBe('newer');
});

test('an interrupted update changes nothing, and the next start completes it', async () => {
  const { db } = database;
  await migrate(db, MIGRATIONS_DIR);
  await addUser();
  const changes = ['ALTER TABLE users ADD COLUMN nickname text', "UPDATE users SET nickname = 'Ana'"];
  const interrupted = await withNextMigration(...changes, 'SELECT pg_terminate_backend(pg_backend_pid())');
  await expect(migrate(db, interrupted)).rejects.toThrow();
  expect(await readAppliedMigrations(db.$client)).toHaveLength(journal.entries.length);
  expect(await query('SELECT * FROM users')).not.toEqual([expect.objectContaining({ nickname: 'Ana' })]);

  const next = await withNextMigration(...changes);
  await migrate(db, next);
  await migrate(db, next);
  expect(await readAppliedMigrations(db.$client)).toHaveLength(journal.entries.length + 1);
  expect(await query('SELECT email, nickname FROM users')).toEqual([
    { email: 'ana@example.com', nickname: 'Ana' },
  ]);
});

test('a database of the last commit before 0.1.0 is current as it is, and later updates continue it', async () => {
  await restoreDump('before-0.1.0', database);
  const { db } = database;
  await addUser();
  const before = await readWholeDatabase(database.directUrl);
  const first = await withFirstMigration();
  expect(await ageOfSchema(db, first)).toBe('current');
  await migrate(db, first);
  expect(await readWholeDatabase(database.directUrl)).toEqual(before);
  await migrate(db, await withNextMigration("UPDATE users SET full_name = 'Ana'"));
  expect(await query('SELECT email, full_name AS name FROM users')).toEqual([
    { email: 'ana@example.com', name: 'Ana' },
  ]);
});

test('the first migration makes the schema of the last commit before 0.1.0', async () => {
  await migrate(database.db, await withFirstMigration());
  const { structure } = await readWholeDatabase(database.directUrl);
  const columns = await query(COLUMNS);
  const other = await query(OTHER_OBJECTS);
  await database.drop();
  database = await createTestDatabase('template0');
  await restoreDump('before-0.1.0', database);
  expect((await readWholeDatabase(database.directUrl)).structure).toEqual(structure);
  expect(await query(COLUMNS)).toEqual(columns);
  expect(await query(OTHER_OBJECTS)).toEqual(other);
});

/** In the order of rows. */
const COLUMNS = `
  SELECT attrelid::regclass::text AS place, attname AS name FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped ORDER BY 1, attnum`;
/** All but tables, which have rules of their own, and what belongs to PostgreSQL. */
const OTHER_OBJECTS = `
  SELECT relname::text AS name, relkind::text AS kind FROM pg_class WHERE relnamespace = 'public'::regnamespace
  UNION ALL SELECT proname::text, 'function' FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL SELECT typname::text, 'type' FROM pg_type WHERE typnamespace = 'public'::regnamespace
  UNION ALL SELECT tgname::text, 'trigger' FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT nspname::text, 'schema' FROM pg_namespace WHERE nspname !~ '^pg_'
  UNION ALL SELECT extname::text, 'extension' FROM pg_extension
  ORDER BY 1, 2`;

async function addUser(): Promise<void> {
  await query(
    `INSERT INTO users (id, email, created_at) VALUES (gen_random_uuid(), 'ana@example.com', now())`,
  );
}

async function query<Row extends object>(text: string): Promise<Row[]> {
  return (await database.db.$client.query<Row>(text)).rows;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
