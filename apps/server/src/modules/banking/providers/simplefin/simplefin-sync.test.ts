import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  startScriptedSimplefin,
  type ScriptedSimplefin,
} from '../../../../test-support/scripted-simplefin.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../../test-support/test-app.ts';
import { RequestBudget } from './request-budget.ts';
import { SimplefinProvider } from './simplefin-provider.ts';

const noon = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000;

let server: ScriptedSimplefin;
let t: TestApp;
let ana: TestUser;
let budget: RequestBudget;

beforeAll(async () => {
  server = await startScriptedSimplefin();
});
afterAll(() => server.close());
beforeEach(async () => {
  const provider = new SimplefinProvider({
    trustedOrigin: server.origin,
    budget: { spend: (accessUrl) => budget.spend(accessUrl) },
    clock: () => t.deps.clock(),
    log: { warn: (...said: unknown[]) => t.deps.log.warn(said) },
  });
  t = await createTestApp({ provider });
  budget = new RequestBudget(t.deps);
  ana = await t.signUp();
});
afterEach(() => t.close());

const purchase = (id: string, day: string, given: object = {}) => ({
  id,
  posted: noon(day),
  amount: '-4.25',
  description: 'SQ *CAFE 42',
  payee: 'Cafe',
  ...given,
});
const pending = (id: string, day: string, given: object = {}) =>
  purchase(id, day, { posted: 0, pending: true, transacted_at: noon(day), ...given });

/** Answers every request with two banks, of which the first has these rows within its days. */
function report(rows: { posted: number; transacted_at?: number }[], given: object = {}): void {
  server.answer((response, { method, query }) => {
    if (method === 'POST') return void response.end(server.accessUrl);
    const [from, to] = [Number(query['start-date']), Number(query['end-date'])];
    const transactions = rows.filter((row) =>
      row.posted === 0 ? query['pending'] === '1' : row.posted >= from && row.posted < to,
    );
    const accountOf = (conn_id: string, listed: unknown[]) => ({
      id: 'a',
      conn_id,
      name: 'Card (1234)',
      currency: 'USD',
      balance: '-10',
      'balance-date': noon('2026-06-05'),
      transactions: listed,
    });
    response.end(
      JSON.stringify({
        errlist: [],
        connections: ['First Bank', 'Second Bank'].map((name) => ({ conn_id: name, org_id: name, name })),
        accounts: [accountOf('First Bank', transactions), accountOf('Second Bank', [])],
        ...given,
      }),
    );
  });
}

async function link(): Promise<string> {
  const body = { public_token: server.setupToken };
  await ana.send({ method: 'POST', url: '/api/simplefin/exchange-token', body });
  const { items } = (await ana.send({ url: '/api/simplefin/accounts' })).json<{
    items: { item_id: string }[];
  }>();
  const itemId = items[0]?.item_id ?? '';
  await sync(itemId);
  return itemId;
}
const sync = (itemId: string) =>
  ana.send({ method: 'POST', url: `/api/simplefin/item/${itemId}/sync`, body: {} });
const list = async () =>
  (await ana.send({ url: '/api/expenses' })).json<
    { id: string; name: string; amount: number; date: string }[]
  >();

test('a pasted token links two banks and imports their purchases [IM-1] [API-16]', async () => {
  report([purchase('t1', '2026-06-03'), purchase('t2', '2026-01-03')]);
  await link();
  expect((await list()).map(({ date }) => date.slice(0, 10))).toEqual(['2026-06-03', '2026-01-03']);
  const { accounts } = (await ana.send({ url: '/api/simplefin/accounts' })).json<{ accounts: object[] }>();
  expect(accounts).toMatchObject([{ institution_name: 'First Bank' }, { institution_name: 'Second Bank' }]);
});

test('a purchase that posts under a new id, with a tip, stays one expense (reports 1, 2) [PD-8]', async () => {
  report([pending('p1', '2026-06-04')]);
  const itemId = await link();
  const [before] = await list();
  await t.comeTo('2026-06-07T19:00:00Z');
  report([purchase('t1', '2026-06-06', { amount: '-5.00' })]);
  await sync(itemId);
  expect(await list()).toMatchObject([{ id: before?.id, amount: 5, date: before?.date }]);
});

test('a canceled pending purchase is withdrawn (report 1) [PD-8]', async () => {
  report([pending('p1', '2026-06-04'), purchase('t1', '2026-06-03')]);
  const itemId = await link();
  expect(await list()).toHaveLength(2);
  report([purchase('t1', '2026-06-03')]);
  await sync(itemId);
  expect(await list()).toHaveLength(1);
});

test('rows that a bank issues again under new ids are no duplicates (report 3) [PD-8]', async () => {
  const days = ['2026-05-25', '2026-05-28', '2026-06-01', '2026-06-01', '2026-06-03'];
  report(days.map((day, index) => purchase(`old-${index}`, day)));
  const itemId = await link();
  const before = await list();
  report(days.map((day, index) => purchase(`new-${index}`, day)));
  await sync(itemId);
  expect(await list()).toEqual(before);
  expect(before).toHaveLength(5);
});

test('a bank that needs a login loses nothing, and the other is up to date (report 9)', async () => {
  report([purchase('t1', '2026-06-03')]);
  const itemId = await link();
  report([], { errlist: [{ code: 'con.auth', msg: 'Please log in', conn_id: 'First Bank' }] });
  expect((await sync(itemId)).statusCode).toBe(200);
  expect(await list()).toHaveLength(1);
  const { items } = (await ana.send({ url: '/api/simplefin/accounts' })).json<{ items: object[] }>();
  expect(items).toMatchObject([{ status: 'healthy' }]);
});

test('a user who syncs all day is stopped before SimpleFIN warns (report 8)', async () => {
  report([]);
  const itemId = await link();
  const begun = server.requests.filter(({ method }) => method === 'GET').length;
  for (let request = begun; request < 24; request += 1) expect((await sync(itemId)).statusCode).toBe(200);
  expect((await sync(itemId)).json()).toMatchObject({ error_code: 'BANK_ASKED_TOO_OFTEN' });
  expect(server.requests.filter(({ method }) => method === 'GET')).toHaveLength(24);
});

test('revoked access asks the user to connect again', async () => {
  report([purchase('t1', '2026-06-03')]);
  const itemId = await link();
  server.answer({ status: 403 });
  expect((await sync(itemId)).json()).toMatchObject({ error_code: 'BANK_CONNECTION_GONE' });
  expect(await list()).toHaveLength(1);
});
