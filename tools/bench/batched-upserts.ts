import { startLocalPostgres } from '@oinkly/local-postgres';
import { IDENTITY_PART } from '@oinkly/server/db/identity-part';
import pg from 'pg';

const ROWS_PER_UPSERT = 500;
const TABLES = ['bank_transactions', 'expenses'] as const;

export interface UpsertTimes {
  rows: number;
  newMs: number;
  knownMs: number;
}

/** Upserts a stopped server's rows with all keys and generated columns, but without weekly totals. */
export async function measureBatchedUpserts(dataDir: string, email: string): Promise<UpsertTimes> {
  const postgres = await startLocalPostgres({ dataDir, parts: [IDENTITY_PART], opensSuperuser: true });
  const client = new pg.Client({ connectionString: postgres.superuserConnectionString });
  await client.connect();
  try {
    const user = await client.query<{ id: string }>('select id from users where email = $1', [email]);
    const userId = user.rows[0]?.id;
    const upserts: pg.QueryConfig[] = [];
    for (const table of TABLES) upserts.push(...(await upsertsOf(client, table, userId)));
    await client.query('delete from bank_transactions where user_id = $1', [userId]);
    const run = async () => {
      const startedAt = performance.now();
      for (const upsert of upserts) await client.query(upsert);
      return performance.now() - startedAt;
    };
    const newMs = await run();
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::integer as count from bank_transactions where user_id = $1',
      [userId],
    );
    return { rows: rows[0]?.count ?? 0, newMs, knownMs: await run() };
  } finally {
    await client.end();
    await postgres.stop();
  }
}

async function upsertsOf(
  client: pg.Client,
  table: (typeof TABLES)[number],
  userId: string | undefined,
): Promise<pg.QueryConfig[]> {
  // `unnest` flattens nested arrays. The only array column is left out, as it has a default.
  const { rows: columns } = await client.query<{ name: string; type: string }>(
    `select column_name as name, udt_name as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and data_type <> 'ARRAY'`,
    [table],
  );
  const names = columns.map(({ name }) => name);
  const changing = names.filter((name) => name !== 'user_id' && name !== 'id');
  const { rows } = await client.query<Record<string, string | null>>(
    `select ${names.map((name) => `${name}::text`).join(', ')} from ${table}
     where user_id = $1 and ${table === 'expenses' ? 'bank_transaction_id is not null' : 'true'} order by id`,
    [userId],
  );
  const text = `insert into ${table} (${names.join(', ')}) overriding system value
    select * from unnest(${columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ')})
    on conflict (user_id, id) do update set ${changing.map((name) => `${name} = excluded.${name}`).join(', ')}`;
  const upserts: pg.QueryConfig[] = [];
  for (let first = 0; first < rows.length; first += ROWS_PER_UPSERT) {
    const batch = rows.slice(first, first + ROWS_PER_UPSERT);
    upserts.push({
      name: `upsert ${table}`,
      text,
      values: names.map((name) => batch.map((row) => row[name])),
    });
  }
  return upserts;
}
