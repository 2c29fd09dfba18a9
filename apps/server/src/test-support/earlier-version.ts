import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import type { TestDatabase } from './test-database.ts';

export const EARLIER_VERSIONS = fileURLToPath(new URL('../db/earlier-versions', import.meta.url));

export async function unpacked(file: string): Promise<string> {
  return gunzipSync(await readFile(join(EARLIER_VERSIONS, file))).toString();
}

/** Fills an empty database as an earlier version left it. */
export async function restoreDump(version: string, { directUrl }: TestDatabase): Promise<void> {
  const client = new pg.Client({ connectionString: directUrl });
  await client.connect();
  try {
    await client.query(await unpacked(`${version}.sql.gz`));
  } finally {
    await client.end();
  }
}
