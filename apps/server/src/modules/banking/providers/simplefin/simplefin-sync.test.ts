import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
  const provider = new SimplefinProvider({
    tokenPageUrl: 'https://tokens.example/create',
    trustedOrigins: [server.origin.origin],
    allowedHosts: [],
    allowsAnyHost: true,
    budget: { spend: (accessUrl) => budget.spend(accessUrl), stop: (accessUrl) => budget.stop(accessUrl) },
    clock: () => t.deps.clock(),
    log: { warn: (...said: unknown[]) => t.deps.log.warn(said) },
  });
  t = await createTestApp({ provider });
});
beforeEach(async () => {
  budget = new RequestBudget(t.deps);
  ana = await t.signUp();
});
afterEach(() => t.startAgain());
afterAll(async () => {
  await t.close();
  await server.close();
});

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

describe('a bank that reports less than it did [PD-8]', () => {
  const rows = [purchase('t1', '2026-06-03'), purchase('t2', '2026-05-26', { amount: '-60' })];

  test.each([
    ['fewer days', rows.slice(0, 1)],
    ['no rows', []],
  ])('%s loses no posted purchase', async (_title, less) => {
    report(rows);
    const itemId = await link();
    const before = await list();
    report(less);
    await sync(itemId);
    expect(await list()).toEqual(before);
  });

  test('its newest rows lose no posted purchase', async () => {
    report(rows);
    const itemId = await link();
    const before = await list();
    report(rows.slice(1));
    await sync(itemId);
    expect(await list()).toEqual(before);
  });

  test('a row between others is withdrawn', async () => {
    report([...rows, purchase('t3', '2026-05-28', { amount: '-7' })]);
    const itemId = await link();
    report(rows);
    await sync(itemId);
    expect(await list()).toHaveLength(2);
  });
});

describe('a bank that reports late loses nothing (reports 14, 22)', () => {
  test('with its history after the first rows', async () => {
    report([]);
    const itemId = await link();
    report([purchase('t1', '2026-06-03'), purchase('t2', '2026-01-03')]);
    await sync(itemId);
    expect(await list()).toHaveLength(2);
  });

  test.each([
    ['with a purchase of last month, on the second day', ['2026-06-06']],
    ['with a purchase of last month, within a week', ['2026-06-06', '2026-06-13']],
  ])('%s', async (_title, days) => {
    const known = [purchase('t1', '2026-06-03'), purchase('t2', '2026-04-03')];
    report(known);
    const itemId = await link();
    for (const day of days) {
      await t.comeTo(`${day}T19:00:00Z`);
      if (day === days.at(-1)) report([...known, purchase('late', '2026-05-04')]);
      await sync(itemId);
    }
    expect(await list()).toHaveLength(3);
  });

  test('with the purchases of forty silent days', async () => {
    const known = [purchase('t1', '2026-06-03')];
    report(known);
    const itemId = await link();
    for (const day of ['2026-06-12', '2026-06-20', '2026-06-30', '2026-07-14']) {
      await t.comeTo(`${day}T19:00:00Z`);
      await sync(itemId);
    }
    await t.comeTo('2026-07-15T19:00:00Z');
    const missed = ['2026-06-08', '2026-06-18', '2026-07-10'].map((day) => purchase(day, day));
    report([...known, ...missed]);
    await sync(itemId);
    await sync(itemId);
    expect(await list()).toHaveLength(4);
  });
});

