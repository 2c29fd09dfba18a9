import { eq, sql } from 'drizzle-orm';
import type { QueryConfig } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { closePool, openPool, readTogether } from '../../db/database.ts';
import { users } from '../../db/tables/users.tables.ts';
import { storeWeeklyTotals } from '../../test-support/weekly-sums.ts';
import { createTestDatabase, type TestDatabase } from '../../test-support/test-database.ts';
import { listBoardUsers, listFriendIds } from './leaderboard.queries.ts';
import { readLeaderboard } from './leaderboard.service.ts';

/** Reading a whole table is never cheaper. */
const USERS = 20_000;
const FRIENDS = 50;
const VIEWER = '00000000-0000-0000-0000-000000000001';
/** A Friday; the week began on Monday, 2026-06-01. */
const clock = () => new Date('2026-06-05T19:00:00Z');

interface PlanStep {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PlanStep[];
}

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const run = (statement: string, values: unknown[] = []) => database.db.$client.query(statement, values);
  await run(
    `insert into users (id, email, full_name, time_zone, signup_completed, next_week_close_at, created_at)
     select ('00000000-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid, n || '@example.org', 'Person ' || n, 'UTC', true,
       '2026-06-08', '2025-06-01' from generate_series(1, $1::integer) as n`,
    [USERS],
  );
  await run(
    `insert into budget_changes (user_id, day, budget_cents) select id, '2025-06-01', 10000 from users`,
  );
  await run(
    `insert into connections (user_id, id, provider, provider_connection_id, institution_name, access_token, access_token_key_id, created_at)
     select id, id, 'plaid', id::text, 'Bank', '', 'test', created_at from users`,
  );
  await run(
    `insert into expenses (user_id, name, amount_cents, day, category, created_at)
     select id, 'Lunch', 1200, '2026-06-04', 'Dining', '2026-06-04' from users`,
  );
  await storeWeeklyTotals(database);
  await run(
    `insert into weekly_results (user_id, week_start, budget_cents, spent_cents, ranked_cents, was_active, closed_at)
     select id, '2026-06-01'::date - 7 * week, 10000, 9000, 9000, true, '2026-06-01' from users, generate_series(1, 3) as week`,
  );
  await run(
    `insert into friendships (user_id, friend_id, created_at)
     select $1::uuid, id, created_at from users where id <> $1 order by id desc limit $2::integer`,
    [VIEWER, FRIENDS],
  );
  await run(
    `insert into friendships (user_id, friend_id, created_at) select id, $1, created_at from users where id <> $1`,
    [VIEWER],
  );
  await run('vacuum analyze');
});
afterAll(() => database.drop());

test('a board scans no table, and reads closed weeks only by their key', async () => {
  const { db, checkedDb } = database;
  const [viewer] = await db.select().from(users).where(eq(users.id, VIEWER));
  if (!viewer) throw new Error('No viewer');
  const asked = vi.spyOn(checkedDb.$client, 'query');
  const { entries } = await readLeaderboard({ db: checkedDb, clock, hasGuests: true }, viewer);
  expect(entries).toHaveLength(FRIENDS + 1);
  const [question, values] = (asked.mock.lastCall ?? []) as unknown as [QueryConfig, unknown[]];
  asked.mockRestore();

  const { rows } = await db.$client.query<{ 'QUERY PLAN': [{ Plan: PlanStep }] }>(
    `explain (format json) ${question.text}`,
    values,
  );
  const scans = rows
    .flatMap((row) => stepsOf(row['QUERY PLAN'][0].Plan))
    .flatMap((step) => (step['Relation Name'] ? [`${step['Node Type']} on ${step['Relation Name']}`] : []));
  expect([...new Set(scans)].sort()).toEqual([
    // By its key, for all users at once.
    'Bitmap Heap Scan on weekly_totals',
    'Index Only Scan on budget_changes',
    'Index Only Scan on weekly_results',
    'Index Only Scan on weekly_totals',
    'Index Scan on budget_changes',
    'Index Scan on connections',
    'Index Scan on expenses',
    'Index Scan on users',
    // Reads one row: the highlight of the viewer's last week.
    'Index Scan on weekly_results',
    'Index Scan on weekly_totals',
  ]);
});

test.each([0, 3, FRIENDS])(
  'with %i friends, a connection plans the board for its first five reads only',
  async (count) => {
    const friendIds = await listFriendIds(database.checkedDb, VIEWER);
    const db = openPool(database.directUrl, () => undefined, { preparesStatements: true });
    const week = {
      week: '2026-06-01',
      resultsFrom: '2026-03-23',
      today: '2026-06-05',
      now: clock(),
    } as const;
    try {
      const { rows } = await readTogether(db, async (one) => {
        // PostgreSQL compares five plans for given values with one for any.
        for (let read = 0; read < 10; read += 1)
          await listBoardUsers(one, VIEWER, [VIEWER, ...friendIds.slice(0, count)], week);
        return one.execute(
          sql`select generic_plans::integer, custom_plans::integer from pg_prepared_statements where name = 'read_board'`,
        );
      });
      expect(rows).toEqual([{ generic_plans: 5, custom_plans: 5 }]);
    } finally {
      await closePool(db, 1_000);
    }
  },
);

function stepsOf(step: PlanStep): PlanStep[] {
  return [step, ...(step.Plans ?? []).flatMap(stepsOf)];
}
