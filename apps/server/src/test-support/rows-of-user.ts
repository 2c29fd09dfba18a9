import type { TestDatabase } from './test-database.ts';

export async function rowsOfUser({ db }: TestDatabase, userId: string): Promise<Record<string, unknown[]>> {
  const { rows: columns } = await db.$client.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and (column_name = 'user_id' or (table_name = 'users' and column_name = 'id'))`,
  );
  const found: Record<string, unknown[]> = {};
  for (const { table: name, column } of columns) {
    const { rows } = await db.$client.query<{ row: unknown }>(
      `select to_jsonb(r) as row from ${name} r where ${column} = $1 order by to_jsonb(r)::text`,
      [userId],
    );
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}