describe('what can’t be read is shown', () => {
  const problemsOf = async () => {
    const { items } = (await ana.send({ url: '/api/simplefin/accounts' })).json<{
      items: { institution_name: string; problems: { institution_name: string; error_code: string }[] }[];
    }>();
    return items[0];
  };

  test('with the bank of a row of another shape, while the others count', async () => {
    report([purchase('t1', '2026-06-03'), purchase('t2', '2026-06-02', { amount: '4,25' })]);
    const itemId = await link();
    expect(await list()).toHaveLength(1);
    expect(await problemsOf()).toMatchObject({
      problems: [{ institution_name: 'First Bank', error_code: 'BANK_DATA_UNREADABLE' }],
    });
    report([purchase('t1', '2026-06-03'), purchase('t2', '2026-06-02')]);
    await sync(itemId);
    expect(await problemsOf()).toMatchObject({ problems: [] });
    expect(await list()).toHaveLength(2);
  });

  test('with the bank of such a row among older purchases', async () => {
    report([purchase('t1', '2026-06-03'), purchase('t2', '2026-01-02', { amount: '4,25' })]);
    await link();
    expect(await problemsOf()).toMatchObject({
      problems: [{ institution_name: 'First Bank', error_code: 'BANK_DATA_UNREADABLE' }],
    });
  });

  test('as an account without an id, already before the first sync', async () => {
    const provider = t.deps.providers.get('simplefin');
    report([], { accounts: [{ name: 'Card' }] });
    expect(await provider?.readConnection(server.accessUrl)).toMatchObject({
      problems: [{ code: 'BANK_DATA_UNREADABLE' }],
    });
    const itemId = await link();
    await sync(itemId);
    expect(await problemsOf()).toMatchObject({ problems: [{ error_code: 'BANK_DATA_UNREADABLE' }] });
  });

  test('as a bank that is missing without a reason, until it is back', async () => {
    report([purchase('t1', '2026-06-03')]);
    const itemId = await link();
    const second = {
      id: 'a',
      conn_id: 'Second Bank',
      name: 'Card (1234)',
      currency: 'USD',
      balance: '-10',
      transactions: [],
    };
    report([], { accounts: [second] });
    await sync(itemId);
    expect((await problemsOf())?.problems).toMatchObject([
      { institution_name: 'First Bank', error_code: 'BANK_NOT_REPORTED' },
    ]);
    report([purchase('t1', '2026-06-03')]);
    await sync(itemId);
    expect(await problemsOf()).toMatchObject({ problems: [] });
  });

  test('as a source without accounts, which keeps its name and purchases', async () => {
    report([purchase('t1', '2026-06-03')]);
    const itemId = await link();
    const before = await problemsOf();
    report([], { accounts: [], connections: [] });
    await sync(itemId);
    expect(await problemsOf()).toMatchObject({
      institution_name: before?.institution_name,
      problems: [{ error_code: 'BANK_WITHOUT_ACCOUNTS' }],
    });
    expect(await list()).toHaveLength(1);
  });
});

describe('an edited pending purchase keeps its edits when it posts under a new id (report 1) [PD-7]', () => {
  const edit = async () => {
    const [expense] = await list();
    await ana.send({ method: 'PUT', url: `/api/expenses/${expense?.id}`, body: { name: 'Mine' } });
  };

  test.each([
    ['with an error of another account', { code: 'act.failed', account_id: 'z' }],
    ['with an error of its account', { code: 'act.failed', account_id: 'a', conn_id: 'First Bank' }],
    ['with an error of its bank', { code: 'con.auth', conn_id: 'First Bank' }],
    ['with an unknown error', { code: 'new', msg: 'Hello' }],
  ])('%s', async (_title, error) => {
    report([pending('p1', '2026-06-04')]);
    const itemId = await link();
    await edit();
    report([purchase('t1', '2026-06-05')], { errlist: [error] });
    await sync(itemId);
    expect(await list()).toMatchObject([{ name: 'Mine' }]);
  });

  test('a day earlier, because banks send instants of the next UTC day', async () => {
    report([pending('p1', '2026-06-05')]);
    const itemId = await link();
    await edit();
    report([purchase('t1', '2026-06-04')]);
    await sync(itemId);
    expect(await list()).toMatchObject([{ name: 'Mine' }]);
  });

  test('beside it for a while, on another day (report 5)', async () => {
    report([pending('p1', '2026-06-04')]);
    const itemId = await link();
    await edit();
    await t.comeTo('2026-06-06T19:00:00Z');
    report([pending('p1', '2026-06-04'), purchase('t1', '2026-06-05')]);
    await sync(itemId);
    report([purchase('t1', '2026-06-05')]);
    await sync(itemId);
    const after = await list();
    expect(after).toMatchObject([{ name: 'Mine' }]);
    await sync(itemId);
    expect(await list()).toEqual(after);
  });

  test('after a hold of more than ten days', async () => {
    report([pending('p1', '2026-06-04')]);
    const itemId = await link();
    await edit();
    await t.comeTo('2026-06-22T19:00:00Z');
    await sync(itemId);
    report([purchase('t1', '2026-06-21')]);
    await sync(itemId);
    expect(await list()).toMatchObject([
      { name: 'Mine', date: expect.stringContaining('2026-06-04') as string },
    ]);
  });

  test('without any date, and stays on the day that it was first seen (report 4)', async () => {
    const undated = pending('p1', '2026-06-04', { transacted_at: undefined });
    report([undated]);
    const itemId = await link();
    await edit();
    const before = await list();
    await t.comeTo('2026-06-07T19:00:00Z');
    report([undated]);
    await sync(itemId);
    expect(await list()).toEqual(before);
    report([purchase('t1', '2026-06-04')]);
    await sync(itemId);
    expect(await list()).toMatchObject([{ name: 'Mine', date: before[0]?.date }]);
  });
});

