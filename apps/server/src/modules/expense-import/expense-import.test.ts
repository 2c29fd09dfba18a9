import type { Expense } from '@oinkly/contract/expenses';
import type { RouteResponse } from '@oinkly/contract/endpoints';
import { MAX_IMPORT_LINES, MAX_IMPORT_ROWS } from '@oinkly/domain/statements/limits';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expenses } from '../../db/tables/ledger.tables.ts';
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

interface Row {
  name: string;
  amount: number;
  date: string;
  [field: string]: unknown;
}
const coffee: Row = { name: 'Coffee', amount: 4.25, date: '2026-06-04', category: 'Dining' };
const market: Row = { name: 'Market', amount: 31.46, date: '2026-05-28', category: 'Groceries' };

const send = (user: TestUser, rows: Row[], rest: object = {}) =>
  user.send({
    method: 'POST',
    url: '/api/imports',
    body: { requestId: randomUUID(), fileName: 'card.csv', rows, ...rest },
  });
const importRows = async (user: TestUser, rows: Row[], rest: object = {}) => {
  const answer = await send(user, rows, rest);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<RouteResponse<'importExpenses'>>();
};
const undo = (user: TestUser, id: string) => user.send({ method: 'DELETE', url: `/api/imports/${id}` });
/** Without the ids of the expenses. */
const check = async (user: TestUser, rows: Row[]) =>
  (await checkFree(user, rows, [])).map(({ id: _, ...known }) => known);
const checkFree = async (user: TestUser, rows: Row[], taken: number[]) => {
  const compared = rows.map(({ category: _, kind: __, ...row }) => row);
  const body = { rows: compared, taken };
  const answer = await user.send({ method: 'POST', url: '/api/imports/check', body });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<RouteResponse<'checkImport'>>().known;
};
const list = async (user: TestUser, query = 'counted=all') =>
  (await user.send({ url: `/api/expenses?${query}` })).json<Expense[]>();
const namesOf = async (user: TestUser) => (await list(user)).map(({ name }) => name).sort();
const imports = async (user: TestUser) =>
  (await user.send({ url: '/api/imports' })).json<RouteResponse<'listImports'>>();
const weeksOf = async (user: TestUser) => {
  const { rows } = await t.database.db.$client.query(
    `select week_start::text as week, spent_cents::int as spent, ranked_cents::int as ranked, purchases
     from weekly_totals where user_id = $1 and (spent_cents, ranked_cents, purchases) <> (0, 0, 0) order by 1`,
    [user.id],
  );
  return rows as unknown[];
};

test.each(['0001-01-01', '9999-12-26'])(
  'rows of %s, at an end of the calendar, are compared and imported [SEC-14]',
  async (date) => {
    const ana = await t.signUp();
    await importRows(ana, [{ ...coffee, date }]);
    expect(await check(ana, [{ ...coffee, date }])).toMatchObject([{ row: 0, date }]);
    expect(await namesOf(ana)).toEqual(['Coffee']);
  },
);

test('the rows of a file become expenses all at once, and count in their weeks [PD-30] [DB-20]', async () => {
  const ana = await t.signUp();
  expect(await importRows(ana, [coffee, market, { ...coffee, name: 'Tea', paid: true }])).toMatchObject({
    imported: 3,
  });
  const [tea, ...rest] = await list(ana);
  expect(tea).toMatchObject({ name: 'Tea', paid: true, source: 'manual', type: 'one-time', counted: true });
  expect(rest.map(({ name, amount, date, category }) => ({ name, amount, date, category }))).toEqual([
    coffee,
    market,
  ]);
  expect(await weeksOf(ana)).toEqual([
    { week: '2026-05-25', spent: 3146, ranked: 3146, purchases: 1 },
    { week: '2026-06-01', spent: 850, ranked: 850, purchases: 2 },
  ]);
});

