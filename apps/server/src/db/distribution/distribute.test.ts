import { afterEach, beforeEach, expect, test } from 'vitest';
import { distribute as distributeTables } from '../../admin/distribute.ts';
import { createTestDatabase, type TestDatabase } from '../../test-support/test-database.ts';
import { distributionColumnOf, TABLE_PLACEMENT } from './table-placement.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const query = async <Row extends object>(text: string) => (await database.db.$client.query<Row>(text)).rows;

/** The part of Citus that the command uses, with the order that Citus demands. `interrupted_at` fails for one table. */
async function addCitusDouble(): Promise<void> {
  await query(`
    create table interrupted_at (name text);
    create table pg_dist_partition (logicalrelid regclass primary key, partmethod "char", repmodel "char", colocationid integer, partkey text);
    create function place(relation regclass, method "char", replication "char", colocation integer, key text) returns void
    language plpgsql as $$ begin
      if exists (select from pg_dist_partition where logicalrelid = relation) then raise 'table % is already distributed', relation; end if;
      if exists (select from interrupted_at where name = relation::text) then raise 'interrupted'; end if;
      if exists (
        select from pg_constraint where contype = 'f' and conrelid = relation and confrelid <> relation
          and confrelid not in (select logicalrelid from pg_dist_partition)
      ) then raise 'the table that % references must be distributed first', relation; end if;
      insert into pg_dist_partition values (relation, method, replication, colocation, key);
    end $$;
    create function create_distributed_table(table_name regclass, distribution_column text, colocate_with text default 'default')
    returns void language sql as $$
      select place(table_name, 'h', 's', case colocate_with when 'none' then 7
        else (select colocationid from pg_dist_partition where logicalrelid = colocate_with::regclass) end, distribution_column) $$;
    create function create_reference_table(table_name regclass) returns void language sql as $$
      select place(table_name, 'n', 't', 1, null) $$;
    create function truncate_local_data_after_distributing_table(table_name regclass) returns void
    language plpgsql as $$ begin
      if exists (
        select from pg_constraint where contype = 'f' and confrelid = table_name
          and conrelid not in (select logicalrelid from pg_dist_partition)
      ) then raise 'a table that references % is not distributed', table_name; end if;
    end $$`);
}

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

test('distribute places every table, referenced ones first, and a second call changes nothing', async () => {
  await addCitusDouble();
  const said = await distribute();
  expect(said).toContain('users: divided by user\n');
  expect(said).toContain('identities: copied to every server\n');
  expect(said).toContain('rate_limits: stays on this server');
  expect(await places()).toEqual(wanted);
  expect(await distribute()).toContain('users: divided by user, as before\n');
  expect(await places()).toEqual(wanted);
});

test('distribute continues after an interruption', async () => {
  await addCitusDouble();
  await query("insert into interrupted_at values ('expenses')");
  await expect(distribute()).rejects.toThrow('interrupted');
  const before = await places();
  expect(before.length).toBeGreaterThan(3);
  expect(before.length).toBeLessThan(wanted.length);
  await query('delete from interrupted_at');
  await distribute();
  expect(await places()).toEqual(wanted);
});

test('distribute names a table that is distributed in another way', async () => {
  await addCitusDouble();
  await query(
    "select create_distributed_table('users', 'id', 'none'); select create_reference_table('sessions')",
  );
  await expect(distribute()).rejects.toThrow('The table sessions is already distributed in another way');
});
