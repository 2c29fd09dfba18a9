import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts';
import { migrate } from './migrate.ts';

const MIGRATIONS_DIR = fileURLToPath(new URL('migrations', import.meta.url));
const journalShape = z.looseObject({
  entries: z.array(z.looseObject({ tag: z.string(), when: z.number() })),
});
const journal = journalShape.parse(
  JSON.parse(await readFile(join(MIGRATIONS_DIR, 'meta/_journal.json'), 'utf8')),
);

/**
 * SHA-256 of every migration that has been handed out. Databases exist that have applied these texts and will not apply them again, so a
 * text listed here never changes: what should be different comes in a migration of its own, which adds its line.
 */
const CHECKSUMS: Record<string, string> = {
  '0000_house': '4729dd5e1b5ad893f1a66a0f8e544eae41cb5a3b08545f955adabbeed33925c1',
  '0001_weekly_totals': '797cc916f0e22a1199e52ef43089b3b98a98af1a68aed68e37b93db26b95c917',
  '0002_lease_owners_and_token_results': '9448a1082698a16420b51ec4b50160b859bc1873338e272edf5b7e12b9a079c1',
  '0003_sync_schedule': '6110ddcf624e351ddac4e72bda5135a85d2c36486f2e75f92a2ccadf972a348b',
  '0004_link_repair': '4ce4a39ff5d1087f93516ad2d79622545993d244c5956de58b867584f3ebeb61',
  '0005_public_token_hash': '9ac525d7628986865ebd41e5f33e9ac79bb6d7d8a2f4257ecc795924b1b3085e',
  '0006_merchant_categories': '3ec3674e46cffabaa535db6863289e4098c8af1672a38b18a30de728211fd62a',
};

let database: TestDatabase | undefined;
afterEach(async () => {
  await database?.drop();
  database = undefined;
});

test('no migration that a database may have applied is changed afterwards', async () => {
  const checksums = journal.entries.map(
    async ({ tag }) => [tag, sha256(await readFile(join(MIGRATIONS_DIR, `${tag}.sql`), 'utf8'))] as const,
  );
  expect(Object.fromEntries(await Promise.all(checksums))).toEqual(CHECKSUMS);
});

test('migrations are numbered in the order in which databases meet them', () => {
  const times = journal.entries.map(({ when }) => when);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(new Set(times).size).toBe(times.length);
});

test.for(journal.entries.slice(0, -1).map(({ tag }, index) => ({ tag, applied: index + 1 })))(
  'a database that stopped at $tag comes up to date and keeps what it holds',
  async ({ applied }) => {
    database = await createTestDatabase('template0');
    const { db } = database;
    await migrate(db, await firstMigrations(applied));
    await db.$client.query(
      `INSERT INTO users (id, email, created_at) VALUES (gen_random_uuid(), 'ana@example.com', now())`,
    );

    await migrate(db, MIGRATIONS_DIR);
    await migrate(db, MIGRATIONS_DIR);

    const { rows } = await db.$client.query('SELECT email FROM users');
    expect(rows).toEqual([{ email: 'ana@example.com' }]);
    const { rows: known } = await db.$client.query(
      'SELECT count(*)::int AS n FROM drizzle.__drizzle_migrations',
    );
    expect(known).toEqual([{ n: journal.entries.length }]);
  },
);

/** A copy of the migrations as they were when there were only the first `count`. */
async function firstMigrations(count: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(MIGRATIONS_DIR, folder, { recursive: true });
  await writeFile(
    join(folder, 'meta/_journal.json'),
    JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }),
  );
  return folder;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
