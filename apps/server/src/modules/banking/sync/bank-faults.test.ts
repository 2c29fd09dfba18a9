import type { Connection, SyncStatus } from '@oinkly/contract/banking';
import type { Expense } from '@oinkly/contract/expenses';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '../../../test-support/test-app.ts';

/* What real banks have done, at the emulator and synced over HTTP. */

let t: TestApp;
let ana: TestUser;
let itemId: string;

beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  ana = await t.signUp();
  const { public_token } = await t.emulator.call('/sandbox/public_token/create', {
    institution_id: 'ins_109508',
    initial_products: ['transactions'],
    options: { transactions: { days_requested: 1 } },
  });
  await ana.send({ method: 'POST', url: '/api/plaid/exchange-token', body: { public_token } });
  const status = async () =>
    (await ana.send({ url: '/api/plaid/sync-status' })).json<SyncStatus>().connections;
  await expect.poll(async () => (await status())[0]?.stage).toBe('done');
  itemId = (await status())[0]?.item_id ?? '';
});
afterEach(() => t.startAgain());
afterAll(() => t.close());

/** Ids are unique at the bank of all tests. */
const atThisItem = (change: object) =>
  Object.fromEntries(
    Object.entries(change).map(([field, value]) => [
      field,
      field.endsWith('transaction_id') ? `${itemId}-${value}` : value,
    ]),
  );

/** Changes the bank's data and syncs. Returns the expenses named `Corner Shop`, oldest first. */
async function bankDoes(...changes: object[]): Promise<[date: string, amount: number, pending: boolean][]> {
  const named = changes.map((change) => ({
    ...('amount' in change && { name: 'Corner Shop' }),
    ...atThisItem(change),
  }));
  await t.emulator.call('/control/transactions/change', { item_id: itemId, changes: named });
  const synced = await ana.send({ method: 'POST', url: '/api/auto-import-transactions' });
  expect(synced.json()).toMatchObject({ success: true });
  const list = (await ana.send({ url: '/api/expenses?q=Corner' })).json<Expense[]>();
  return list.map((row): [string, number, boolean] => [row.date, row.amount, row.pending]).reverse();
}
const add = (transaction_id: string, date: string, rest: object = {}) => ({
  op: 'add',
  transaction_id,
  date,
  amount: 10,
  ...rest,
});
const deleteAll = async () => {
  for (const { id } of (await ana.send({ url: '/api/expenses?q=Corner' })).json<Expense[]>())
    await ana.send({ method: 'DELETE', url: `/api/expenses/${id}` });
};

test('the same id twice in one page is stored once [IM-1]', async () => {
  const rows = await bankDoes(add('a', '2026-06-01'), { op: 'repeat', transaction_id: 'a' });
  expect(rows).toEqual([['2026-06-01', 10, false]]);
});

test('a tip and another day under a known id reach its expense [PD-7]', async () => {
  await bankDoes(add('a', '2026-06-01'));
  const change = { op: 'modify', transaction_id: 'a', amount: 12, date: '2026-06-02', authorized_date: null };
  expect(await bankDoes(change)).toEqual([['2026-06-02', 12, false]]);
});

test('of a pending purchase and its posted one, one is kept, on its day and with its tip [PD-8]', async () => {
  await bankDoes(add('p', '2026-06-01', { pending: true }));
  const post = { op: 'post', transaction_id: 'p', new_transaction_id: 'q', amount: 12, date: '2026-06-03' };
  expect(await bankDoes(post)).toEqual([['2026-06-01', 12, false]]);
});

test.each(['in one sync', 'in two syncs'])(
  'a second equal purchase three days later is a second expense, %s',
  async (when) => {
    const [first, second] = [add('a', '2026-06-01'), add('b', '2026-06-04')];
    if (when === 'in two syncs') await bankDoes(first);
    const rows = await bankDoes(...(when === 'in two syncs' ? [second] : [first, second]));
    expect(rows).toEqual([
      ['2026-06-01', 10, false],
      ['2026-06-04', 10, false],
    ]);
  },
);

