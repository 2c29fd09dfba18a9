import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

export const MIGRATIONS_DIR = fileURLToPath(new URL('../db/migrations', import.meta.url));
const journalShape = z.looseObject({
  entries: z.array(z.looseObject({ tag: z.string(), when: z.number() })),
});

export async function readJournal(): Promise<z.output<typeof journalShape>> {
  return journalShape.parse(JSON.parse(await readFile(join(MIGRATIONS_DIR, 'meta/_journal.json'), 'utf8')));
}

/** A folder with the migrations that an earlier version had. */
export async function firstMigrations(count: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(MIGRATIONS_DIR, folder, { recursive: true });
  const journal = await readJournal();
  await writeFile(
    join(folder, 'meta/_journal.json'),
    JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }),
  );
  return folder;
}
