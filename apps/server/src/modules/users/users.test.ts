import type { Expense } from '@oinkly/contract/expenses';
import type { Settings, User } from '@oinkly/contract/account';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expenses } from '../../db/tables/ledger.tables.ts';
import { untilWaitingForLocks } from '../../test-support/lock-waits.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const user = async (from: TestUser) => (await from.send({ url: '/api/auth/user' })).json<User>();
const settings = async (from: TestUser) => (await from.send({ url: '/api/settings' })).json<Settings>();
const put = (from: TestUser, url: string, body: object) => from.send({ method: 'PUT', url, body });

test('budgets are null until set; income is four budgets [API-1] [API-2] [API-8] [PD-10] [DB-19]', async () => {
  const ana = await t.signUp();
  expect((await user(ana)).weeklyBudget).toBeNull();
  expect(await settings(ana)).toEqual({ monthlyIncome: null, monthlySavingsGoal: 0, budgets: [] });

  await put(ana, '/api/users', { weeklyBudget: 120 });
  expect(await settings(ana)).toMatchObject({
    monthlyIncome: 480,
    budgets: [{ day: '2026-06-05', weeklyBudget: 120 }],
  });

  const saved = await put(ana, '/api/settings', { monthlyIncome: 402, monthlySavingsGoal: 0 });
  expect(saved.json()).toMatchObject({ monthlyIncome: 404 });
  expect((await user(ana)).weeklyBudget).toBe(101);
});

test("budgets are dated by the user's day: the last change of a day wins [PD-2] [PD-11]", async () => {
  t.setNow('2026-06-06T05:00:00Z');
  const [tokyo, honolulu] = [
    await t.signUp({ timeZone: 'Asia/Tokyo' }),
    await t.signUp({ timeZone: 'Pacific/Honolulu' }),
  ];
  for (const from of [tokyo, honolulu]) {
    await put(from, '/api/users', { weeklyBudget: 90 });
    await put(from, '/api/users', { weeklyBudget: 100 });
  }
  t.setNow('2026-06-09T05:00:00Z');
  await put(tokyo, '/api/users', { weeklyBudget: 100 });
  expect((await settings(tokyo)).budgets).toEqual([{ day: '2026-06-06', weeklyBudget: 100 }]);
  expect((await settings(honolulu)).budgets).toEqual([{ day: '2026-06-05', weeklyBudget: 100 }]);
  t.setNow('2026-06-05T19:00:00Z');
});

test('a budget saved after traveling west is in force, even on an earlier day [PD-11]', async () => {
  t.setNow('2026-06-06T05:00:00Z');
  const ana = await t.signUp({ timeZone: 'Asia/Tokyo' });
  await put(ana, '/api/users', { weeklyBudget: 100 });
  const moved = await put(ana, '/api/users', { timeZone: 'America/Los_Angeles', weeklyBudget: 250 });
  expect(moved.json()).toMatchObject({ weeklyBudget: 250 });
  expect(await settings(ana)).toMatchObject({ monthlyIncome: 1000 });
  t.setNow('2026-06-05T19:00:00Z');
});

test('a partial update changes only its fields; onboarding saves all [API-8] [ONB-10] [ONB-11]', async () => {
  const ana = await t.signUp({ fullName: 'Ana' });
  await put(ana, '/api/users', { friendsAdded: true });
  expect(await user(ana)).toMatchObject({ fullName: 'Ana', friendsAdded: true, bankLinked: false });
  const whole = {
    fullName: 'Ana María',
    weeklyBudget: 75,
    bankLinked: true,
    friendsAdded: true,
    signupCompleted: true,
  };
  expect((await put(ana, '/api/users', whole)).json()).toMatchObject(whole);
  expect(await user(ana)).toMatchObject(whole);
});