test('lists but does not count transfers, card payments and fixed bills by default [PD-4] [PD-5]', async () => {
  const ana = await t.signUp();
  const kinds = ['spending', 'fixed-bill', 'transfer', 'card-payment'];
  const rows = kinds.map((kind) => ({ ...coffee, name: kind, kind }));
  await importRows(ana, [...rows, { ...coffee, name: 'abroad', currency: 'EUR' }]);
  const reasons = Object.fromEntries((await list(ana)).map((row) => [row.name, row.notCountedReason]));
  expect(reasons).toEqual({
    spending: null,
    'fixed-bill': 'kind',
    transfer: 'kind',
    'card-payment': 'kind',
    abroad: 'currency',
  });
  await ana.send({ method: 'PUT', url: '/api/users', body: { countFixedBills: true } });
  expect((await list(ana, 'counted=counted')).map(({ name }) => name).sort()).toEqual([
    'fixed-bill',
    'spending',
  ]);
  await importRows(ana, [{ ...coffee, name: 'second bill', kind: 'fixed-bill' }]);
  expect((await list(ana, 'counted=counted')).map(({ name }) => name)).toContain('second bill');
});

test('a repeated request, even in parallel, adds nothing and gets the same answer [PD-30]', async () => {
  const ana = await t.signUp();
  const requestId = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => importRows(ana, [coffee, market], { requestId })));
  expect(answers).toEqual(answers.map(() => ({ id: requestId, imported: 2 })));
  expect(await importRows(ana, [coffee], { requestId })).toEqual({ id: requestId, imported: 2 });
  expect(await list(ana)).toHaveLength(2);
  const bo = await t.signUp();
  await importRows(bo, [coffee], { requestId });
  expect(await list(bo)).toHaveLength(1);
});

test('a file in several requests is one import with one notification, and undone as one [PD-30]', async () => {
  const ana = await t.signUp();
  const requestId = randomUUID();
  const part = (rows: Row[], rowsBefore: number) =>
    importRows(ana, rows, { requestId, rowsBefore, rowsInAll: 5 });
  expect(await part([coffee, market], 0)).toEqual({ id: requestId, imported: 2 });
  const second = [1, 2].map(() => part([coffee, { ...coffee, name: 'Tea' }], 2));
  expect(await Promise.all(second)).toEqual([1, 2].map(() => ({ id: requestId, imported: 4 })));
  expect(await part([coffee, market], 0)).toEqual({ id: requestId, imported: 4 });
  const inbox = async () => {
    const answer = await ana.send({ url: '/api/notifications' });
    return answer.json<RouteResponse<'listNotifications'>>().notifications;
  };
  expect((await imports(ana)).imports).toMatchObject([{ id: requestId, rows: 4, rowsInAll: 5 }]);
  expect(await inbox()).toMatchObject([
    { title: '\u2068card.csv\u2069 is partly imported', body: '4 of 5 purchases are on your list now.' },
  ]);
  const gap = await send(ana, [coffee], { requestId, rowsBefore: 5 });
  expect([gap.statusCode, gap.json()]).toMatchObject([409, { error_code: 'IMPORT_PART_MISSING' }]);
  expect(await part([market], 4)).toEqual({ id: requestId, imported: 5 });

  expect(await namesOf(ana)).toEqual(['Coffee', 'Coffee', 'Market', 'Market', 'Tea']);
  expect((await imports(ana)).imports).toMatchObject([
    { id: requestId, rows: 5, rowsInAll: 5, remaining: 5 },
  ]);
  expect(await inbox()).toMatchObject([
    { title: '\u2068card.csv\u2069 is imported', body: '5 purchases are on your list now.', read: true },
  ]);

  expect((await undo(ana, requestId)).json()).toEqual({ removed: 5 });
  expect(await weeksOf(ana)).toEqual([]);
  const late = await send(ana, [coffee], { requestId, rowsBefore: 5 });
  expect(late.json()).toMatchObject({ error_code: 'IMPORT_NOT_FOUND' });
  expect(await list(ana)).toEqual([]);
});

