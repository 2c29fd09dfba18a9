import { readSearch } from '@oinkly/domain/expense-search';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import pg, { type PoolClient, type QueryConfig } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { users } from '../../db/tables/users.tables.ts';
import { ScriptedBank, type ScriptedPage } from '../../test-support/scripted-bank.ts';
import { createTestApp } from '../../test-support/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../test-support/test-database.ts';
import { storeWeeklyTotals } from '../../test-support/weekly-sums.ts';
import type { UserRow } from '../identity/index.ts';
import { readInsights } from '../insights/index.ts';
import { readLeaderboard } from '../leaderboard/index.ts';
import type { LedgerListener } from '../ledger/index.ts';
import { addExpense, listExpenses, sumExpenses } from './expenses.service.ts';
import { readRecurring } from './recurring.service.ts';

/** Two years; some merchants may be paid monthly. */
const TRANSACTIONS = 20_000;
const MERCHANTS = 400;
const USER = '00000000-0000-0000-0000-000000000001';
const TODAY = '2026-06-05';
const clock = () => new Date('2026-06-05T19:00:00Z');

interface PlanStep {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanStep[];
}

let database: TestDatabase;
let user: UserRow;

beforeAll(async () => {
  database = await createTestDatabase();
  const run = (statement: string, values: unknown[] = []) => database.db.$client.query(statement, values);
  await run(
    `insert into users (id, email, time_zone, created_at) values ($1, 'ana@example.org', 'UTC', '2024-06-01')`,
    [USER],
  );
  await run(
    `insert into bank_accounts (user_id, id, provider, provider_account_id, institution_name, name, type)
     values ($1, $1, 'plaid', 'a', 'Bank', 'Checking', 'depository')`,
    [USER],
  );
  await addHistory(database, { userId: USER, accountId: USER });
  const [row] = await database.db.select().from(users).where(eq(users.id, USER));
  if (!row) throw new Error('There is no user');
  user = row;
});
afterAll(() => database.drop());

/** Never analyzed. */
async function addHistory(
  { db: { $client } }: TestDatabase,
  { userId, accountId }: { userId: string; accountId: string },
): Promise<void> {
  for (const table of ['expenses', 'bank_transactions'])
    await $client.query(`alter table ${table} set (autovacuum_enabled = false)`);
  await $client.query(
    `insert into bank_transactions (user_id, account_id, connection_id, transaction_id, amount_cents, currency, day, posted_on, name,
       merchant_key, is_pending, kind, expense_category, created_at)
     select user_id, id, connection_id, n::text, 1000, 'USD', d, d, 'Shop ' || n % $4, 'shop ' || n % $4, false, 'spending', 'Shopping', now()
     from (select n, '2026-06-05'::date - n % 730 as d from generate_series(1, $3::integer) n) as days
       join (select user_id, id, coalesce(connection_id, id) as connection_id from bank_accounts where user_id = $1 and id = $2) as account on true`,
    [userId, accountId, TRANSACTIONS, MERCHANTS],
  );
  await $client.query(
    `insert into expenses (user_id, bank_transaction_id, name, amount_cents, bank_amount_cents, day, category, created_at)
     select user_id, id, name, amount_cents, amount_cents, day, expense_category, created_at from bank_transactions`,
  );
}

test.each([
  [
    'the first page of expenses',
    () => listExpenses({ db: database.checkedDb }, USER, { counted: 'all', limit: 50 }),
  ],
  [
    'a search',
    () =>
      listExpenses({ db: database.checkedDb }, USER, {
        counted: 'all',
        limit: 50,
        search: readSearch('nothing', TODAY),
      }),
  ],
  [
    'the sum of a search',
    () =>
      sumExpenses({ db: database.checkedDb }, USER, {
        counted: 'all',
        search: readSearch('shop 1 may over 5', TODAY),
      }),
  ],
  ['what looks monthly', () => readRecurring({ db: database.checkedDb, clock }, user)],
  ['insights', () => readInsights({ db: database.checkedDb, clock }, user)],
  ['the leaderboard', () => readLeaderboard({ db: database.checkedDb, clock, hasGuests: true }, user)],
])('%s reads a history without statistics at most once per table', async (_, call) => {
  const asked = vi.spyOn(database.checkedDb.$client, 'query');
  await call();
  const statements = asked.mock.calls as unknown as Statement[];
  asked.mockRestore();
  await expectFewReads(database, statements);
});