test('of two changes of the same moment the later one decides what counts [PD-5]', async () => {
  const ana = await t.signUp();
  const { db } = t.database;
  const rent = { name: 'Rent', amountCents: 900_00, day: '2026-06-01', category: 'Rent' };
  await db.insert(expenses).values({
    ...rent,
    userId: ana.id,
    kind: 'fixed-bill',
    countsByKind: false,
    createdAt: new Date('2026-06-01T12:00:00Z'),
  });
  const countedNames = async () =>
    (await ana.send({ url: '/api/expenses' })).json<Expense[]>().map(({ name }) => name);

  const lock = await db.$client.connect();
  await lock.query('BEGIN');
  await lock.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [ana.id]);
  const saves = [];
  for (const [index, countFixedBills] of [true, false].entries()) {
    saves.push(put(ana, '/api/users', { countFixedBills }));
    await untilWaitingForLocks(db, index + 1);
  }
  await lock.query('COMMIT');
  lock.release();
  expect((await Promise.all(saves)).map((answer) => answer.statusCode)).toEqual([200, 200]);

  expect((await user(ana)).countFixedBills).toBe(false);
  expect(await countedNames()).toEqual([]);
  await put(ana, '/api/users', { countFixedBills: true });
  expect(await countedNames()).toEqual(['Rent']);
});

test('no call can change the email [AU-5]', async () => {
  const ana = await t.signUp();
  const before = await user(ana);
  for (const url of ['/api/users', '/api/settings']) {
    const answer = await put(ana, url, { fullName: 'Eve', email: 'eve@example.org', monthlyIncome: 4 });
    expect(answer.statusCode).toBe(400);
  }
  expect(await user(ana)).toEqual(before);
});

test.each([
  { fullName: '' },
  { fullName: '   ' },
  { fullName: 'x'.repeat(200) },
  { fullName: 'Ana\u0000' },
  { fullName: 7 },
  { weeklyBudget: -1 },
  { weeklyBudget: 1.5 },
  { weeklyBudget: null },
  { weeklyBudget: 10_000_001 },
  { signupCompleted: false },
  { timeZone: 'Mars/Olympus' },
  { id: 'x' },
  { status: '<b>best</b>' },
])('the profile %j is refused and changes nothing [API-8] [SEC-2]', async (body) => {
  const ana = await t.signUp();
  const before = await user(ana);
  expect((await put(ana, '/api/users', body)).statusCode).toBe(400);
  expect(await user(ana)).toEqual(before);
});

test.each([
  { monthlyIncome: null },
  { monthlyIncome: -1 },
  { monthlyIncome: 10_000_001 },
  { monthlyIncome: '480' },
  {},
])('the settings %j are refused and change nothing [API-2]', async (body) => {
  const ana = await t.signUp();
  await put(ana, '/api/users', { weeklyBudget: 100 });
  expect((await put(ana, '/api/settings', body)).statusCode).toBe(400);
  expect(await settings(ana)).toMatchObject({ monthlyIncome: 400 });
});

test('deleting the account removes the user and ends the session; other users stay [API-9]', async () => {
  const [ana, bob] = [await t.signUp(), await t.signUp()];
  const entry = { name: 'Lunch', amount: 5, date: '2026-06-04', category: 'Dining' };
  for (const from of [ana, bob]) await from.send({ method: 'POST', url: '/api/expenses', body: entry });
  expect((await ana.send({ method: 'DELETE', url: '/api/user/account' })).json()).toEqual({ success: true });
  expect((await ana.send({ url: '/api/auth/user' })).statusCode).toBe(401);
  const { rows: tables } = await t.database.db.$client.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'user_id'`,
  );
  expect(tables.length).toBeGreaterThan(10);
  for (const { name } of tables) {
    const left = await t.database.db.$client.query(`select 1 from ${name} where user_id = $1`, [ana.id]);
    expect(left.rows, name).toEqual([]);
  }
  expect((await bob.send({ url: '/api/expenses' })).json()).toHaveLength(1);
});
