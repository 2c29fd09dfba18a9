import { startLocalPostgres } from '@oinkly/local-postgres';
import { IDENTITY_PART } from '@oinkly/server/db/identity-part';
import pg from 'pg';

const ROWS_PER_INSERT = 500;

/** Inserts transaction-sized rows in batches, into a table with only a key. */
export async function measureBareInserts(dataDir: string, rowCount: number): Promise<number> {
  const postgres = await startLocalPostgres({ dataDir, parts: [IDENTITY_PART], opensSuperuser: true });
  const client = new pg.Client({ connectionString: postgres.superuserConnectionString });
  await client.connect();
  try {
    await client.query(
      `create table bare (id bigint primary key, name text, amount bigint, day date, category text)`,
    );
    const startedAt = performance.now();
    for (let first = 0; first < rowCount; first += ROWS_PER_INSERT) {
      const count = Math.min(ROWS_PER_INSERT, rowCount - first);
      const ids = Array.from({ length: count }, (_, index) => first + index);
      await client.query(
        `insert into bare select id, 'A merchant of usual length', 1234, '2026-06-05', 'FOOD_AND_DRINK' from unnest($1::bigint[]) as id`,
        [ids],
      );
    }
    return performance.now() - startedAt;
  } finally {
    await client.end();
    await postgres.stop();
  }
}
