import type { PlaidApi } from 'plaid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { apiClient, prefix } from '../test-support/api-client.ts';
import { clientOf, errorOf, linkWith, syncEverything } from '../test-support/official-client.ts';
import { startTestBank, type TestBank } from '../test-support/test-bank.ts';

let bank: TestBank;
let origin: string;
let plaid: PlaidApi;
let accessToken: string;
let itemId: string;

beforeEach(async () => {
  bank = await startTestBank();
  origin = await bank.app.listen({ host: '127.0.0.1', port: 0 });
  plaid = clientOf(origin);
  accessToken = await linkWith(plaid);
  itemId = (await plaid.itemGet({ access_token: accessToken })).data.item.item_id;
});
afterEach(() => bank.close());

const getItem = (client = plaid) => client.itemGet({ access_token: accessToken });
const plan = (fault: Record<string, unknown>, scope: Record<string, unknown> = {}) =>
  bank.control('/faults/add', { path: '/item/get', calls: 1, fault, ...scope });

describe('a planned fault, seen by the official client', () => {
  test.each([
    ['TRANSACTIONS_LIMIT', 429, 'RATE_LIMIT_EXCEEDED'],
    ['INTERNAL_SERVER_ERROR', 500, 'API_ERROR'],
    ['PLANNED_MAINTENANCE', 503, 'API_ERROR'],
    ['INSTITUTION_DOWN', 400, 'INSTITUTION_ERROR'],
    ['ITEM_LOGIN_REQUIRED', 400, 'ITEM_ERROR'],
    ['INVALID_API_KEYS', 400, 'INVALID_INPUT'],
  ])(
    '%s is that error with status %i and type %s, for as many calls as planned',
    async (code, status, type) => {
      await plan({ kind: 'error', error_code: code }, { calls: 2 });
      for (let call = 0; call < 2; call += 1) {
        expect(await errorOf(getItem())).toMatchObject({ status, error_type: type, error_code: code });
      }
      expect((await getItem()).status).toBe(200);
    },
  );

  test('an unknown error code is answered with the given type and words', async () => {
    const fault = {
      kind: 'error',
      error_type: 'RATE_LIMIT_EXCEEDED',
      error_code: 'BRAND_NEW_LIMIT',
      error_message: 'too much',
      display_message: 'Slow down',
    };
    await plan(fault);
    const { kind: _kind, ...said } = fault;
    expect(await errorOf(getItem())).toMatchObject({ status: 429, ...said });
  });

  test('latency delays the call, which is then answered as ever', async () => {
    await plan({ kind: 'latency', ms: 300 });
    const before = performance.now();
    expect((await getItem()).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThanOrEqual(299);
  });

  test('a call is carried out even if its caller gives up', async () => {
    await plan({ kind: 'latency', ms: 1500 }, { path: '/item/remove' });
    const impatient = clientOf(origin, 1000).itemRemove({ access_token: accessToken });
    await expect(impatient).rejects.toMatchObject({ code: 'ECONNABORTED' });
    await expect
      .poll(async () => (await bank.control('/items/list', {}))['items'], { timeout: 20_000 })
      .toEqual([]);
  });

  test('a hanging call is never answered, and does not keep the server from closing', async () => {
    await plan({ kind: 'hang' }, { calls: 2 });
    await expect(getItem(clientOf(origin, 1000))).rejects.toMatchObject({ code: 'ECONNABORTED' });
    const hanging = expect(getItem()).rejects.toMatchObject({ code: 'ECONNRESET' });
    await expect
      .poll(async () => bank.control('/faults/list', {}), { timeout: 20_000 })
      .toMatchObject({ faults: [] });
    await bank.close();
    await hanging;
  });

  test('a reset ends the connection without an answer', async () => {
    await plan({ kind: 'reset' });
    await expect(getItem()).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  test('a truncated answer is JSON without an end, although the call was done', async () => {
    await plan({ kind: 'truncated' }, { path: '/item/webhook/update' });
    const webhook = 'https://oinkly.example/new';
    const { status, data } = await plaid.itemWebhookUpdate({ access_token: accessToken, webhook });
    const answer = z.string().parse(data);
    expect(status).toBe(200);
    expect(answer.startsWith('{"item":')).toBe(true);
    expect(() => void JSON.parse(answer)).toThrow(SyntaxError);
    expect((await getItem()).data.item.webhook).toBe(webhook);
  });

  test('HTML arrives as from a proxy, with the requested status', async () => {
    await plan({ kind: 'html' });
    await expect(getItem()).rejects.toMatchObject({ response: { status: 502 } });
    await plan({ kind: 'html', status: 200 });
    const { data, headers } = await getItem();
    expect(headers['content-type']).toContain('text/html');
    expect(z.string().parse(data)).toContain('<!doctype html>');
  });

  test('a mutation occurs between pages only, never at the first', async () => {
    await plan({ kind: 'mutation' }, { path: '/transactions/sync', calls: 2 });
    const page = (cursor: string) => plaid.transactionsSync({ access_token: accessToken, cursor });
    const { data: first } = await page('');
    const { data: again } = await page('');
    expect(again.added).toEqual(first.added);
    for (let call = 0; call < 2; call += 1) {
      expect(await errorOf(page(first.next_cursor))).toMatchObject({
        status: 400,
        error_code: 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION',
      });
    }
    expect((await page(first.next_cursor)).status).toBe(200);
    const { cursor } = await syncEverything(plaid, accessToken);
    await plan({ kind: 'mutation' }, { path: '/transactions/sync' });
    expect((await page(cursor)).data.added).toEqual([]);
  });
});

describe('a fault', () => {
  const down = { kind: 'error', error_code: 'INSTITUTION_DOWN' };

  test('concerns only the path and the item that it is planned for', async () => {
    const other = await linkWith(plaid);
    await plan(down, { path: undefined, item_id: itemId });
    expect((await plaid.itemGet({ access_token: other })).status).toBe(200);
    const byId = { institution_id: 'ins_109508', country_codes: [] };
    expect((await errorOf(plaid.institutionsGetById(byId)))['error_code']).not.toBe('INSTITUTION_DOWN');
    expect((await errorOf(plaid.accountsGet({ access_token: accessToken })))['error_code']).toBe(
      'INSTITUTION_DOWN',
    );
    expect((await getItem()).status).toBe(200);
  });

  test('that is planned without a number of calls stays until it is cleared', async () => {
    const { fault_id: id } = await plan(down, { calls: undefined });
    await plan({ kind: 'latency', ms: 5 }, { path: '/accounts/get' });
    for (let call = 0; call < 5; call += 1) await errorOf(getItem());
    expect((await bank.control('/faults/list', {}))['faults']).toMatchObject([
      { fault_id: id, path: '/item/get', item_id: null, calls_left: null, fault: down },
      { path: '/accounts/get', calls_left: 1 },
    ]);
    expect((await bank.control('/faults/clear', { fault_id: id }))['cleared']).toBe(1);
    expect((await getItem()).status).toBe(200);
    expect((await bank.control('/faults/clear', {}))['cleared']).toBe(1);
  });

  test('adds to those before it: delays first, then the first that answers, then the next', async () => {
    await plan({ kind: 'latency', ms: 200 });
    await plan(down);
    await plan({ kind: 'error', error_code: 'PLANNED_MAINTENANCE' });
    const before = performance.now();
    expect((await errorOf(getItem()))['error_code']).toBe('INSTITUTION_DOWN');
    expect(performance.now() - before).toBeGreaterThanOrEqual(199);
    expect((await errorOf(getItem()))['error_code']).toBe('PLANNED_MAINTENANCE');
    expect((await getItem()).status).toBe(200);
  });

  test.each([
    [{ path: '/no/such/path', fault: down }, 'path'],
    [{ fault: { kind: 'error', error_code: 'NOBODY_KNOWS' } }, 'error_type'],
    [{ fault: { kind: 'no-such-kind' } }, 'fault'],
    [{ calls: 0, fault: down }, 'calls'],
    [{ fault: { kind: 'latency', ms: 0 } }, 'ms'],
  ])('%j is refused', async (body, field) => {
    const answer = await bank.app.inject({
      method: 'POST',
      url: `${prefix}/control/faults/add`,
      headers: { 'plaid-client-id': apiClient.clientId, 'plaid-secret': apiClient.secret },
      payload: body,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error_type: 'INVALID_REQUEST' });
    expect(answer.body).toContain(field);
  });

  test('does not affect callers without credentials, who cannot plan one', async () => {
    await plan(down);
    const stranger = { method: 'POST' as const, payload: { access_token: accessToken } };
    const called = await bank.app.inject({ ...stranger, url: `${prefix}/item/get` });
    expect(called.json()).toMatchObject({ error_code: 'MISSING_FIELDS' });
    const planned = await bank.app.inject({ ...stranger, url: `${prefix}/control/faults/add` });
    expect(planned.json()).toMatchObject({ error_code: 'MISSING_FIELDS' });
    expect((await errorOf(getItem()))['error_code']).toBe('INSTITUTION_DOWN');
  });
});

test('calls are counted by path, for an item or for all, those that failed as well', async () => {
  await bank.control('/calls/clear', {});
  const other = await linkWith(plaid);
  await getItem();
  await plan({ kind: 'error', error_code: 'INSTITUTION_DOWN' });
  await errorOf(getItem());
  await plaid.itemGet({ access_token: other });
  expect((await bank.control('/calls/count', {}))['calls']).toEqual({
    '/sandbox/public_token/create': 1,
    '/item/public_token/exchange': 1,
    '/item/get': 3,
  });
  expect((await bank.control('/calls/count', { item_id: itemId }))['calls']).toEqual({ '/item/get': 2 });
});

describe('an item', () => {
  test('can be put into any item error and taken out of it', async () => {
    await bank.control('/item/set_error', { item_id: itemId, error_code: 'USER_PERMISSION_REVOKED' });
    expect((await getItem()).data.item.error).toMatchObject({ error_code: 'USER_PERMISSION_REVOKED' });
    expect(await errorOf(plaid.transactionsSync({ access_token: accessToken }))).toMatchObject({
      error_type: 'ITEM_ERROR',
      error_code: 'USER_PERMISSION_REVOKED',
    });
    await bank.control('/item/set_error', { item_id: itemId, error_code: null });
    expect((await getItem()).data.item.error).toBeNull();
  });

  test('reports a given last update, until a new day brings rows', async () => {
    await syncEverything(plaid, accessToken);
    const last_successful_update = '2026-06-01T12:00:00Z';
    await bank.control('/item/set_last_update', { item_id: itemId, last_successful_update });
    expect((await getItem()).data.status).toMatchObject({ transactions: { last_successful_update } });
  });

  test('is listed with its bank, accounts and number of rows, but not with its access token', async () => {
    const { added } = await syncEverything(plaid, accessToken);
    const { items } = await bank.control('/items/list', {});
    expect(items).toMatchObject([
      {
        item_id: itemId,
        institution_id: 'ins_109512',
        institution_name: 'Houndstooth Bank',
        username: 'user_good',
        webhook: null,
        error: null,
        accounts: [{ balances: { current: expect.anything() as unknown } }, {}, {}],
        transaction_count: added.length,
      },
    ]);
    expect(JSON.stringify(items)).not.toContain(accessToken);
  });

  test('tells its newest rows, as a sync does', async () => {
    const { added } = await syncEverything(plaid, accessToken);
    const { transactions } = await bank.control('/transactions/list', { item_id: itemId, count: 20 });
    const listed = z
      .array(z.looseObject({ transaction_id: z.string(), date: z.string(), pending: z.boolean() }))
      .parse(transactions);
    expect(listed).toHaveLength(20);
    const dates = listed.map(({ date }) => date);
    expect(dates).toEqual(
      added
        .map(({ date }) => date)
        .sort()
        .reverse()
        .slice(0, 20),
    );
    const synced = new Map(added.map((row) => [row.transaction_id, row]));
    expect(listed).toMatchObject(listed.map((row) => synced.get(row.transaction_id)));
    expect(listed.some(({ pending }) => pending)).toBe(true);
  });

  test('can be removed, after which its access token is that of a removed item', async () => {
    await bank.control('/item/remove', { item_id: itemId });
    expect(await errorOf(getItem())).toMatchObject({ error_code: 'ITEM_NOT_FOUND' });
    expect((await bank.control('/items/list', {}))['items']).toEqual([]);
  });
});

test('the paths that a fault can name are listed, and no others', async () => {
  const { paths } = await bank.control('/faults/list', {});
  const listed = z.array(z.string()).parse(paths);
  expect([...listed].sort()).toEqual(bank.endpoints.filter((path) => !path.startsWith('/control/')).sort());
  for (const path of listed) await bank.control('/faults/add', { path, fault: { kind: 'reset' } });
});

test('a webhook key that was replaced is expired', async () => {
  const { key_id: first } = await bank.control('/webhook_key/rotate', {});
  const get = (keyId: unknown) => plaid.webhookVerificationKeyGet({ key_id: z.string().parse(keyId) });
  expect((await get(first)).data.key).toMatchObject({ kid: first, kty: 'EC', use: 'sig', expired_at: null });
  const { key_id: second } = await bank.control('/webhook_key/rotate', {});
  expect((await errorOf(get(first)))['error_code']).toBe('INVALID_WEBHOOK_VERIFICATION_KEY_ID');
  expect((await get(second)).data.key).not.toHaveProperty('d');
});
