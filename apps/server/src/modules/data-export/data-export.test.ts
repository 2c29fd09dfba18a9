import type { Expense } from '@oinkly/contract/expenses';
import type { Recurring } from '@oinkly/contract/recurring';
import { PRIVACY_NOTICE_DAY } from '@oinkly/contract/privacy';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expenses } from '../../db/tables/ledger.tables.ts';
import { TABLES } from '../../db/tables/readable-tables.ts';
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
const csvOf = (user: TestUser) => user.send({ url: '/api/export/expenses.csv' });
const linesOf = async (user: TestUser) => (await csvOf(user)).body.trimEnd().split('\n');

test('all expenses are one table, newest first, with a header, as a file [PD-30]', async () => {
  const ana = await t.signUp();
  await add(ana, { name: 'Cake, with "cream"', amount: 4.25, date: '2026-06-05' });
  await add(ana, { name: 'Gym', type: 'recurring', dayOfMonth: 4 });
  const answer = await csvOf(ana);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="oinkly-expenses-2026-06-05.csv"');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.body).toBe(
    [
      'date,name,amount,currency,category,type,dayOfMonth,paid,counted,kind,refunded,pending,source',
      '2026-06-05,"Cake, with ""cream""",4.25,USD,Dining,one-time,,no,yes,spending,0,no,manual',
      '2026-06-04,Gym,12.5,USD,Dining,recurring,4,no,yes,spending,0,no,manual',
      '',
    ].join('\n'),
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)'])(
  'a name that a spreadsheet would run, %s, is neutralized [SEC-18]',
  async (name) => {
    const ana = await t.signUp();
    await add(ana, { name });
    expect((await linesOf(ana))[1]).toContain(`2026-06-04,'${name},12.5,`);
  },
);

test.each(['\t=1+1', '\r=1+1'])(
  '%j is neutralized too, which only a bank can send [SEC-18]',
  async (name) => {
    const ana = await t.signUp();
    await add(ana, { name: 'Lunch' });
    await t.database.db.$client.query('update expenses set name = $2 where user_id = $1', [ana.id, name]);
    // A spreadsheet may split there.
    expect((await csvOf(ana)).body).toContain(`'${name.replace('=', "'=")}`);
  },
);

test('a number stays a number, also below zero [SEC-18]', async () => {
  const ana = await t.signUp();
  await add(ana, { amount: -3 });
  expect((await linesOf(ana))[1]).toContain('Lunch,-3,USD');
});

test('each of thousands of expenses is exported exactly once', async () => {
  const ana = await t.signUp();
  const COUNT = 2_500;
  const now = new Date();
  const rows = Array.from({ length: COUNT }, (_, index) => ({
    userId: ana.id,
    name: `Purchase ${index}`,
    amountCents: 100,
    // Pages end in the middle of a day.
    day: index < 1_700 ? '2026-06-04' : '2026-05-04',
    category: 'Dining',
    createdAt: now,
  }));
  await t.database.db.insert(expenses).values(rows);
  await storeWeeklyTotals(t.database);
  const names = (await linesOf(ana)).slice(1).map((line) => line.split(',')[1]);
  expect(names).toHaveLength(COUNT);
  expect(new Set(names).size).toBe(COUNT);
  const everything = (await ana.send({ url: '/api/export/everything.json' })).json<{ expenses: Expense[] }>();
  expect(everything.expenses).toHaveLength(COUNT);
});

