import { startLocalPostgres } from '@oinkly/local-postgres';
import { IDENTITY_PART } from '@oinkly/server/db/identity-part';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startBuiltServer } from './built-server.ts';
import { makeCrowd, type CrowdSize } from './crowd.ts';

export interface Place {
  users: number;
  dataDir: string;
  cookies: string[];
}

/** Makes a data folder with a crowd. The caller deletes it. */
export async function preparePlace(size: CrowdSize): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-place-'));
  const server = await startBuiltServer(dataDir);
  await server.stop();
  const postgres = await startLocalPostgres({
    dataDir: join(dataDir, 'postgres'),
    parts: [IDENTITY_PART],
    opensSuperuser: true,
  });
  const client = new pg.Client({ connectionString: postgres.superuserConnectionString });
  await client.connect();
  try {
    return { users: size.users, dataDir, cookies: await makeCrowd(client, size, new Date()) };
  } finally {
    await client.end();
    await postgres.stop();
  }
}