test('an undated pending purchase has the user’s day, not that of UTC (report 18) [PD-3]', async () => {
  ana = await t.signUp({ timeZone: 'America/Los_Angeles' });
  await t.comeTo('2026-06-06T04:00:00Z');
  report([pending('p1', '2026-06-05', { transacted_at: undefined })]);
  await link();
  expect((await list()).map(({ date }) => date.slice(0, 10))).toEqual(['2026-06-05']);
});

describe('rows under other ids keep edits (report 3) [PD-7]', () => {
  const shops = [
    { payee: 'Cafe', amount: '-4.25' },
    { payee: 'Bakery', amount: '-7.10' },
    { payee: 'Cinema', amount: '-12.00' },
    { payee: 'Garden', amount: '-33.40' },
    { payee: 'Kiosk', amount: '-8.05' },
  ].map((shop, index) => purchase(`t${index}`, `2026-05-2${index + 3}`, shop));
  const start = async () => {
    report(shops);
    const itemId = await link();
    const found = (await list()).find(({ name }) => name === 'Bakery');
    await ana.send({ method: 'PUT', url: `/api/expenses/${found?.id}`, body: { name: 'Mine' } });
    return itemId;
  };
  const expectKept = async (count: number) => {
    const after = await list();
    expect(after).toHaveLength(count);
    expect(after.filter(({ name }) => name === 'Mine')).toMatchObject([{ amount: 7.1 }]);
  };

  test.each([-1, 1])('issued again %i day later', async (days) => {
    const itemId = await start();
    report(shops.map((row) => ({ ...row, id: `new-${row.id}`, posted: row.posted + days * 86_400 })));
    await sync(itemId);
    await expectKept(5);
  });

  test('counted from the newest row', async () => {
    const itemId = await start();
    const newest = purchase('', '2026-06-04', { amount: '-55', payee: 'Books' });
    report([newest, ...shops].map((row, index) => ({ ...row, id: `t${index}` })));
    await sync(itemId);
    await expectKept(6);
  });

  test('used again for another purchase, which counts too', async () => {
    const itemId = await start();
    await t.comeTo('2026-07-05T19:00:00Z');
    report([purchase('t1', '2026-07-03', { amount: '-80', payee: 'TV' })]);
    await sync(itemId);
    await expectKept(6);
  });
});

