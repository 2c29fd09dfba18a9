import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addCitusDouble } from '../test-support/citus-double.ts';
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts';
import { refreshStatistics } from './refresh-statistics.ts';
import { users } from './tables/users.tables.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await database.db.execute(sql`alter table users set (autovacuum_enabled = false)`);
});
afterEach(() => database.drop());

const addUsers = (count: number) =>
  database.db.execute(
    sql`insert into users (id, email, created_at) select gen_random_uuid(), 'a', now() from generate_series(1, ${count}::integer)`,
  );

/** The planner's estimate of users. */
async function estimatedUsers(): Promise<unknown> {
  const { rows } = await database.db.execute(
    sql`select reltuples from pg_class where oid = 'users'::regclass`,
  );
  return rows[0]?.['reltuples'];
}

test('a bulk change that is a large share of a table has it analyzed at once', async () => {
  await addUsers(2_000);
  await refreshStatistics(database.checkedDb, [users], 2_000);
  expect(await estimatedUsers()).toBe(2_000);
});

test('a few rows, or a small share of a table, leave its statistics as they are', async () => {
  await addUsers(8_000);
  await database.db.execute(sql`analyze users`);
  await addUsers(1_200);
  await refreshStatistics(database.checkedDb, [users], 1_200);
  await refreshStatistics(database.checkedDb, [users], 10);
  expect(await estimatedUsers()).toBe(8_000);
});

test('on a cluster, a table is analyzed once an hour', async () => {
  await addCitusDouble(database.db);
  await addUsers(2_000);
  await refreshStatistics(database.checkedDb, [users], 2_000);
  expect(await estimatedUsers()).toBe(2_000);
  await addUsers(20_000);
  await refreshStatistics(database.checkedDb, [users], 20_000);
  expect(await estimatedUsers()).toBe(2_000);
});
