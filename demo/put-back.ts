import { startLocalPostgres } from '@oinkly/local-postgres';
import { IDENTITY_PART } from '@oinkly/server/db/identity-part';
import { join } from 'node:path';
import pg from 'pg';

/** Sign-ups, budgets and friendships of a stopped server's database, which no API call can move. */
export async function putSignUpsBack(dataDir: string, to: Date): Promise<void> {
  const postgres = await startLocalPostgres({ dataDir: join(dataDir, 'postgres'), parts: [IDENTITY_PART] });
  const client = new pg.Client({ connectionString: postgres.connectionString });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`update users set created_at = $1, next_week_close_at = 'epoch'`, [to]);
    await client.query('update budget_changes set day = $1::timestamptz::date', [to]);
    await client.query('update friendships set created_at = $1', [to]);
    await client.query('commit');
  } finally {
    await client.end();
    await postgres.stop();
  }
}
