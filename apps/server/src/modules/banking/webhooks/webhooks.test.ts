import { AppError } from '../../../errors/app-error.ts';
import type { Connection, SyncStatus } from '@oinkly/contract/banking';
import type { Expense } from '@oinkly/contract/expenses';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ScriptedBank } from '../../../test-support/scripted-bank.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../test-support/test-app.ts';
import type { WebhookEvent } from '../provider.ts';

let bank: ScriptedBank;
let t: TestApp;
let ana: TestUser;

beforeAll(async () => {
  t = await createTestApp({ provider: new ScriptedBank() });
});
beforeEach(async () => {
  bank = new ScriptedBank();
  bank.answer({ upserted: [{ transactionId: 'a' }] });
  t.useBanks(bank);
  ana = await t.signUp();
  await ana.send({ method: 'POST', url: '/api/plaid/exchange-token', body: { public_token: 'public-1' } });
  await ana.send({ method: 'POST', url: '/api/auto-import-transactions' });
});
afterEach(() => t.startAgain());
afterAll(() => t.close());

const receive = (event: WebhookEvent | object) =>
  t.app.inject({
    method: 'POST',
    url: '/api/plaid/webhook',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(event),
  });
const list = async () => (await ana.send({ url: '/api/expenses?counted=all' })).json<Expense[]>();
const connections = async () => (await ana.send({ url: '/api/plaid/connections' })).json<Connection[]>();
const isIdle = async () =>
  (await ana.send({ url: '/api/plaid/sync-status' }))
    .json<SyncStatus>()
    .connections.every((connection) => connection.finished_at !== null);

test('a webhook triggers a sync; a repeated one changes nothing [SEC-10]', async () => {
  bank.answer({ upserted: [{ transactionId: 'b' }] });
  for (let time = 0; time < 2; time += 1) {
    const answer = await receive({ kind: 'changes', providerConnectionId: 'item-1' });
    expect(answer.statusCode).toBe(200);
  }
  await expect.poll(list).toHaveLength(2);
  await expect.poll(isIdle).toBe(true);
  expect(await list()).toHaveLength(2);
});

test('a webhook about the login is verified with the bank; a late one has no effect [SEC-10]', async () => {
  bank.answer(new AppError('BANK_LOGIN_REQUIRED'), {});
  await receive({ kind: 'changes', providerConnectionId: 'item-1' });
  await expect
    .poll(connections)
    .toMatchObject([{ status: 'login_required', error_message: 'Your bank wants you to log in again.' }]);
  for (let time = 0; time < 2; time += 1) {
    await receive({ kind: 'changes', providerConnectionId: 'item-1' });
    await expect.poll(connections).toMatchObject([{ status: 'healthy', error_message: null }]);
    await expect.poll(isIdle).toBe(true);
  }
});

test('a revoked permission idempotently erases data and ends the connection [SEC-10] [SEC-12]', async () => {
  const entered = {
    name: 'Lunch',
    amount: 12.5,
    date: '2026-06-04',
    category: 'Dining',
    type: 'one-time',
    paid: false,
    userId: 1,
  };
  await ana.send({ method: 'POST', url: '/api/expenses', body: entered });
  bank.silence = new AppError('BANK_CONNECTION_GONE');
  for (let time = 0; time < 2; time += 1) {
    expect((await receive({ kind: 'revoked', providerConnectionId: 'item-1' })).statusCode).toBe(200);
    expect((await list()).map((expense) => expense.name)).toEqual(['Lunch']);
    expect(await connections()).toEqual([]);
  }
  await expect.poll(() => bank.removed).toEqual(['access-1']);
});

test('an unconfirmed revocation erases nothing; an unverifiable one is retried [SEC-12]', async () => {
  const before = [await list(), await connections()];
  expect((await receive({ kind: 'revoked', providerConnectionId: 'item-1' })).statusCode).toBe(200);
  await expect.poll(isIdle).toBe(true);
  bank.silence = new AppError('PROVIDER_UNAVAILABLE');
  expect((await receive({ kind: 'revoked', providerConnectionId: 'item-1' })).statusCode).toBe(503);
  expect([await list(), await connections()]).toEqual(before);
  expect(bank.removed).toEqual([]);
});

test.each([
  { kind: 'changes', providerConnectionId: 'of another user' },
  { kind: 'revoked', providerConnectionId: 'unknown' },
  { kind: 'link-finished', providerSessionId: 'unknown' },
  { kind: 'other' },
])('%j is answered and changes nothing [SEC-10]', async (event) => {
  const before = [await list(), await connections()];
  expect((await receive(event)).statusCode).toBe(200);
  expect([await list(), await connections()]).toEqual(before);
});

test('an unknown provider is a 404', async () => {
  const answer = await t.app.inject({ method: 'POST', url: '/api/nobody/webhook', payload: {} });
  expect(answer.statusCode).toBe(404);
});
