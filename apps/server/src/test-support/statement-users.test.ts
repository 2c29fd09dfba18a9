import { expect, test } from 'vitest';
import { problemOfPlan, usersNamed } from './statement-plans.ts';
import { usersOfStatement } from './statement-users.ts';

test.each([
  'select * from expenses where user_id = $1 for update',
  "select * from expenses where '00000000-0000-4000-8000-000000000001' = user_id",
  'select * from weekly_totals t where t.user_id = any($1::uuid[]) and (is_on_board or is_new)',
  'select * from users u join expenses e on e.user_id = u.id and e.user_id = $1 where u.id = $1',
  'select * from users u left join expenses e on e.user_id = $1 where u.id in ($1, $2)',
  'select 1 from users u where id = $1 and exists (select from expenses where user_id = $1)',
  'select * from expenses where user_id = $1 union all select * from expenses where user_id = $2',
  'with own as (select * from expenses where user_id = $1) select * from own',
  'update expenses e set name = b.name from expenses b where e.user_id = $1 and b.user_id = $1 and b.id = e.id',
  'delete from bank_transactions r using expenses e where r.user_id = $1 and e.user_id = $1 and e.id = r.id',
  'insert into rules (id, user_id) values ($1, $2), ($3, $4)',
  'insert into rules (user_id, id) select s.user_id, s.id from staged_changes s where s.user_id = $1',
  'insert into rules (id, user_id) select $1, $2::uuid',
  'insert into notifications (user_id, event) select * from unnest($1::uuid[], $2::jsonb[])',
  'select * from expenses where (false and is_counted)',
  'select * from identities i where i.issuer = $1',
  'with gone as (delete from provider_requests returning 1) select * from gone',
])('names the user of every divided table: %s', (statement) => {
  expect(usersOfStatement(statement).problems).toEqual([]);
});

test.each([
  ['no condition', 'select count(*) from expenses', 'expenses'],
  ['another column', 'select * from expenses where id = $1', 'expenses'],
  ['another constant', 'select * from expenses where true', 'expenses'],
  ['an or', 'select * from expenses where user_id = $1 or is_shared', 'expenses'],
  ['a negation', 'select * from expenses where not user_id = $1', 'expenses'],
  ['an inequality', 'select * from expenses where user_id >= $1', 'expenses'],
  ['all of a list', 'select * from expenses where user_id = all($1)', 'expenses'],
  ['a list with a column', 'select * from expenses e where user_id in ($1, e.other_id)', 'expenses'],
  ['a subquery', 'select * from expenses where user_id = (select $1::uuid)', 'expenses'],
  [
    'the equal column of another table',
    'select * from users u join expenses e on e.user_id = u.id where u.id = $1',
    'expenses',
  ],
  ['a merged column', 'select * from expenses join rules using (user_id) where user_id = $1', 'rules'],
  [
    'the rows of a parameter',
    'select * from expenses e join unnest($1::uuid[]) as l(id) on l.id = e.user_id',
    'expenses',
  ],
  [
    'the condition of an outer join',
    'select * from users u left join rules r on u.id = $1 and r.user_id = $1',
    'users',
  ],
  [
    'a condition outside a subquery',
    'select * from users where id = $1 and exists (select from expenses where user_id = users.id)',
    'expenses',
  ],
  ['half of a union', 'select 1 from rules where user_id = $1 union select 1 from rules', 'rules'],
  ['a change', 'update users set full_name = $1', 'users'],
  ['a deletion', 'delete from sessions where expires_at < $1', 'sessions'],
  [
    'a table of a deletion',
    'delete from rules r using users u where r.user_id = $1 and u.id = r.user_id',
    'users',
  ],
  [
    'a merge',
    'merge into rules r using staged_changes s on r.user_id = $1 and s.user_id = $1 when matched then delete',
    'rules',
  ],
  ['an insertion without the column', 'insert into rules (id) values ($1)', 'rules'],
  ['an insertion without columns', 'insert into rules values ($1)', 'rules'],
  ['an insertion of an expression', 'insert into rules (user_id) values (gen_random_uuid())', 'rules'],
  ['an insertion of read users', 'insert into rules (user_id) select user_id from identities', 'rules'],
])('is refused with %s', (_kind, statement, table) => {
  expect(usersOfStatement(statement).problems).toContain(`names no user of ${table}`);
});

test.each([
  'with gone as (delete from rules where user_id = $1 returning id) select * from gone',
  'with new as (insert into rules (user_id) values ($1) returning id) select * from new',
  'select * from rules where user_id = $1 and id in (with e as (update expenses set name = $2 where user_id = $1 returning id) select id from e)',
])('may not write in a with clause: %s', (statement) => {
  expect(usersOfStatement(statement).problems).toEqual(['writes in a with clause']);
});

test.each([
  ['select * from users where id = $1 and id = $1', [['a', 'b']], 2],
  ['select * from users u, expenses e where u.id = $1 and e.user_id = $2::uuid', ['a', 'a'], 1],
  ["select * from users where id in ($1, $2, 'c')", ['a', 'b'], 3],
])('counts the users that a statement names: %s', (statement, values, users) => {
  expect(usersNamed(usersOfStatement(statement).users, values)).toBe(users);
});

test('a plan may have a task for each user, and no rows that are copied to other servers', () => {
  const planOf = (tasks: number) =>
    `Custom Scan (Citus Adaptive)\n  Task Count: ${tasks}\n  Tasks Shown: One of 32`;
  expect([planOf(1), planOf(3), 'Seq Scan on login_attempts'].map((plan) => problemOfPlan(plan, 3))).toEqual([
    null,
    null,
    null,
  ]);
  expect(problemOfPlan(planOf(32), 3)).toBe('has 32 tasks for 3 users');
  expect(problemOfPlan(`${planOf(1)}\n  ->  Distributed Subplan 1_2`, 1)).toContain(
    'copies intermediate rows',
  );
});
