import type { RouteResponse } from '@oinkly/contract/endpoints';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';

let t: TestApp;
let ana: TestUser;

beforeAll(async () => {
  // A Friday.
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
const insights = async () => (await ana.send({ url: '/api/insights' })).json<RouteResponse<'getInsights'>>();

test('52 weeks by category, merchant and weekday, without older and excluded expenses [PD-70]', async () => {
  await add('2025-06-09', 10);
  await add('2026-06-05', 20, { name: 'Train', category: 'Travel' });
  await add('2026-06-01', -30, { name: 'Train', category: 'Travel' });
  await add('2025-06-08', 500);
  const { id } = (await add('2026-06-02', 70)).json<{ id: number }>();
  await ana.send({ method: 'PUT', url: `/api/expenses/${id}`, body: { counted: false } });
  const { from, to, categories, merchants, weekdays } = await insights();
  expect([from, to]).toEqual(['2025-06-09', '2026-06-01']);
  const quiet = Array<number>(12).fill(0);
  expect(categories).toEqual([
    { category: 'Travel', spent: [...quiet, 50] },
    { category: 'Dining', spent: [10, ...quiet] },
  ]);
  expect(merchants).toEqual([
    { name: 'Train', spent: 50, purchases: 2 },
    { name: 'Lunch', spent: 10, purchases: 1 },
  ]);
  expect(weekdays.map(({ spent, purchases }) => [spent, purchases])).toEqual([
    [40, 2],
    [0, 0],
    [0, 0],
    [0, 0],
    [20, 1],
    [0, 0],
    [0, 0],
  ]);
});

test('the eight merchants with most spending, in order [PD-70]', async () => {
  for (let shop = 1; shop <= 9; shop += 1) await add('2026-06-02', shop, { name: `Shop ${shop}` });
  const { merchants } = await insights();
  expect(merchants.map(({ name }) => name)).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((shop) => `Shop ${shop}`));
});

test('without expenses there is nothing to compare [PD-70]', async () => {
  const { categories, merchants, weekdays } = await insights();
  expect([categories, merchants]).toEqual([[], []]);
  expect(weekdays).toEqual(Array(7).fill({ spent: 0, purchases: 0 }));
});
