import type { Expense } from '@oinkly/contract/expenses';
import { MAX_EXPENSES_PER_USER, MAX_LISTED_EXPENSES, MAX_SERIES_PER_USER } from '@oinkly/contract/limits';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ScriptedBank } from '../../test-support/scripted-bank.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import { storeWeeklyTotals } from '../../test-support/weekly-sums.ts';

let t: TestApp;
let bank: ScriptedBank;
beforeAll(async () => {
  bank = new ScriptedBank();
  t = await createTestApp({ provider: bank });
});
afterAll(() => t.close());

const lunch = { name: 'Lunch', amount: 12.5, date: '2026-06-04', category: 'Dining' };
const add = (user: TestUser, entry: object = {}) =>
  user.send({ method: 'POST', url: '/api/expenses', body: { ...lunch, ...entry } });
const importRows = (user: TestUser, rows: object[], rest: object = {}) =>
  user.send({
    method: 'POST',
    url: '/api/imports',
    body: { requestId: randomUUID(), fileName: 'card.csv', rows, ...rest },
  });
const list = (user: TestUser, query = '') => user.send({ url: `/api/expenses?${query}` });

async function store(user: TestUser, count: number): Promise<void> {
  const client = await t.database.db.$client.connect();
  // A full account takes longer than a request may.
  await client.query('set statement_timeout = 0');
  await client.query(
    `insert into expenses (user_id, name, amount_cents, day, category, created_at)
     select $1, 'Tea', 100, '2026-05-04', 'Dining', now() from generate_series(1, $2)`,
    [user.id, count],
  );
  client.release(true);
  await storeWeeklyTotals(t.database);
}

test('a list without a limit ends at a ceiling and sends a cursor for the rest [SEC-22]', async () => {
  const ana = await t.signUp();
  await store(ana, MAX_LISTED_EXPENSES);
  const whole = await list(ana);
  expect(whole.json<Expense[]>()).toHaveLength(MAX_LISTED_EXPENSES);
  expect(whole.headers['x-next-cursor']).toBeUndefined();
  await store(ana, 1);
  const most = await list(ana);
  expect(most.json<Expense[]>()).toHaveLength(MAX_LISTED_EXPENSES);
  const rest = await list(ana, `cursor=${String(most.headers['x-next-cursor'])}`);
  expect(rest.json<Expense[]>()).toHaveLength(1);
  const ids = [...most.json<Expense[]>(), ...rest.json<Expense[]>()].map(({ id }) => id);
  expect(new Set(ids).size).toBe(MAX_LISTED_EXPENSES + 1);
});

test('a user who keeps reading long lists waits; short lists still work [SEC-13] [SEC-22]', async () => {
  const [ana, bo] = [await t.signUp(), await t.signUp()];
  for (const user of [ana, bo]) await store(user, 501);
  await t.deps.db.$client.query('insert into rate_limits values ($1, $2, $3)', [
    `rows-of-long-lists:${ana.id}`,
    500_000,
    Date.now() + 30_000,
  ]);
  const refused = await list(ana);
  expect([refused.statusCode, refused.json()]).toMatchObject([429, { error_code: 'RATE_LIMITED' }]);
  expect((await list(ana, 'limit=500')).statusCode).toBe(200);
  expect((await list(bo)).statusCode).toBe(200);
});

test('a full account refuses its owner’s new expenses and still stores bank expenses [SEC-22]', async () => {
  const [ana, bo] = [await t.signUp(), await t.signUp()];
  await store(ana, MAX_EXPENSES_PER_USER - 1);
  const two = [lunch, { ...lunch, name: 'Tea' }];
  const refused = await importRows(ana, two);
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    {
      error_code: 'TOO_MANY_EXPENSES',
      message: 'Your account is full. It can hold 250,000 expenses.',
      retryable: false,
    },
  ]);
  expect((await importRows(ana, [lunch], { rowsInAll: 2 })).json()).toMatchObject({
    error_code: 'TOO_MANY_EXPENSES',
  });
  const requestId = randomUUID();
  expect((await add(ana, { requestId })).statusCode).toBe(200);
  expect((await add(ana)).json()).toMatchObject({ error_code: 'TOO_MANY_EXPENSES' });
  expect((await add(ana, { type: 'recurring' })).json()).toMatchObject({ error_code: 'TOO_MANY_EXPENSES' });
  expect((await importRows(ana, [lunch])).json()).toMatchObject({ error_code: 'TOO_MANY_EXPENSES' });
  expect((await add(ana, { requestId })).statusCode).toBe(200);
  expect((await add(bo)).statusCode).toBe(200);

  bank.answer({ upserted: [{ transactionId: 'a', merchantName: 'Shop', amountCents: 2000 }] });
  await ana.send({ method: 'POST', url: '/api/plaid/exchange-token', body: { public_token: 'public-1' } });
  await expect.poll(async () => (await list(ana, 'q=shop')).json<Expense[]>()).toHaveLength(1);
});

test('refuses a recurring expense beyond the limit of one user [SEC-22]', async () => {
  const [ana, bo] = [await t.signUp(), await t.signUp()];
  await t.database.db.$client.query(
    `insert into recurring_series (user_id, id, name, amount_cents, category, day_of_month, next_on, created_at)
     select $1, gen_random_uuid(), 'Tea', 100, 'Dining', 1, '2030-01-01', now() from generate_series(1, $2)`,
    [ana.id, MAX_SERIES_PER_USER],
  );
  const refused = await add(ana, { type: 'recurring' });
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { error_code: 'TOO_MANY_SERIES' }]);
  expect((await add(bo, { type: 'recurring' })).statusCode).toBe(200);
});
