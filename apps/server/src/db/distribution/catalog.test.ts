import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test-support/test-database.ts';
import { distributionColumnOf, placementOf, TABLE_PLACEMENT } from './table-placement.ts';

/* What Citus 13 refuses. It is not installed here, so the catalog is compared with its rules. */

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const query = async <Row extends object>(text: string) => (await database.db.$client.query<Row>(text)).rows;
const isByUser = ({ table }: { table: string }) => placementOf(table) === 'by-user';

test('every table has a place in a cluster', async () => {
  const tables = await query<{ table: string }>(
    `select relname as table from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  );
  expect(tables.map(({ table }) => table).toSorted()).toEqual(Object.keys(TABLE_PLACEMENT).toSorted());
});

test('nothing but plain tables is in the schema: no trigger, rule, view, partition or policy', async () => {
  expect(
    await query(`
      select tgrelid::regclass::text as table, tgname as what from pg_trigger
        join pg_class c on c.oid = tgrelid and c.relnamespace = 'public'::regnamespace where not tgisinternal
      union all select ev_class::regclass::text, rulename from pg_rewrite
        join pg_class c on c.oid = ev_class and c.relnamespace = 'public'::regnamespace
      union all select polrelid::regclass::text, polname from pg_policy
      union all select inhrelid::regclass::text, 'inherits' from pg_inherits
        join pg_class c on c.oid = inhrelid and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      union all select relname, relkind::text from pg_class
        where relnamespace = 'public'::regnamespace and relkind not in ('r', 'i', 'S')`),
  ).toEqual([]);
});

test('a table divided by user has its user in every row and survives a crash', async () => {
  const columns = await query<{ table: string; column: string; is_fixed: boolean; persistence: string }>(`
    select relname as table, attname as column, attnotnull and attgenerated = '' as is_fixed, relpersistence as persistence
    from pg_attribute join pg_class c on c.oid = attrelid
    where relkind = 'r' and relnamespace = 'public'::regnamespace and attname in ('id', 'user_id')`);
  const divided = columns.filter(
    (row) =>
      isByUser(row) &&
      row.column === distributionColumnOf(row.table) &&
      row.is_fixed &&
      row.persistence === 'p',
  );
  expect(divided.map(({ table }) => table).toSorted()).toEqual(
    Object.keys(TABLE_PLACEMENT)
      .filter((table) => isByUser({ table }))
      .toSorted(),
  );
});

test('every unique index of a table divided by user contains the user', async () => {
  const indexes = await query<{ table: string; index: string; columns: string[] }>(`
    select c.relname as table, i.relname as index,
      array(select attname::text from unnest(indkey[0:indnkeyatts - 1]) key join pg_attribute on attrelid = c.oid and attnum = key)
        as columns
    from pg_index join pg_class c on c.oid = indrelid join pg_class i on i.oid = indexrelid
    where c.relnamespace = 'public'::regnamespace and (indisunique or indisexclusion)`);
  expect(
    indexes.filter((one) => isByUser(one) && !one.columns.includes(distributionColumnOf(one.table))),
  ).toEqual([]);
});

test('every foreign key stays with one user, or between tables in the same place', async () => {
  const keys = await query<{
    table: string;
    target: string;
    name: string;
    columns: string[];
    targetColumns: string[];
    onDelete: string;
  }>(`
    select conrelid::regclass::text as table, confrelid::regclass::text as target, conname as name, confdeltype as "onDelete",
      array(select attname::text from unnest(conkey) with ordinality k (num, at)
        join pg_attribute on attrelid = conrelid and attnum = num order by at) as columns,
      array(select attname::text from unnest(confkey) with ordinality k (num, at)
        join pg_attribute on attrelid = confrelid and attnum = num order by at) as "targetColumns"
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  expect(keys.length).toBeGreaterThan(30);
  const isAllowed = ({ table, target, columns, targetColumns, onDelete }: (typeof keys)[number]) => {
    if (!isByUser({ table })) return placementOf(table) === placementOf(target);
    if (placementOf(target) === 'everywhere') return true;
    const user = columns.indexOf(distributionColumnOf(table));
    const staysWithUser = user >= 0 && targetColumns[user] === distributionColumnOf(target);
    return isByUser({ table: target }) && staysWithUser && !['n', 'd'].includes(onDelete);
  };
  expect(keys.filter((key) => !isAllowed(key))).toEqual([]);
});

test('numbers that PostgreSQL gives to rows are bigint, of which each node has a range', async () => {
  expect(
    await query(`
      select attrelid::regclass::text as table, attname as column, atttypid::regtype::text as type
      from pg_attribute join pg_class c on c.oid = attrelid
      where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
        and (attidentity <> '' or pg_get_serial_sequence(c.oid::regclass::text, attname) is not null)
        and atttypid <> 'int8'::regtype`),
  ).toEqual([]);
});
