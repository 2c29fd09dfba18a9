import type { Expense } from '@oinkly/contract/expenses';
import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { SyncStatus } from '@oinkly/contract/banking';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';

/** Friday noon in Los Angeles, Ana's zone; Saturday in Tokyo. */
const NOW = '2026-06-05T19:00:00Z';

let t: TestApp;
let ana: TestUser;
let token: string;
beforeAll(async () => {
  t = await createTestApp({ startAt: NOW });
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.comeTo(NOW);
  await t.resetRateLimits();
  ana = await t.signUp();
  token = await tokenOf(ana);
});

async function tokenOf(user: TestUser): Promise<string> {
  const body = { name: 'Phone', scopes: ['expenses:add', 'week:read'] };
  return (await user.send({ method: 'POST', url: '/api/tokens', body })).json<{ token: string }>().token;
}

const add = (
  body: object,
  { headers = {}, as = token }: { headers?: Record<string, string>; as?: string } = {},
) =>
  t.app.inject({
    method: 'POST',
    url: '/api/v1/expenses',
    headers: { authorization: `Bearer ${as}`, ...headers },
    payload: body,
  });
const read = (path: string) =>
  t.app.inject({ url: `/api/v1/${path}`, headers: { authorization: `Bearer ${token}` } });
const readWeek = async () => (await read('week')).json<RouteResponse<'getWeekByToken'>>();
const listed = async (user = ana) =>
  (await user.send({ url: '/api/expenses?counted=all' })).json<Expense[]>();
const problemsOf = (answer: Awaited<ReturnType<typeof add>>) => {
  expect(answer.statusCode, answer.body).toBe(400);
  return answer.json<{ fields: { path: string; message: string }[] }>().fields;
};

describe('an expense by token', () => {
  test('is one sentence, read like quick entry on the user’s day [PD-78] [PD-2] [PD-32]', async () => {
    const answer = await add({ text: '12.50 Lidl yesterday' });
    expect(answer.json()).toEqual({
      id: expect.any(Number) as number,
      name: 'Lidl',
      amount: 12.5,
      date: '2026-06-04',
      category: 'Groceries',
      type: 'one-time',
      unread: [],
    });
    const [expense] = await listed();
    expect(expense).toMatchObject({
      name: 'Lidl',
      amount: 12.5,
      source: 'manual',
      counted: true,
      paid: false,
    });
    const tomo = await t.signUp({ timeZone: 'Asia/Tokyo' });
    const there = await add({ text: 'coffee $4.25 today' }, { as: await tokenOf(tomo) });
    expect(there.json()).toMatchObject({ date: '2026-06-06', category: 'Dining' });
  });

  test('repeats every month if the sentence says so [PD-31] [PD-78]', async () => {
    const answer = await add({ text: 'Gym $50 every month on 5th' });
    expect(answer.json()).toMatchObject({ name: 'Gym', type: 'recurring', date: '2026-06-05' });
  });

  test.each([
    [
      { merchant: 'Corner Cafe', amount: '$12.50' },
      { name: 'Corner Cafe', amount: 12.5, category: 'Dining' },
    ],
    [
      { merchant: 'Xyzzy', amount: 12.5 },
      { amount: 12.5, date: '2026-06-05', category: 'Other' },
    ],
    [
      { merchant: 'Lidl', amount: 'US$1,012.50', date: '2026-06-01' },
      { amount: 1012.5, date: '2026-06-01' },
    ],
    [{ merchant: 'Lidl', amount: 3, category: 'Travel' }, { category: 'Travel' }],
  ])('is a merchant and an amount, as phones send them: %j [PD-78]', async (body, expected) => {
    expect((await add(body)).json()).toMatchObject(expected);
  });

  test('is added without the words that were not understood, which are answered [PD-99] [PD-78]', async () => {
    const answer = await add({ text: 'Lidl 12.50 weekly yesterday' });
    expect(answer.json()).toMatchObject({
      name: 'Lidl',
      amount: 12.5,
      date: '2026-06-04',
      unread: ['weekly'],
    });
    expect(await listed()).toMatchObject([{ name: 'Lidl', type: 'one-time' }]);
  });

  test.each([
    ['Lidl yesterday', ['It has no amount. Write it like $4.25.']],
    ['12.50', ['It has no name.']],
    ['12.50 EUR Lidl', ['Only US dollars count. Enter the amount in dollars.', 'Not understood: 12.50 EUR.']],
    ['Lidl 12,5', ['Write the amount like $4.25.', 'Not understood: 12,5.']],
    ['gift 20 12/24/72', ['Which year? 2072-12-24 is too far away.']],
    ['dinner half of 30', ['How much of it is yours? Enter your part.']],
    [
      'amazon refund 12.50',
      ['Money you receive isn’t an expense. Refunds from your bank are matched automatically.'],
    ],
    ['Lidl 12 13 14', ['Which number is the amount? Put a $ before it.', 'Not understood: 12 13 14.']],
    ['Yacht 99999999999', ['The amount is more than $10,000,000.00.']],
    ['Lidl 12.50 on 3rd', ['Which day? Write Jun 3 or Jul 3.']],
    ['Lidl 12.50 weekly on 3rd', ['Which day? Write Jun 3 or Jul 3.', 'Not understood: weekly.']],
    ['lunch 12 and bus 2.75', ['Send one expense at a time.']],
  ])('is refused if %j leaves anything open, and says what [PD-78] [SEC-14]', async (text, messages) => {
    expect(problemsOf(await add({ text })).map(({ message }) => message)).toEqual(messages);
    expect(await listed()).toEqual([]);
  });

  test.each([
    [{ merchant: 'Lidl', amount: '€12.50' }, 'amount'],
    [{ merchant: 'Lidl', amount: '-$12.50' }, 'amount'],
    [{ merchant: 'Lidl', amount: 'a lot' }, 'amount'],
    [{ merchant: 'Lidl', amount: -3 }, 'amount'],
    [{ merchant: 'Lidl', amount: 1.005 }, 'amount'],
    [{ merchant: 'Lidl' }, 'text'],
    [{ amount: 3 }, 'text'],
    [{}, 'text'],
    [{ text: 'Lidl 3', amount: 4 }, 'text'],
    [{ merchant: 'Lidl', amount: 3, date: '2026-02-30' }, 'date'],
    [{ merchant: ' ', amount: 3 }, 'merchant'],
  ])('is refused with fields that say nothing clear: %j [SEC-14]', async (body, path) => {
    expect(problemsOf(await add(body)).map((problem) => problem.path)).toContain(path);
    expect(await listed()).toEqual([]);
  });

  test('must be JSON [SEC-6]', async () => {
    const answer = await add({}, { headers: { 'content-type': 'text/plain' } });
    expect(answer.statusCode).toBe(415);
  });
});

