import { afterEach, beforeEach, expect, test } from 'vitest';
import { distributeTables } from '../db/distribution/distribute.ts';
import { addCitusDouble } from '../test-support/citus-double.ts';
import { MIGRATIONS_DIR } from '../test-support/next-migration.ts';
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts';
import { checkReadiness } from './readiness.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await addCitusDouble(database.db);
  await distributeTables(database.db, () => undefined);
});
afterEach(() => database.drop());

const problems = () => checkReadiness({ db: database.db, queue: { idleQueues: () => [] } }, MIGRATIONS_DIR);
const query = (text: string) => database.db.$client.query(text);

test('a process serves the users of other servers while one is lost, and names it without its address', async () => {
  expect(await problems()).toEqual([]);
  await query("insert into lost_servers values ('second.example')");
  expect(await problems()).toEqual(['Database server 3 doesn’t answer.']);
});

test('a process names tables that are not in their places', async () => {
  await query("delete from pg_dist_partition where logicalrelid = 'guests'::regclass");
  expect(await problems()).toEqual(['These tables are not in their places: guests.']);
});

test('a cluster that does not say within a second which server is lost is named, and users are served', async () => {
  await query(
    `create or replace function run_command_on_workers(command text, out nodename text, out nodeport integer, out success boolean,
       out result text) returns setof record language sql as $$ select 'second.example', 5432, false, pg_sleep(60)::text $$`,
  );
  expect(await problems()).toEqual(['Not all database servers answer.']);
});
