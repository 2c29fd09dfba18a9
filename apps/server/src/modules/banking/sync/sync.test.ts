import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '../../../test-support/test-app.ts';

let t: TestApp;
let ana: TestUser;

beforeAll(async () => {
  t = await createTestApp();
  ana = await t.signUp();
});
afterAll(() => t.close());

test('a fresh bank of 24 months is imported once, however often it is asked for [IM-1] [PD-41] [API-7] [API-16]', async () => {
  const { data } = await t.bank.sandboxPublicTokenCreate({
    institution_id: 'ins_109508',
    initial_products: ['transactions' as never],
    options: { transactions: { days_requested: 730 } },
  });
  const linked = await ana.send({
    method: 'POST',
    url: '/api/plaid/exchange-token',
    body: { public_token: data.public_token },
  });
  expect(linked.json()).toEqual({ success: true, institutionName: 'First Platypus Bank' });
  const started = performance.now();
  const first = await ana.send({ method: 'POST', url: '/api/auto-import-transactions' });
  console.log(first.json(), performance.now() - started);
  const list = await ana.send({ method: 'GET', url: '/api/expenses' });
  console.log(list.json().length, list.json().slice(0, 3));
  const again = await ana.send({ method: 'POST', url: '/api/auto-import-transactions' });
  console.log(again.json());
  const s = performance.now();
  const board = await ana.send({ method: 'GET', url: '/api/leaderboard' });
  console.log(board.json(), performance.now() - s);
  const s2 = performance.now();
  const year = await ana.send({ method: 'GET', url: '/api/expenses?from=2025-12-29' });
  console.log(year.json().length, performance.now() - s2);
});
