import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFunctions } from './checked-pool.ts';
import { problemsOfStatement, type Functions } from './distributed-statements.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
let functions: Functions;
beforeAll(async () => {
  database = await createTestDatabase();
  functions = await readFunctions(database.db.$client);
});
afterAll(() => database.drop());

const ANA = '00000000-0000-4000-8000-000000000001';
const BO = '00000000-0000-4000-8000-000000000002';
const problemsOf = (text: string, values: unknown[] = [ANA]) => problemsOfStatement(text, values, functions);

test.each([
  'select * from expenses where user_id = $1 for update',
  'select 1 from users u join expenses e on e.user_id = u.id where u.id = $1 for no key update',
  'select e.id from expenses e join bank_transactions r using (user_id) where e.user_id = $1',
  'select count(*) from expenses',
  'select * from weekly_totals where user_id = any($1::uuid[])',
  'select u.id, t.n from users u left join (select user_id, count(*) as n from expenses group by user_id) t on t.user_id = u.id',
  'select id, exists (select from expenses where user_id = users.id) from users where id = any($1::uuid[])',
  `select id from expenses e where user_id = $1
     and not exists (select from bank_transactions r where r.user_id = e.user_id and r.id = e.bank_transaction_id)`,
  `with gone as (delete from expenses where user_id = $1 returning bank_transaction_id)
   delete from bank_transactions r using gone where r.user_id = $1 and r.id = gone.bank_transaction_id`,
  'insert into weekly_totals (user_id, week_start) select user_id, week_start from expenses where user_id = $1',
  'insert into rules (user_id, name) values ($1, $2) on conflict (user_id, merchant_key) do update set name = excluded.name',
  'update connections set lease_expires_at = statement_timestamp() + $2::interval where user_id = $1',
  'update users set created_at = $2 where id = any($1::uuid[])',
  'delete from friendships where friend_id = $1',
  'select i.user_id from identities i where issuer = $1 for update',
  'select * from provider_requests for update skip locked',
  'with recursive n as (select 1 as i union all select i + 1 from n) select * from n',
])('works on tables divided by user: %s', (statement) => {
  expect(problemsOf(statement)).toEqual([]);
});

test.each([
  ['select 1 from users where id = any($1::uuid[]) for no key update', 'locks rows of many users'],
  ['select 1 from users where id in ($1, $2) for share', 'locks rows of many users'],
  ['select * from connections order by next_sync_at for update skip locked', 'locks rows of many users'],
  ['select * from friendships f join users u on u.id = f.friend_id where f.user_id = $1', 'without the user'],
  [
    'select (select full_name from users where id = n.friend_id) from notifications n where user_id = $1',
    'without the user',
  ],
  ['select * from users u, users o where u.id = $1 and o.id = $2', 'touches two users'],
  ['select * from identities i join users u on u.id = i.user_id where i.issuer = $1', 'with a small table'],
  [
    'select * from connections c join provider_links l using (provider) where c.user_id = $1',
    'on the coordinator',
  ],
  ['select * from pgboss.job j join users u on true where u.id = $1', 'on the coordinator'],
  [
    `select * from weekly_results w cross join lateral (select sum(cost_cents) from expenses where user_id = w.user_id) s
    where w.user_id = $1`,
    'in a lateral subquery',
  ],
  ['select id, (select max(day) from expenses where user_id = users.id) from users', 'in a subquery'],
  ['select id, (select day from expenses where user_id = users.id limit 1) from users', 'in a subquery'],
  [
    'select * from users u join (select user_id from expenses limit 5) e on e.user_id = u.id',
    'does not group by user',
  ],
  [
    `select * from users u join (
       (select user_id from expenses limit 5) union all (select user_id from recurring_series limit 5)) e on e.user_id = u.id`,
    'does not group by user',
  ],
  ['select * from weekly_totals t join unnest($1::uuid[]) as w(id) on w.id = t.user_id', 'with a function'],
  [
    `with recursive names as (select name from expenses union all select name from names) select * from names`,
    'is recursive',
  ],
  ['update users set created_at = clock_timestamp() where id = $1', 'volatile clock_timestamp'],
  ['update users set email = gen_random_uuid()::text where id = $1', 'volatile gen_random_uuid'],
  ['update login_attempts set expires_at = clock_timestamp()', 'volatile clock_timestamp'],
  ["update users set created_at = date_trunc('day', created_at) where id = $1", 'with a column'],
  ['delete from sessions where user_id = $1 and coalesce(last_seen_at < now(), true)', 'CASE or COALESCE'],
  ['delete from login_attempts where token_hash = $1 returning now()', 'in RETURNING'],
  ['update expenses e set day = $2 where user_id = $1 returning e.week_start::text', 'in RETURNING'],
  ['update expenses set user_id = $2 where user_id = $1', 'changes the user'],
  [
    'insert into rules (user_id, name) values ($1, $2) on conflict (user_id, merchant_key) do update set user_id = $1',
    'changes the user',
  ],
  ['insert into rules (user_id) values ($1) on conflict (merchant_key) do nothing', 'without the user'],
  [
    'insert into rules (user_id) values ($1) on conflict (user_id, merchant_key) do update set name = now()',
    'on a conflict',
  ],
  ['insert into rules (merchant_key) values ($1)', 'without a user'],
  ['insert into weekly_totals (user_id) select user_id from expenses', 'that it reads from many users'],
  [
    'update users u set created_at = t.at from unnest($1::uuid[], $2::timestamptz[]) as t(id, at) where u.id = t.id',
    'in a join',
  ],
  [
    'update connections set failures = 0 where (user_id, id) in (select user_id, id from connections limit 5)',
    'in a subquery',
  ],
  ['delete from sessions where ctid = any(array(select ctid from sessions limit 5))', 'the place of a row'],
  ['with gone as (delete from expenses returning user_id) select * from gone', 'WITH clause'],
])('fails on tables divided by user: %s', (statement, problem) => {
  expect(problemsOf(statement, [ANA, BO]).join()).toContain(problem);
});

test('parameters with the same id are one user', () => {
  const statement = 'select * from expenses e, bank_transactions r where e.user_id = $1 and r.user_id = $2';
  expect(problemsOf(statement, [ANA, ANA])).toEqual([]);
  expect(problemsOf(statement, [ANA, BO])).toEqual([
    'touches two users',
    expect.stringContaining('without the user'),
  ]);
});