test('one invalid row rejects the whole import with a short answer [PD-30] [SEC-14]', async () => {
  const ana = await t.signUp();
  const wrong: Row[] = [
    { ...coffee, date: 'soon' },
    { ...coffee, amount: 10_000_001 },
    { ...coffee, name: 'x'.repeat(10_000) },
    { ...coffee, name: 'N\u0000L' },
  ];
  for (const row of wrong) {
    const answer = await send(ana, [coffee, row]);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error_code: 'VALIDATION_FAILED' });
  }
  const many = await send(
    ana,
    Array.from({ length: 500 }, () => ({ ...coffee, date: 'soon' })),
  );
  expect(many.json<{ fields: unknown[] }>().fields).toHaveLength(20);
  expect(await list(ana)).toEqual([]);
  expect(await imports(ana)).toEqual({ imports: [], layouts: [] });
});

test('imports the most rows that the longest file can have, in any script [PD-30]', async () => {
  const ana = await t.signUp();
  const rows = Array.from({ length: MAX_IMPORT_ROWS }, (_, index) => ({
    ...coffee,
    name: '漢'.repeat(140),
    amount: 9_999_999.99,
    currency: 'EUR',
    bankRef: String(index).padStart(32, '0'),
    category: 'Transportation',
    kind: 'card-payment',
    counted: false,
    paid: false,
  }));
  const layout = { fileKind: '漢'.repeat(500), layout: layoutOf(1) };
  expect(await importRows(ana, rows, { fileName: '漢'.repeat(200), layout })).toMatchObject({
    imported: MAX_IMPORT_ROWS,
  });
});

test('refuses a body longer than any file makes it, and more than 10,000 rows [SEC-14]', async () => {
  const ana = await t.signUp();
  const large = await send(ana, [coffee], { fileName: 'x'.repeat(8 * 1024 * 1024) });
  expect([large.statusCode, large.json()]).toMatchObject([413, { error_code: 'PAYLOAD_TOO_LARGE' }]);
  const many = await send(
    ana,
    Array.from({ length: MAX_IMPORT_ROWS + 1 }, () => coffee),
  );
  expect(many.statusCode).toBe(400);
  expect(await list(ana)).toEqual([]);
});

test('over ten imports and thirty checks of the longest file a minute, only that user waits [SEC-13]', async () => {
  const [ana, bo] = [await t.signUp(), await t.signUp()];
  const requests = MAX_IMPORT_LINES / MAX_IMPORT_ROWS;
  for (let index = 0; index < 10 * requests; index += 1) await importRows(ana, [coffee]);
  const refused = await send(ana, [coffee]);
  expect([refused.statusCode, refused.json()]).toMatchObject([
    429,
    { error_code: 'RATE_LIMITED', retryable: true },
  ]);
  expect(await list(ana)).toHaveLength(10 * requests);
  await importRows(bo, [coffee]);
  for (let index = 0; index < 30 * requests; index += 1) await check(ana, [coffee]);
  const body = { rows: [{ name: 'Coffee', amount: 4.25, date: '2026-06-04' }] };
  expect((await ana.send({ method: 'POST', url: '/api/imports/check', body })).statusCode).toBe(429);
});

test('ten thousand rows are imported, known and taken back in seconds [PD-30]', async () => {
  const ana = await t.signUp();
  const rows = Array.from({ length: MAX_IMPORT_ROWS }, (_, index) => ({
    ...coffee,
    name: `Shop ${index % 50}`,
    amount: 1 + (index % 700),
    date: `2026-0${1 + (index % 5)}-1${index % 10}`,
  }));
  const startedAt = performance.now();
  const { id } = await importRows(ana, rows);
  expect(await check(ana, rows)).toHaveLength(MAX_IMPORT_ROWS);
  expect((await undo(ana, id)).json()).toEqual({ removed: MAX_IMPORT_ROWS });
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  expect(await weeksOf(ana)).toEqual([]);
});

test('names of any characters go in, half of one as a question mark [PD-30]', async () => {
  const ana = await t.signUp();
  await importRows(ana, [
    { ...coffee, name: '=1+1' },
    { ...coffee, name: `"quoted" \\ 'and' 🐷` },
    { ...coffee, name: 'half \ud83d!' },
  ]);
  expect(await namesOf(ana)).toEqual([`"quoted" \\ 'and' 🐷`, '=1+1', 'half \ufffd!'].sort());
});

