import { afterEach, beforeEach, expect, test } from 'vitest';
import { firstMigrations, MIGRATIONS_DIR, readJournal } from '../test-support/first-migrations.ts';
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts';
import { expectSumsToAgree, storeWeeklyTotals } from '../test-support/weekly-sums.ts';
import { migrate } from './migrate.ts';

const { entries } = await readJournal();
/** Versions that made data: how many migrations each had. */
const VERSIONS = [1, 4, 9, 13, 19, 24, 28, 31, 35, entries.length - 1];
/** The release that gave tables the glossary's words. */
const RENAMED_AT = 28;
/** Between them, triggers kept weekly totals. */
const TRIGGERS_CAME_AT = 2;
const TRIGGERS_GONE_AT = 24;

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase('template0');
});
afterEach(() => database.drop());

const query = async <Row extends object>(text: string) => (await database.db.$client.query<Row>(text)).rows;

/** Two years of three users: manual and bank expenses, edited, excluded and deleted ones, refunds, budgets, sessions. */
async function fill(version: number): Promise<void> {
  const [table, column, refund] =
    version < RENAMED_AT
      ? ['bank_records', 'bank_record_id', 'refund_record_id']
      : ['bank_transactions', 'bank_transaction_id', 'refund_transaction_id'];
  const itemId = (await hasColumn('connections', 'item_id')) ? 'item_id' : 'provider_connection_id';
  await query(`
    INSERT INTO users (id, email, full_name, time_zone, created_at)
      SELECT gen_random_uuid(), 'user' || n || '@example.org', 'Ana ' || n, 'America/New_York', '2024-01-01' FROM generate_series(1, 3) n;
    INSERT INTO identities (issuer, subject, user_id) SELECT 'https://login.example', email, id FROM users;
    INSERT INTO sessions (user_id, token_hash, created_at, last_seen_at, user_agent)
      SELECT id, sha256(email::bytea), now(), now(), 'Firefox' FROM users;
    INSERT INTO budget_changes (user_id, day, budget_cents)
      SELECT id, '2024-01-01'::date + 70 * n, 10000 + n FROM users, generate_series(0, 9) n;
    INSERT INTO expenses (user_id, name, amount_cents, day, category, counted_by_hand, deleted_at, created_at)
      SELECT id, 'Lunch ' || n, 100 + n, '2024-01-01'::date + 2 * n, 'Dining',
        CASE WHEN n % 10 = 0 THEN false END, CASE WHEN n % 15 = 0 THEN now() END, now()
      FROM users, generate_series(1, 350) n;
    INSERT INTO connections (user_id, id, provider, ${itemId}, institution_name, access_token, access_token_key_id, cursor, created_at)
      SELECT id, gen_random_uuid(), 'plaid', 'item ' || email, 'Bank', sha256(email::bytea), 'key', 'cursor', now() FROM users;
    INSERT INTO bank_accounts (user_id, id, connection_id, provider, provider_account_id, institution_name, name, type)
      SELECT user_id, gen_random_uuid(), id, provider, 'account', 'Bank', 'Checking', 'depository' FROM connections;
    INSERT INTO ${table} (user_id, account_id, connection_id, transaction_id, amount_cents, currency, day, posted_on,
        name, merchant_name, merchant_key, is_pending, kind, expense_category, created_at)
      SELECT user_id, id, connection_id, 't' || n, CASE WHEN n % 20 = 0 THEN -50 ELSE 2000 + n END, 'USD',
        '2024-01-02'::date + n, '2024-01-02'::date + n, 'CARD', 'Shop ' || n % 7, 'shop' || n % 7, false,
        CASE WHEN n % 20 = 0 THEN 'refund' ELSE 'spending' END, 'Shopping', now()
      FROM bank_accounts, generate_series(1, 300) n;
    INSERT INTO expenses (user_id, ${column}, name, amount_cents, day, category, bank_amount_cents, edited_fields, refunded_cents, created_at)
      SELECT user_id, id, CASE WHEN id % 3 = 0 THEN 'My shop' ELSE 'Shop' END, amount_cents, day, 'Shopping', amount_cents,
        CASE WHEN id % 3 = 0 THEN '{name}'::text[] ELSE '{}' END, CASE WHEN transaction_id LIKE '%19' THEN 50 ELSE 0 END, now()
      FROM ${table} WHERE kind = 'spending';
    INSERT INTO refund_matches (user_id, ${refund}, expense_id, amount_cents, is_by_hand)
      SELECT r.user_id, r.id, e.id, 50, true FROM ${table} r
      JOIN ${table} t ON t.user_id = r.user_id AND t.transaction_id = 't' || (substr(r.transaction_id, 2)::int - 1)
      JOIN expenses e ON e.user_id = t.user_id AND e.${column} = t.id
      WHERE r.kind = 'refund' AND e.refunded_cents = 50;
  `);
  if (version < TRIGGERS_CAME_AT || version >= TRIGGERS_GONE_AT) await storeWeeklyTotals(database);
}

async function hasColumn(table: string, column: string): Promise<boolean> {
  const rows = await query(
    `SELECT FROM information_schema.columns WHERE table_name = '${table}' AND column_name = '${column}'`,
  );
  return rows.length > 0;
}

/** What people see, in words that did not change. */
async function facts(): Promise<Record<string, unknown[]>> {
  return {
    users: await query('SELECT id, email, full_name, time_zone, created_at FROM users ORDER BY email'),
    expenses: await query(
      `SELECT user_id, id, name, amount_cents, day::text, week_start::text, category, counted_by_hand, deleted_at, edited_fields,
         is_counted, cost_cents, ranked_cents, bank_amount_cents, refunded_cents FROM expenses ORDER BY user_id, id`,
    ),
    weeks: await query(
      `SELECT user_id, week_start::text, sum(cost_cents) FILTER (WHERE is_counted) AS spent, sum(ranked_cents) AS ranked
       FROM expenses GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
    budgets: await query('SELECT user_id, day::text, budget_cents FROM budget_changes ORDER BY 1, 2'),
    sessions: await query('SELECT user_id, token_hash FROM sessions ORDER BY 1'),
    identities: await query('SELECT issuer, subject, user_id FROM identities ORDER BY 2'),
    tokens: await query(
      'SELECT user_id, access_token, access_token_key_id, cursor FROM connections ORDER BY 1',
    ),
    refunds: await query(
      'SELECT user_id, expense_id, amount_cents, is_by_hand FROM refund_matches ORDER BY 1, 2',
    ),
  };
}

test.each(VERSIONS.map((version) => [entries[version - 1]?.tag ?? '', version] as const))(
  'two years of data from the version of %s keep every row, edit and sum [OPS-5]',
  async (_tag, version) => {
    await migrate(database.db, await firstMigrations(version));
    await fill(version);
    const before = await facts();
    for (const rows of Object.values(before)) expect(rows).not.toEqual([]);
    await migrate(database.db, MIGRATIONS_DIR);
    expect(await facts()).toEqual(before);
    await expectSumsToAgree(database);
  },
);
