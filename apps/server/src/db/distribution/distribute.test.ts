import { afterEach, beforeEach, expect, test } from 'vitest';
import { distribute as distributeTables } from '../../admin/distribute.ts';
import { addCitusDouble } from '../../test-support/citus-double.ts';
import { createTestDatabase, type TestDatabase } from '../../test-support/test-database.ts';
import { distributionColumnOf, TABLE_PLACEMENT } from './table-placement.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const query = async <Row extends object>(text: string) => (await database.db.$client.query<Row>(text)).rows;

const distribute = () => distributeTables({ db: database.checkedDb });
const places = () =>
  query<{ table: string; method: string; group: number; key: string | null }>(
    'select logicalrelid::text as table, partmethod as method, colocationid as group, partkey as key from pg_dist_partition order by 1',
  );
const wanted = Object.entries(TABLE_PLACEMENT)
  .filter(([, placement]) => placement !== 'coordinator')
  .map(([table, placement]) =>
    placement === 'by-user'
      ? { table, method: 'h', group: 7, key: distributionColumnOf(table) }
      : { table, method: 'n', group: 1, key: null },
  )
  .toSorted((one, other) => (one.table < other.table ? -1 : 1));

test('without Citus, distribute says what is missing and changes nothing', async () => {
  await expect(distribute()).rejects.toThrow('This database has no Citus. Run "CREATE EXTENSION citus"');
});

test('without servers, or with one that does not answer, distribute says so and changes nothing', async () => {
  await addCitusDouble(database.db);
  await query("insert into lost_servers values ('second.example')");
  await expect(distribute()).rejects.toThrow(
    "The server second.example:5432 can't be used: failed to connect to second.example.",
  );
  await query('delete from pg_dist_node');
  await expect(distribute()).rejects.toThrow('This cluster has no server to divide the tables among.');
  expect(await places()).toEqual([]);
});

test('distribute places every table, referenced ones first, and a second call changes nothing', async () => {
  await addCitusDouble(database.db);
  const said = await distribute();
  expect(said).toContain('users: divided by user\n');
  expect(said).toContain('identities: copied to every server\n');
  expect(said).toContain('rate_limits: stays on this server');
  expect(await places()).toEqual(wanted);
  expect(await distribute()).toContain('users: divided by user, as before\n');
  expect(await places()).toEqual(wanted);
});

test('distribute continues after an interruption', async () => {
  await addCitusDouble(database.db);
  await query("insert into interrupted_at values ('expenses')");
  await expect(distribute()).rejects.toThrow('The table expenses could not be placed: interrupted.');
  await expect(distribute()).rejects.toMatchObject({ cause: { cause: { message: 'interrupted' } } });
  const before = await places();
  expect(before.length).toBeGreaterThan(3);
  expect(before.length).toBeLessThan(wanted.length);
  await query('delete from interrupted_at');
  await distribute();
  expect(await places()).toEqual(wanted);
});

test('distribute names a table that is distributed in another way', async () => {
  await addCitusDouble(database.db);
  await query(
    "select create_distributed_table('users', 'id', 'none'); select create_reference_table('sessions')",
  );
  await expect(distribute()).rejects.toThrow('The table sessions is already distributed in another way');
});
