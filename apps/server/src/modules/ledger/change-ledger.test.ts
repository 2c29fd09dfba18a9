import { afterAll, beforeAll, expect, test } from 'vitest';
import { expenses } from '../../db/tables/ledger.tables.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import { storeWeeklyTotals } from '../../test-support/weekly-sums.ts';
import { changeLedger, refreshWeeklyTotals, touchWeeks, type LedgerListener } from './index.ts';
import type { ChangedWeek, LedgerTransaction } from './ledger-transaction.ts';
import { rematchMerchants } from './match-refunds.ts';

let t: TestApp;
let ana: TestUser;
beforeAll(async () => {
  t = await createTestApp();
  ana = await t.signUp();
});
afterAll(() => t.close());

const JUNE_1 = '2026-06-01';
const JUNE_8 = '2026-06-08';

async function addLunch(tx: LedgerTransaction, amountCents: number, day: string): Promise<void> {
  const row = { userId: ana.id, name: 'Lunch', amountCents, day, category: 'Dining' };
  const written = await tx
    .insert(expenses)
    .values({ ...row, createdAt: t.deps.clock() })
    .returning();
  touchWeeks(tx, written);
}

async function storedTotals(): Promise<object[]> {
  const { rows } = await t.database.db.$client.query<object>(
    `select week_start::text as week, spent_cents::int as spent, purchases from weekly_totals where user_id = $1 order by 1`,
    [ana.id],
  );
  return rows;
}

test('a change stores the totals of the weeks it touched and reports them before and after', async () => {
  const heard: (readonly ChangedWeek[])[] = [];
  const listener: LedgerListener = async () => async (weeks) => void heard.push(weeks);
  const deps = { ...t.deps, ledgerListeners: [listener] };
  await changeLedger(deps, ana.id, (tx) => addLunch(tx, 12_00, '2026-06-04'));
  await changeLedger(deps, ana.id, async (tx) => {
    await addLunch(tx, 3_00, '2026-06-07');
    await refreshWeeklyTotals(tx);
    await addLunch(tx, 5_00, '2026-06-07');
    await addLunch(tx, 7_00, '2026-06-08');
  });
  await changeLedger(deps, ana.id, async (tx) => touchWeeks(tx, [{ weekStart: JUNE_1 }]));
  const sums = (cents: number) => ({ spentCents: cents, rankedCents: cents });
  expect(heard).toEqual([
    [{ weekStart: JUNE_1, before: sums(0), after: sums(12_00) }],
    [
      { weekStart: JUNE_1, before: sums(12_00), after: sums(20_00) },
      { weekStart: JUNE_8, before: sums(0), after: sums(7_00) },
    ],
    [],
  ]);
  expect(await storedTotals()).toEqual([
    { week: JUNE_1, spent: 20_00, purchases: 3 },
    { week: JUNE_8, spent: 7_00, purchases: 1 },
  ]);
});

test('a listener that fails undoes the change with its totals', async () => {
  const before = await storedTotals();
  const failing: LedgerListener = async () => async () => {
    throw new Error('no');
  };
  const change = changeLedger({ ...t.deps, ledgerListeners: [failing] }, ana.id, (tx) =>
    addLunch(tx, 1_00, '2026-06-04'),
  );
  await expect(change).rejects.toThrow('no');
  expect(await storedTotals()).toEqual(before);
});

test('listeners learn whose money changes and whether a sync is the cause', async () => {
  const causes: unknown[] = [];
  const listener: LedgerListener = async (_tx, { userId, cause }) => {
    causes.push([userId, cause]);
    return undefined;
  };
  const deps = { ...t.deps, ledgerListeners: [listener] };
  await changeLedger(deps, ana.id, async () => undefined);
  await changeLedger(deps, ana.id, async () => undefined, { cause: 'sync' });
  expect(causes).toEqual([
    [ana.id, 'other'],
    [ana.id, 'sync'],
  ]);
});

test('a history may have more purchases and matches than a statement has parameters [PD-6]', async () => {
  const { $client } = t.database.db;
  const [merchants, purchases, refunds] = [100, 70_000, 20_000];
  await $client.query(
    `insert into bank_accounts (user_id, id, provider, provider_account_id, institution_name, name, type)
     values ($1, $1, 'plaid', 'a', 'Bank', 'Checking', 'depository')`,
    [ana.id],
  );
  await $client.query(
    `insert into bank_transactions (user_id, account_id, connection_id, transaction_id, amount_cents, currency, day, posted_on, name,
       merchant_key, is_pending, kind, expense_category, created_at)
     select $1::uuid, $1::uuid, $1::uuid, n::text, case when n <= $3 then 1000 else -1000 end, 'USD', d, d, 'Shop', 'shop ' || n % $2::integer,
       false, case when n <= $3 then 'spending' else 'refund' end, 'Shopping', now()
     from generate_series(1, $3::integer + $4::integer) n, lateral (select '2026-06-04'::date - n % 730 as d) days`,
    [ana.id, merchants, purchases, refunds],
  );
  await $client.query(
    `insert into expenses (user_id, bank_transaction_id, name, amount_cents, bank_amount_cents, day, category, created_at)
     select user_id, id, name, amount_cents, amount_cents, day, expense_category, created_at from bank_transactions where kind = 'spending'`,
  );
  await changeLedger(t.deps, ana.id, (tx) =>
    rematchMerchants(
      tx,
      ana.id,
      Array.from({ length: merchants }, (_, index) => `shop ${index}`),
    ),
  );
  const { rows } = await $client.query(
    `select sum(refunded_cents)::int as "refundedCents" from expenses where user_id = $1`,
    [ana.id],
  );
  expect(rows).toEqual([{ refundedCents: refunds * 10_00 }]);
  await storeWeeklyTotals(t.database);
});