test('undo removes what the import added, except expenses changed into something else [PD-30]', async () => {
  const ana = await t.signUp();
  await ana.send({ method: 'POST', url: '/api/expenses', body: coffee });
  const { id: other } = await importRows(ana, [{ ...coffee, name: 'Other file' }]);
  const { id } = await importRows(ana, [market, { ...market, name: 'Gym' }, { ...market, name: 'Gone' }]);
  const rows = await list(ana);
  const idOf = (name: string) => rows.find((row) => row.name === name)?.id;
  await ana.send({ method: 'PUT', url: `/api/expenses/${idOf('Gym')}`, body: { type: 'recurring' } });
  await ana.send({ method: 'PUT', url: `/api/expenses/${idOf('Market')}`, body: { amount: 99 } });
  await ana.send({ method: 'DELETE', url: `/api/expenses/${idOf('Gone')}` });
  // Both were created at the same instant.
  expect((await imports(ana)).imports.toSorted((a, b) => b.rows - a.rows)).toMatchObject([
    { rows: 3, remaining: 1 },
    { rows: 1, remaining: 1 },
  ]);

  expect((await undo(ana, id)).json()).toEqual({ removed: 1 });
  expect(await namesOf(ana)).toEqual(['Coffee', 'Gym', 'Other file']);
  expect((await imports(ana)).imports.map((one) => one.id)).toEqual([other]);
  expect((await undo(ana, id)).json()).toMatchObject({ error_code: 'IMPORT_NOT_FOUND' });
  await importRows(ana, [market], { requestId: id });
  expect(await namesOf(ana)).toEqual(['Coffee', 'Gym', 'Other file']);
});

test('a file that was imported is known as a whole; taken back, it is new again [PD-30]', async () => {
  const ana = await t.signUp();
  const rows = [coffee, coffee, market];
  expect(await check(ana, rows)).toEqual([]);
  const { id } = await importRows(ana, rows);
  expect(await check(ana, [...rows, coffee])).toEqual([
    { row: 0, name: 'Coffee', date: '2026-06-04', deleted: false },
    { row: 1, name: 'Coffee', date: '2026-06-04', deleted: false },
    { row: 2, name: 'Market', date: '2026-05-28', deleted: false },
  ]);
  await undo(ana, id);
  expect(await check(ana, rows)).toEqual([]);
});

test('an expense that an earlier request took is not known to a row of a later one [PD-30]', async () => {
  const ana = await t.signUp();
  await importRows(ana, [coffee, coffee]);
  const first = await checkFree(ana, [coffee], []);
  const second = await checkFree(
    ana,
    [coffee],
    first.map(({ id }) => id),
  );
  expect([...first, ...second]).toMatchObject([{ row: 0 }, { row: 0 }]);
  const taken = [...first, ...second].map(({ id }) => id);
  expect(new Set(taken).size).toBe(2);
  expect(await checkFree(ana, [coffee], taken)).toEqual([]);
});

test("a row is recognized by the bank's id, even if renamed, moved or deleted [PD-30] [PD-7]", async () => {
  const ana = await t.signUp();
  const lunch = { ...coffee, name: 'CHIPOTLE 1234', bankRef: '4111 2026060401' };
  await importRows(ana, [lunch]);
  const [{ id } = { id: 0 }] = await list(ana);
  const changes = { name: 'Lunch with Bo', amount: 6, date: '2026-04-01' };
  await ana.send({ method: 'PUT', url: `/api/expenses/${id}`, body: changes });
  expect(await check(ana, [lunch])).toMatchObject([{ row: 0, name: 'Lunch with Bo', deleted: false }]);
  await ana.send({ method: 'DELETE', url: `/api/expenses/${id}` });
  expect(await check(ana, [lunch])).toMatchObject([{ row: 0, deleted: true }]);
  expect(await check(ana, [{ ...lunch, bankRef: '4111 other' }])).toEqual([]);
});