/** Syncs a bank whose history was never analyzed. Returns the statements, and the app's database. */
async function statementsOfSync(
  page: ScriptedPage,
): Promise<{ database: TestDatabase; statements: Statement[] }> {
  // Connections take over what is there when they open.
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => asked.mockRestore());
  const bank = new ScriptedBank();
  const t = await createTestApp({ provider: bank });
  onTestFinished(() => t.close());
  const ana = await t.signUp();
  const sync = () => ana.send({ method: 'POST', url: '/api/auto-import-transactions' });
  await ana.send({
    method: 'POST',
    url: '/api/plaid/exchange-token',
    body: { public_token: randomUUID() },
  });
  expect((await sync()).json()).toEqual({ success: true, imported: 0 });
  const { rows } = await t.database.db.$client.query<{ id: string }>('select id from bank_accounts');
  await addHistory(t.database, { userId: ana.id, accountId: rows[0]?.id ?? '' });
  await storeWeeklyTotals(t.database);
  bank.answer(page);
  asked.mockClear();
  expect((await sync()).json()).toMatchObject({ success: true });
  return { database: t.database, statements: asked.mock.calls.slice() as unknown as Statement[] };
}

test('a sync without news reads a history without statistics at most once per table', async () => {
  const synced = await statementsOfSync({});
  await expectFewReads(
    synced.database,
    synced.statements.filter(([{ text }]) => /\b(expenses|bank_transactions)\b/.test(text)),
  );
});

test('a sync of few rows looks them up in a history without statistics', async () => {
  const upserted = Array.from({ length: 40 }, (_, n) => ({ transactionId: `new ${n}`, name: 'Cafe' }));
  const removed = [{ transactionId: '1', providerAccountId: 'account-checking' }];
  const synced = await statementsOfSync({ upserted, removed });
  const isStaging = ([{ text }]: Statement) => /json_populate_recordset/.test(text);
  await expectFewReads(
    synced.database,
    synced.statements.filter(([{ text }]) =>
      /\bstaged_changes\b.*\bbank_transactions\b|\bbank_transactions\b.*\bstaged_changes\b/s.test(text),
    ),
    { mostRows: 500, after: synced.statements.filter(isStaging) },
  );
});

test('a later page of expenses is found without reading the earlier ones', async () => {
  const deps = { db: database.checkedDb };
  const { next } = await listExpenses(deps, USER, { counted: 'all', limit: TRANSACTIONS / 2 });
  const asked = vi.spyOn(database.checkedDb.$client, 'query');
  await listExpenses(deps, USER, { counted: 'all', limit: 50, after: next ?? undefined });
  const statements = asked.mock.calls as unknown as Statement[];
  asked.mockRestore();
  await expectFewReads(database, statements, { mostRows: 100, after: [[{ text: 'analyze expenses' }, []]] });
});

/** As given to `pg`. */
type Statement = [QueryConfig, unknown[]];

/** Repeats each of the statements `after` others, and undoes what they change. */
async function expectFewReads(
  { db }: TestDatabase,
  statements: readonly Statement[],
  { mostRows = TRANSACTIONS, after = [] }: { mostRows?: number; after?: readonly Statement[] } = {},
): Promise<void> {
  expect(statements).not.toEqual([]);
  const client = await db.$client.connect();
  try {
    for (const [{ text }, values] of statements) {
      await client.query('begin');
      for (const [before, given] of after) await client.query(before.text, given);
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanStep }] }>(
        `explain (analyze, format json) ${text}`,
        values,
      );
      await client.query('rollback');
      for (const row of rows) expect(rowsRead(row['QUERY PLAN'][0].Plan), text).toBeLessThanOrEqual(mostRows);
    }
  } finally {
    client.release();
  }
}

test('adding an expense reads a history without statistics at most once per table', async () => {
  const reads: Record<string, number>[] = [];
  const countReads: LedgerListener = async ({ $client }) => {
    reads.push(await rowsReadSoFar($client));
    return async () => void reads.push(await rowsReadSoFar($client));
  };
  const deps = { db: database.checkedDb, clock, ledgerListeners: [countReads] };
  await addExpense(deps, user, {
    name: 'Shop 1',
    amount: 10,
    date: '2026-06-05',
    category: 'Shopping',
    type: 'one-time',
    paid: false,
  });
  const [before = {}, after = {}] = reads;
  for (const table of ['expenses', 'bank_transactions']) {
    const rows = (after[table] ?? NaN) - (before[table] ?? NaN);
    expect(rows, table).toBeGreaterThan(0);
    expect(rows, table).toBeLessThanOrEqual(TRANSACTIONS);
  }
});

/** By table, on this connection since PostgreSQL last collected its statistics. */
async function rowsReadSoFar(client: PoolClient): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; count: number }>(
    `select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as count
     from pg_stat_xact_user_tables`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

function rowsRead(step: PlanStep): number {
  const {
    Plans: below = [],
    'Actual Rows': found,
    'Actual Loops': loops,
    'Rows Removed by Filter': left = 0,
  } = step;
  if (below.length > 0 && !step['Node Type'].includes('Heap Scan'))
    return below.reduce((sum, one) => sum + rowsRead(one), 0);
  return (found + left) * loops;
}