describe('a repeated request', () => {
  const sentence = { text: '12.50 Lidl yesterday' };

  test.each([
    ['the same header', (key: string) => add(sentence, { headers: { 'idempotency-key': key } })],
    ['the same id in the body', (id: string) => add({ ...sentence, id })],
  ])('with %s adds one expense and answers the same [PD-78]', async (_title, send) => {
    const [first, second] = await Promise.all([send('tap 1'), send('tap 1')]);
    t.setNow('2026-06-06T19:00:00Z');
    const third = await send('tap 1');
    expect(second.json()).toEqual(first.json());
    expect(third.json()).toEqual(first.json());
    await send('tap 2');
    expect(await listed()).toHaveLength(2);
  });

  test('without a key adds a second expense', async () => {
    await add(sentence);
    await add(sentence);
    expect(await listed()).toHaveLength(2);
  });

  test('is one only for its token: another may use the same key [PD-78]', async () => {
    await add({ ...sentence, id: '1' });
    await add({ ...sentence, id: '1' }, { as: await tokenOf(ana) });
    expect(await listed()).toHaveLength(2);
  });

  test.each(['', 'x'.repeat(201)])('with a key that is none is refused [SEC-14]', async (key) => {
    const answer = await add(sentence, { headers: { 'idempotency-key': key } });
    expect(problemsOf(answer)).toEqual([{ path: 'Idempotency-Key', message: '1 to 200 characters' }]);
  });
});

test('the bank’s row of a purchase added by token is the same purchase [PD-78]', async () => {
  const created = await t.emulator.call('/sandbox/public_token/create', {
    institution_id: 'ins_109508',
    initial_products: ['transactions'],
    options: { transactions: { days_requested: 1 } },
  });
  const body = { public_token: created['public_token'] };
  await ana.send({ method: 'POST', url: '/api/plaid/exchange-token', body });
  const runs = async () => (await ana.send({ url: '/api/plaid/sync-status' })).json<SyncStatus>().connections;
  await expect.poll(async () => (await runs())[0]?.stage).toBe('done');
  const before = await readWeek();

  await add({ merchant: 'Juniper Table', amount: '$20.50' });
  await t.emulator.call('/control/transactions/change', {
    item_id: (await runs())[0]?.item_id,
    changes: [{ op: 'add', amount: 20.5, name: 'Juniper Table', date: '2026-06-05' }],
  });
  await ana.send({ method: 'POST', url: '/api/auto-import-transactions' });

  const dinners = (await listed()).filter(({ name }) => name === 'Juniper Table');
  expect(dinners).toMatchObject([{ amount: 20.5, source: 'bank', merged: true, counted: true }]);
  const after = await readWeek();
  expect([after.spent - before.spent, after.purchases - before.purchases]).toEqual([20.5, 1]);
});

describe('the week by token', () => {
  test('is the user’s current week in dollars, as on the dashboard [PD-78] [PD-2] [PD-31]', async () => {
    await ana.send({ method: 'PUT', url: '/api/users', body: { weeklyBudget: 120 } });
    expect(await readWeek()).toMatchObject({ budget: 120, spent: 0, left: 120, mood: 'asleep' });
    await add({ text: 'Lidl 76.82' });
    await add({ text: 'Gym $10.05 every month on 7th' });
    expect(await readWeek()).toEqual({
      monday: '2026-06-01',
      sunday: '2026-06-07',
      budget: 120,
      spent: 76.82,
      left: 43.18,
      over: 0,
      status: 'under',
      toCome: 10.05,
      purchases: 1,
      daysLeft: 2,
      mood: 'content',
    });
    await add({ text: 'Shoes 50' });
    expect(await readWeek()).toMatchObject({ left: 0, over: 6.82, status: 'over', mood: 'cracked' });
  });

  test('is a small picture for a widget, drawn again only when the week changes [PD-78] [SEC-13]', async () => {
    const picture = async () => (await read('week.png')).rawPayload;
    const answer = await read('week.png');
    expect(answer.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-store' });
    const first = answer.rawPayload;
    expect(first.toString('latin1', 1, 4)).toBe('PNG');
    expect([first.readUInt32BE(16), first.readUInt32BE(20)]).toEqual([800, 400]);
    expect((await picture()).equals(first)).toBe(true);
    await add({ text: 'Lidl 76.82' });
    expect((await picture()).equals(first)).toBe(false);
  });
});
