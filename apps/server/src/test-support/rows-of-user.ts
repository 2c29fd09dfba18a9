import type { TestDatabase } from './test-database.ts';

/** Reading the catalog takes as long as reading the rows, and tests compare them hundreds of times. */
const statements = new WeakMap<TestDatabase, string>();

/** Returns all rows of a user as JSON, by table. */
export async function rowsOfUser(database: TestDatabase, userId: string): Promise<Record<string, unknown[]>> {
  const text = statements.get(database) ?? (await statementFor(database));
  statements.set(database, text);
  const { rows } = await database.db.$client.query<{ table: string; rows: unknown[] }>({
    name: 'rows-of-user',
    text,
    values: [userId],
  });
  return Object.fromEntries(rows.map(({ table, rows: found }) => [table, found]));
}

async function statementFor({ db }: TestDatabase): Promise<string> {
  const { rows: columns } = await db.$client.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and (column_name = 'user_id' or (table_name = 'users' and column_name = 'id'))`,
  );
  return columns
    .map(
      ({ table, column }) =>
        `select '${table}' as table, coalesce(jsonb_agg(to_jsonb(r) order by to_jsonb(r)::text), '[]') as rows from ${table} r where ${column} = $1`,
    )
    .join(' union all ');
}
