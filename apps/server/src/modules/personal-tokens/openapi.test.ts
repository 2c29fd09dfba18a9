import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { ErrorBody } from '@oinkly/contract/errors';
import type { TokenExpense } from '@oinkly/contract/tokens';
import type { AddressInfo } from 'node:net';
import {
  OpenAPIClientAxios,
  type Document,
  type OpenAPIClient,
  type OperationResponse,
} from 'openapi-client-axios';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';

/** The methods that the library makes of the document. */
type TokenClient = OpenAPIClient & {
  addExpenseByToken: (
    parameters: { 'Idempotency-Key'?: string } | null,
    body: TokenExpense,
  ) => OperationResponse<RouteResponse<'addExpenseByToken'> & ErrorBody>;
  getWeekByToken: () => OperationResponse<RouteResponse<'getWeekByToken'> & ErrorBody>;
};

let t: TestApp;
let origin: string;
let ana: TestUser;
beforeAll(async () => {
  t = await createTestApp({ startAt: '2026-06-05T19:00:00Z' });
  await t.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
  ana = await t.signUp();
  await ana.send({ method: 'PUT', url: '/api/users', body: { weeklyBudget: 120 } });
});
afterAll(() => t.close());

async function clientWith(scopes: string[]): Promise<TokenClient> {
  const body = { name: 'Client', scopes };
  const { token } = (await ana.send({ method: 'POST', url: '/api/tokens', body })).json<{ token: string }>();
  const definition = (await (await fetch(`${origin}/api/v1/openapi.json`)).json()) as Document;
  return new OpenAPIClientAxios({
    definition,
    axiosConfigDefaults: {
      baseURL: origin,
      headers: { authorization: `Bearer ${token}` },
      validateStatus: () => true,
    },
  }).init<TokenClient>();
}

test('the document is served to anyone, may be cached, and is the one in docs [PD-110]', async () => {
  const answer = await t.app.inject({ url: '/api/v1/openapi.json' });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=3600',
  });
  expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  expect(answer.body).toBe(
    await readFile(new URL('../../../../../docs/openapi.json', import.meta.url), 'utf8'),
  );
});

test('a client made from the document adds an expense once and reads the week [PD-110] [PD-78]', async () => {
  const client = await clientWith(['expenses:add', 'week:read']);
  const add = () => client.addExpenseByToken({ 'Idempotency-Key': 'a' }, { text: '12.50 Lidl yesterday' });
  const [first, second] = [await add(), await add()];
  expect(first.data).toMatchObject({ name: 'Lidl', amount: 12.5, date: '2026-06-04', unread: [] });
  expect(second.data).toEqual(first.data);
  const week = await client.getWeekByToken();
  expect(week.data).toMatchObject({ budget: 120, spent: 12.5, left: 107.5, purchases: 1 });
});

test('a client made from the document learns why a call is refused [PD-110] [SEC-24]', async () => {
  const client = await clientWith(['expenses:add']);
  const forbidden = await client.getWeekByToken();
  expect([forbidden.status, forbidden.data.error_code]).toEqual([403, 'TOKEN_SCOPE_MISSING']);
  const unclear = await client.addExpenseByToken(null, { text: 'Lidl' });
  expect([unclear.status, unclear.data.fields]).toEqual([
    400,
    [{ path: 'text', message: 'It has no amount. Write it like $4.25.' }],
  ]);
});