test('everything is one object in the shapes of the API, with no secret in it [PD-30]', async () => {
  const ana = await t.signUp({ fullName: 'Ana' });
  const bob = await t.signUp({ fullName: 'Bob' });
  await add(bob, { name: 'Bob’s lunch' });
  await add(bob, { name: 'Bob’s rent', type: 'recurring' });
  bank.answer({
    upserted: [
      { transactionId: 'a', merchantName: 'Shop', amountCents: 2000 },
      { transactionId: 'b', merchantName: 'Shop', amountCents: -500 },
      { transactionId: 'c', category: { paymentType: 'transfer', expenseCategory: 'Other' } },
    ],
  });
  await ana.send({ method: 'POST', url: '/api/plaid/exchange-token', body: { public_token: 'public-1' } });
  await expect
    .poll(async () => (await ana.send({ url: '/api/expenses?counted=all' })).json<Expense[]>())
    .toHaveLength(2);
  await add(ana);
  const [purchase] = (await ana.send({ url: '/api/expenses?q=shop' })).json<Expense[]>();
  await ana.send({
    method: 'PUT',
    url: `/api/expenses/${purchase?.id ?? 0}`,
    body: { category: 'Groceries' },
  });
  const rule = { merchantKey: 'shop', category: 'Groceries' };
  await ana.send({ method: 'PUT', url: '/api/rules', body: rule });
  await ana.send({
    method: 'POST',
    url: '/api/recurring/merchants',
    body: { merchantKey: 'shop', monthly: false },
  });
  await add(ana, { name: 'Gym', type: 'recurring', dayOfMonth: 4 });
  const paper = (
    await add(ana, { name: 'Paper', amount: 30, category: 'Entertainment', type: 'recurring', dayOfMonth: 5 })
  ).json<Expense>();
  await ana.send({ method: 'DELETE', url: `/api/recurring/${paper.seriesId}` });
  const { series } = (await ana.send({ url: '/api/recurring' })).json<Recurring>();
  // Changed prices follow from the transactions, which the export has.
  const going = series.map(({ priceChange: _, ...one }) => ({ ...one, endedAt: null }));
  expect(series).toMatchObject([{ name: 'Gym', next: { date: '2026-07-04' } }]);

  const answer = await ana.send({ url: '/api/export/everything.json' });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['content-disposition']).toContain('oinkly-everything-2026-06-05.json');
  const read = async (url: string) => (await ana.send({ url })).json<unknown>();
  const accounts = (await read('/api/plaid/accounts')) as { accounts: unknown; items: unknown };
  expect(answer.json()).toEqual({
    formatVersion: 2,
    exportedAt: '2026-06-05T19:00:00.000Z',
    user: await read('/api/auth/user'),
    settings: await read('/api/settings'),
    banks: [{ provider: 'plaid', accounts: accounts.accounts, items: accounts.items }],
    ...((await read('/api/refunds')) as object),
    consents: [{ noticeOf: PRIVACY_NOTICE_DAY, givenAt: '2026-06-05T19:00:00.000Z' }],
    recurring: [
      ...going,
      {
        id: paper.seriesId,
        name: 'Paper',
        amount: 30,
        category: 'Entertainment',
        dayOfMonth: 5,
        next: null,
        endedAt: '2026-06-05T19:00:00.000Z',
      },
    ],
    monthlyMerchants: [{ merchantKey: 'shop', monthly: false }],
    ...((await read('/api/rules')) as object),
    duplicates: { merged: [], separate: [] },
    friends: [],
    blocked: [],
    guests: [],
    pacts: [],
    weeks: [],
    weeksAsGuest: [],
    notifications: [
      expect.objectContaining({ kind: 'import', title: '\u2068Scripted Bank\u2069 is imported' }),
    ],
    wantedNotifications: { budget: false, bank: false, result: false, friend: false },
    messagePlaces: [],
    recapMail: false,
    promisedWeek: null,
    declinedWeek: null,
    ...((await read('/api/imports')) as object),
    expenses: await read('/api/expenses?counted=all'),
    reportedByBanks: [
      expect.objectContaining({ merchantName: 'Shop', amount: 20, removedAt: null }),
      expect.objectContaining({ merchantName: 'Shop', amount: -5 }),
      expect.objectContaining({ amount: expect.any(Number) as number }),
    ],
  });
  expect(answer.body).not.toMatch(/access|Bob/);
});

