import type { RouteResponse } from '@oinkly/contract/endpoints';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';

let t: TestApp;
let ana: TestUser;

beforeAll(async () => {
  t = await createTestApp({ startAt: '2026-06-05T19:00:00Z' });
});
beforeEach(async () => {
  ana = await t.signUp();
});
afterAll(() => t.close());

const add = (date: string, amount: number, fields: object = {}) =>
  ana.send({
    method: 'POST',
    url: '/api/expenses',
    body: { name: 'Lunch', amount, date, category: 'Dining', ...fields },
  });
const weeks = async (from: string, to: string) =>
  (await ana.send({ url: `/api/weeks?from=${from}&to=${to}` })).json<RouteResponse<'listWeeks'>>();

test('weeks come with spending and purchases, oldest first, both ends included [DB-10] [PD-1]', async () => {
  await add('2026-06-07', 0.1);
  await add('2026-06-01', -0.2);
  await add('2026-05-18', 5);
  await add('2026-05-17', 9);
  await add('2026-06-08', 9);
  expect(await weeks('2026-05-18', '2026-06-01')).toEqual({
    weeks: [
      { weekStart: '2026-05-18', spent: 5, purchases: 1 },
      { weekStart: '2026-06-01', spent: 0.3, purchases: 2 },
    ],
    hasExpenses: true,
    hasOnlyUncounted: false,
    toCome: 0,
    toComeNames: [],
    priceChanges: [],
    bill: null,
    requestIds: [],
  });
});

test('a week without a counted expense is absent, also after its last one is deleted [DB-16]', async () => {
  const { id } = (await add('2026-06-02', 5)).json<{ id: number }>();
  await ana.send({ method: 'DELETE', url: `/api/expenses/${id}` });
  expect(await weeks('2026-06-01', '2026-06-01')).toEqual({
    weeks: [],
    hasExpenses: false,
    hasOnlyUncounted: false,
    toCome: 0,
    toComeNames: [],
    priceChanges: [],
    bill: null,
    requestIds: [],
  });
});

test('the totals name the additions of the last day that they include, of the newest 100', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  const requestIds = async () => (await weeks('2026-06-01', '2026-06-01')).requestIds;
  await add('2026-06-02', 5, { requestId: first });
  await t.comeTo('2026-06-06T18:00:00Z');
  await add('2026-03-02', 5, { requestId: second });
  expect(await requestIds()).toEqual(expect.arrayContaining([first, second]));
  await t.comeTo('2026-06-06T20:00:00Z');
  expect(await requestIds()).toEqual([second]);
  const rows = Array.from({ length: 100 }, () => ({
    name: 'Lunch',
    amount: 5,
    date: '2026-06-03',
    category: 'Dining',
    kind: 'spending',
  }));
  const body = { requestId: randomUUID(), fileName: 'card.csv', rows };
  await ana.send({ method: 'POST', url: '/api/imports', body });
  expect(await requestIds()).toEqual([]);
});

test('an expense of an earlier year counts as one although its week was not requested [DB-16]', async () => {
  await add('2025-03-04', 5);
  expect(await weeks('2026-06-01', '2026-06-01')).toEqual({
    weeks: [],
    hasExpenses: true,
    hasOnlyUncounted: false,
    toCome: 0,
    toComeNames: [],
    priceChanges: [],
    bill: null,
    requestIds: [],
  });
});

test('a user with only uncounted expenses is told apart from one without any [DB-16]', async () => {
  const { id } = (await add('2026-06-02', 5)).json<{ id: number }>();
  await ana.send({ method: 'PUT', url: `/api/expenses/${id}`, body: { counted: false } });
  expect(await weeks('2026-06-01', '2026-06-01')).toMatchObject({
    hasExpenses: false,
    hasOnlyUncounted: true,
  });
  await ana.send({ method: 'DELETE', url: `/api/expenses/${id}` });
  expect(await weeks('2026-06-01', '2026-06-01')).toMatchObject({
    hasExpenses: false,
    hasOnlyUncounted: false,
  });
});

test.each(['from=2026-06-02&to=2026-06-08', 'from=2026-06-01&to=2026-06-07', 'from=2026-06-01', ''])(
  'refuses %j: weeks are named by Mondays',
  async (query) => {
    expect((await ana.send({ url: `/api/weeks?${query}` })).statusCode).toBe(400);
  },
);