describe('a bank under new ids (report 14) [PD-8]', () => {
  const shops = ['-4.25', '-7.10', '-12.00', '-33.40', '-8.05', '-19.99'];
  const rows = shops.map((amount, index) => purchase(`t${index}`, `2026-05-2${index + 3}`, { amount }));
  /** One account at one bank, of either protocol version. */
  const answerWith = (account: object, given: object = {}) => {
    const one = {
      id: 'a',
      name: 'Card (1234)',
      currency: 'USD',
      balance: '-10',
      transactions: rows,
      ...account,
    };
    server.answer((response, { method }) => {
      response.end(
        method === 'POST' ? server.accessUrl : JSON.stringify({ accounts: [one], errlist: [], ...given }),
      );
    });
  };
  const connectionsOf = (conn_id: string, org_id = 'first') => ({
    connections: [{ conn_id, org_id, name: 'First Bank' }],
  });
  const start = async (shown = rows) => {
    answerWith({ conn_id: 'con-1', transactions: shown }, connectionsOf('con-1'));
    const itemId = await link();
    const [expense] = await list();
    await ana.send({ method: 'PUT', url: `/api/expenses/${expense?.id}`, body: { name: 'Mine' } });
    return itemId;
  };

  test.each<[string, object, object]>([
    ['of the bank', { conn_id: 'con-2' }, connectionsOf('con-2')],
    ['of bank and account', { conn_id: 'con-2', id: 'b' }, connectionsOf('con-2')],
    [
      'of everything, without the last digits',
      {
        conn_id: 'con-2',
        id: 'b',
        name: 'Card',
        transactions: rows.map((row) => ({ ...row, id: `new-${row.id}` })),
      },
      connectionsOf('con-2', 'other'),
    ],
    ['of version 1', { org: { id: 'first', name: 'First Bank' } }, { errors: [] }],
    ['of version 1 without an organization id', { org: { name: 'First Bank' } }, { errors: [] }],
  ])('%s counts each purchase once and keeps edits, there and back', async (_title, account, given) => {
    const itemId = await start();
    const before = await list();
    answerWith(account, given);
    expect((await sync(itemId)).json()).toMatchObject({ imported: 0 });
    const after = await list();
    expect(after.map(({ name, amount, date }) => ({ name, amount, date }))).toEqual(
      before.map(({ name, amount, date }) => ({ name, amount, date })),
    );
    const { accounts } = (await ana.send({ url: '/api/simplefin/accounts' })).json<{ accounts: object[] }>();
    expect(accounts).toHaveLength(1);
    answerWith({ conn_id: 'con-1' }, connectionsOf('con-1'));
    await sync(itemId);
    expect(await list()).toHaveLength(before.length);
    expect(await list()).toContainEqual(expect.objectContaining({ name: 'Mine' }));
  });

  test.each([1, 2, 3])('with %i purchases counts each once under another version', async (count) => {
    const few = rows.slice(0, count);
    const itemId = await start(few);
    answerWith({ org: { name: 'First Bank' }, transactions: few }, { errors: [] });
    await sync(itemId);
    expect(await list()).toHaveLength(count);
    expect(await list()).toContainEqual(expect.objectContaining({ name: 'Mine' }));
  });

  test('is asked about while the bank reports the old ids too', async () => {
    const itemId = await start();
    const before = await list();
    const both = ['con-1', 'con-2'].map((conn_id) => ({
      id: 'a',
      conn_id,
      name: 'Card',
      currency: 'USD',
      balance: '-10',
      transactions: rows,
    }));
    answerWith({}, { accounts: both });
    await sync(itemId);
    expect((await list()).map(({ date }) => date)).toEqual(before.map(({ date }) => date));
    const { twins } = (await ana.send({ url: '/api/bank-twins' })).json<{ twins: object[] }>();
    expect(twins).toHaveLength(1);
  });
});

test('a second token of the same access renews it', async () => {
  report([purchase('t1', '2026-06-03')]);
  const itemId = await link();
  const body = {
    public_token: Buffer.from(new URL('/simplefin/claim/again', server.origin).href).toString('base64'),
  };
  const answer = await ana.send({ method: 'POST', url: '/api/simplefin/exchange-token', body });
  expect(answer.statusCode).toBe(200);
  const { items } = (await ana.send({ url: '/api/simplefin/accounts' })).json<{ items: object[] }>();
  expect(items).toMatchObject([{ item_id: itemId }]);
  await sync(itemId);
  expect(await list()).toHaveLength(1);
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