test.each([
  ['reported again', { op: 'reissue' }],
  ['changed', { op: 'modify', transaction_id: 'p', amount: 12 }],
  ['posted', { op: 'post', transaction_id: 'p', amount: 12 }],
])('what was deleted does not return when it is %s [PD-7]', async (_title, change) => {
  await bankDoes(add('p', '2026-06-01', { pending: true }));
  await deleteAll();
  expect(await bankDoes(change)).toEqual([]);
});

test.each([
  ['without a sum', { amount: null }],
  ['with words for a sum', { amount: '12.00' }],
  ['with a sum beyond 2^53', { amount: 9_007_199_254_740_994 }],
  ['with a sum beyond 2^53 cents', { amount: 90_071_992_547_409.94 }],
  ['with a sum beyond all measure', { amount: 1e300 }],
  ['on a day that does not exist', { date: '2026-02-31' }],
  ['without a day', { date: null }],
  ['without an id', { transaction_id: null }],
])(
  'a row %s is skipped, the rest of the page is stored, and a known row is unchanged [SEC-14]',
  async (_title, raw) => {
    const good = (id: string) => add(id, '2026-06-01', { amount: 9_999_999.99 });
    expect(await bankDoes(good('a'), add('bad', '2026-06-02', { raw }), good('b'))).toEqual([
      ['2026-06-01', 9_999_999.99, false],
      ['2026-06-01', 9_999_999.99, false],
    ]);
    const broken = { op: 'modify', transaction_id: 'a', raw };
    expect(await bankDoes(broken, add('c', '2026-06-03'))).toEqual([
      ['2026-06-01', 9_999_999.99, false],
      ['2026-06-01', 9_999_999.99, false],
      ['2026-06-03', 10, false],
    ]);
    const { rows } = await t.database.db.$client.query(
      `select spent_cents::text from weekly_totals where week_start = '2026-06-01'`,
    );
    expect(rows).toHaveLength(1);
    const everything = (await ana.send({ url: '/api/expenses?from=2026-06-01' })).json<Expense[]>();
    const sumCents = everything.reduce((sum, row) => sum + BigInt(Math.round(row.amount * 100)), 0n);
    expect(rows).toEqual([{ spent_cents: String(sumCents) }]);
  },
);

test('a revoked permission asks the user to reconnect [SEC-12]', async () => {
  await t.emulator.call('/control/item/set_error', {
    item_id: itemId,
    error_code: 'USER_PERMISSION_REVOKED',
  });
  const answer = await ana.send({ method: 'POST', url: '/api/auto-import-transactions' });
  expect(answer.json()).toMatchObject({
    error_code: 'BANK_CONNECTION_GONE',
    action_required: 'reconnect_account',
  });
  const [connection] = (await ana.send({ url: '/api/plaid/connections' })).json<Connection[]>();
  expect(connection?.error_message).toBe('We no longer have access to this bank. Please connect it again.');
});

test('an unreadable stored token asks the user to reconnect and stops scheduled syncs [SEC-9]', async () => {
  await t.database.db.$client.query(`update connections set access_token_key_id = 'lost'`);
  await ana.send({ method: 'POST', url: '/api/auto-import-transactions' });
  const [connection] = (await ana.send({ url: '/api/plaid/connections' })).json<Connection[]>();
  expect(connection).toMatchObject({
    status: 'error',
    error_message: 'We no longer have access to this bank. Please connect it again.',
    error_code: 'BANK_CONNECTION_GONE',
  });
  const repair = await ana.send({ url: `/api/plaid/create-link-token?itemId=${itemId}` });
  expect(repair.headers.location).toContain('error=BANK_CONNECTION_GONE');
  const due = await t.database.db.$client.query('select 1 from connections where next_sync_at is not null');
  expect(due.rowCount).toBe(0);

  // The key was brought back.
  await t.database.db.$client.query(`update connections set access_token_key_id = 'test'`);
  await ana.send({ method: 'POST', url: '/api/auto-import-transactions' });
  const [healed] = (await ana.send({ url: '/api/plaid/connections' })).json<Connection[]>();
  expect(healed).toMatchObject({ status: 'healthy', error_message: null });
});
