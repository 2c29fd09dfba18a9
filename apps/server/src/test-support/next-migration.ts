import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

export const MIGRATIONS_DIR = fileURLToPath(new URL('../db/migrations', import.meta.url));
const journalShape = z.looseObject({
  entries: z.array(z.looseObject({ idx: z.number(), tag: z.string(), when: z.number() })),
});

async function readJournalOf(folder: string): Promise<z.output<typeof journalShape>> {
  return journalShape.parse(JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8')));
}

export const readJournal = () => readJournalOf(MIGRATIONS_DIR);

/** Adds a migration, as the next version's. */
export async function addMigration(folder: string, statements: readonly string[]): Promise<void> {
  const { entries, ...journal } = await readJournalOf(folder);
  const last = entries.at(-1);
  if (!last) throw new Error('There is no migration');
  const next = { ...last, idx: last.idx + 1, tag: 'next', when: last.when + 1 };
  await writeFile(join(folder, 'next.sql'), statements.join('\n--> statement-breakpoint\n'));
  await writeFile(
    join(folder, 'meta/_journal.json'),
    JSON.stringify({ ...journal, entries: [...entries, next] }),
  );
}

/** A folder with this version's migrations and one more. */
export async function withNextMigration(...statements: string[]): Promise<string> {
  const folder = await copyMigrations();
  await addMigration(folder, statements);
  return folder;
}

/** A folder with the first migration alone. */
export async function withFirstMigration(): Promise<string> {
  const folder = await copyMigrations();
  const { entries, ...journal } = await readJournalOf(folder);
  await writeFile(
    join(folder, 'meta/_journal.json'),
    JSON.stringify({ ...journal, entries: entries.slice(0, 1) }),
  );
  return folder;
}

async function copyMigrations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(MIGRATIONS_DIR, folder, { recursive: true });
  return folder;
}