test("recognizes bank and manual expenses, but not withdrawn ones or other users' [PD-30] [AU-6]", async () => {
  const ana = await t.signUp();
  await ana.send({ method: 'POST', url: '/api/expenses', body: coffee });
  bank.answer({
    upserted: [
      { transactionId: 'a', merchantName: 'Trader Joe’s', amountCents: 3146, postedOn: '2026-05-30' },
    ],
  });
  await ana.send({ method: 'POST', url: '/api/plaid/exchange-token', body: { public_token: 'public-1' } });
  await expect.poll(() => namesOf(ana)).toHaveLength(2);
  const rows = [
    { ...coffee, name: 'SQ *BLUE BOTTLE' },
    { ...market, name: 'TRADER JOE’S #552' },
  ];
  expect(await check(ana, rows)).toMatchObject([
    { row: 0, name: 'Coffee' },
    { row: 1, name: 'Trader Joe’s', date: '2026-05-30' },
  ]);
  await t.database.db.update(expenses).set({ withdrawnAt: new Date() });
  await storeWeeklyTotals(t.database);
  expect(await check(ana, rows)).toEqual([]);
  expect(await check(await t.signUp(), rows)).toEqual([]);
});

test("an import merges with the bank's later report; a second equal row is new [PD-30]", async () => {
  const ana = await t.signUp();
  const first = { ...market, name: 'Corner Shop', bankRef: '77 a' };
  await importRows(ana, [first]);
  bank.answer({
    upserted: [
      { transactionId: 'c', merchantName: 'Corner Shop', amountCents: 3146, postedOn: '2026-05-28' },
    ],
  });
  await ana.send({ method: 'POST', url: '/api/plaid/exchange-token', body: { public_token: 'public-2' } });
  await expect.poll(() => list(ana)).toMatchObject([{ source: 'bank', merged: true }]);
  const known = await check(ana, [first, { ...first, bankRef: '77 b' }]);
  expect(known.map(({ row }) => row)).toEqual([0]);
});

const layoutOf = (name: number) => ({
  columns: {
    date: 0,
    name,
    amount: 2,
    moneyOut: null,
    moneyIn: null,
    direction: null,
    category: null,
    currency: null,
  },
  dateOrder: 'dmy',
  decimalSign: ',',
  purchases: 'negative',
  currency: 'EUR',
});

test('remembers the last layout of each file type, fifty at most [PD-30]', async () => {
  const ana = await t.signUp();
  const remember = (fileKind: string, name: number) =>
    importRows(ana, [coffee], { layout: { fileKind, layout: layoutOf(name) } });
  await remember('csv: a|b', 1);
  t.setNow('2026-06-05T19:01:00Z');
  await remember('csv: a|b', 3);
  expect((await imports(ana)).layouts).toEqual([{ fileKind: 'csv: a|b', layout: layoutOf(3) }]);
  expect((await imports(await t.signUp())).layouts).toEqual([]);
  for (let index = 1; index <= 50; index += 1) {
    t.setNow(`2026-06-05T20:${String(index).padStart(2, '0')}:00Z`);
    await t.resetRateLimits();
    await remember(`csv: ${index}`, 1);
  }
  t.setNow('2026-06-05T19:00:00Z');
  const kinds = (await imports(ana)).layouts.map(({ fileKind }) => fileKind);
  expect(kinds).toHaveLength(50);
  expect([kinds[0], kinds.at(-1)]).toEqual(['csv: 50', 'csv: 1']);
});

test('account deletion deletes imports and layouts [DEL-3]', async () => {
  const ana = await t.signUp();
  await importRows(ana, [coffee], { layout: { fileKind: 'csv: a|b', layout: layoutOf(1) } });
  expect((await ana.send({ method: 'DELETE', url: '/api/user/account' })).statusCode).toBe(200);
  for (const table of ['expense_imports', 'import_layouts', 'expenses']) {
    const { rows } = await t.database.db.$client.query(`select 1 from ${table} where user_id = $1`, [ana.id]);
    expect(rows, table).toEqual([]);
  }
});