test('lists all imports, including old and undone ones [PD-30]', async () => {
  const ana = await t.signUp();
  const importFile = async (fileName: string) => {
    const body = { requestId: randomUUID(), fileName, rows: [{ ...lunch, kind: 'spending' }] };
    const answer = await ana.send({ method: 'POST', url: '/api/imports', body });
    return answer.json<{ id: string }>().id;
  };
  const names = Array.from({ length: 12 }, (_, index) => `${index}.csv`);
  let id = '';
  for (const [index, name] of names.entries()) {
    t.setNow(`2026-06-05T19:${10 + index}:00Z`);
    await t.resetRateLimits();
    id = await importFile(name);
  }
  t.setNow('2026-06-05T19:00:00Z');
  await ana.send({ method: 'DELETE', url: `/api/imports/${id}` });
  const { imports } = (await ana.send({ url: '/api/export/everything.json' })).json<{
    imports: { fileName: string; remaining: number }[];
  }>();
  expect(imports.map(({ fileName, remaining }) => [fileName, remaining])).toEqual(
    names.toReversed().map((name) => [name, name === '11.csv' ? 0 : 1]),
  );
});

/** The field of `everything.json` that holds each table. */
const EXPORTED = {
  bank_accounts: 'banks',
  bank_consents: 'consents',
  bank_transactions: 'reportedByBanks',
  budget_changes: 'settings',
  connections: 'banks',
  expense_imports: 'imports',
  blocks: 'blocked',
  expenses: 'expenses',
  friendships: 'friends',
  guests: 'guests',
  import_layouts: 'layouts',
  message_places: 'messagePlaces',
  monthly_merchants: 'monthlyMerchants',
  notifications: 'notifications',
  recurring_series: 'recurring',
  refund_matches: 'refunds',
  rules: 'rules',
  separate_expenses: 'duplicates',
  tapped_weeks: 'weeksAsGuest',
  weekly_results: 'weeks',
};

const LEFT_OUT = {
  account_twins: 'questions about accounts; the accounts are exported',
  circle_shares: 'the token of the shared circle’s link',
  friend_invites: 'the code of an invitation, with which anyone can become a friend',
  guest_taps: 'what guests said of their own weeks',
  identities: 'the subject at the issuer, which identifies the account there',
  map_shares: 'the token of the shared map’s link',
  login_attempts: 'logins in progress',
  link_sessions: 'link sessions, with hashes of their tokens; the banks that they linked are exported',
  personal_tokens: 'hashes of tokens with which other programs act for the user',
  rule_changes: 'which fields of expenses a rule changed lately, for undo; the expenses are exported',
  push_subscriptions: 'keys with which a server can send to the user’s devices',
  sessions: 'hashes of tokens that open the account',
  staged_changes: 'changes that a sync has fetched and not committed; committed ones are exported',
  sync_runs: 'stages and outcomes of syncs, not what they imported',
  unsubscribe_tokens: 'the token of a link that ends the recap by mail; whether it is wanted is exported',
  weekly_totals: 'sums of the expenses',
};

test('every table of a user’s data is exported, or left out for a reason [PD-30]', async () => {
  const tables = TABLES.map((table) => getTableConfig(table))
    .filter(({ columns }) => columns.some(({ name }) => name === 'user_id'))
    .map(({ name }) => name);
  expect(tables.toSorted()).toEqual([...Object.keys(EXPORTED), ...Object.keys(LEFT_OUT)].toSorted());
  const ana = await t.signUp();
  const everything = (await ana.send({ url: '/api/export/everything.json' })).json<object>();
  expect(Object.keys(everything)).toEqual(expect.arrayContaining(Object.values(EXPORTED)));
});

test('a database failure is an error, not half a file', async () => {
  const ana = await t.signUp();
  const { $client } = t.database.db;
  await $client.query('alter table rules rename to gone');
  try {
    const answer = await ana.send({ url: '/api/export/everything.json' });
    expect(answer.statusCode).toBe(500);
    expect(answer.headers['content-disposition']).toBeUndefined();
  } finally {
    await $client.query('alter table gone rename to rules');
  }
});

test('a user without data gets a header and an empty list', async () => {
  const ana = await t.signUp();
  expect(await linesOf(ana)).toHaveLength(1);
  expect((await ana.send({ url: '/api/export/everything.json' })).json()).toMatchObject({ expenses: [] });
});
