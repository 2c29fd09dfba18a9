import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { AccountName, CreatedToken } from '../test-support/control-client.ts';
import {
  claim,
  claimUrlOf,
  getAccounts,
  midnight,
  range,
  readAccounts,
  startTestServer,
  type TestAccountSet,
  type TestServer,
} from '../test-support/test-server.ts';

const june = range('2026-06-01', '2026-06-11');

let server: TestServer;
let token: CreatedToken;
let accessUrl: string;
let checking: AccountName;

beforeEach(async () => {
  server = await startTestServer();
  token = await server.control.createSetupToken({ banks: ['platypus', 'gingham'], history_days: 30 });
  accessUrl = await claim(token.setup_token);
  checking = { conn_id: token.connections[0]?.conn_id ?? '', account_id: 'ACT-1' };
});

function rowsOf({ accounts }: TestAccountSet, account = checking) {
  return (
    accounts.find(({ id, conn_id: connId }) => id === account.account_id && connId === account.conn_id)
      ?.transactions ?? []
  );
}

const readRows = async (query = `${june}&pending=1`) => rowsOf(await readAccounts(accessUrl, query));

describe('the control API', () => {
  test('does not exist unless a secret is configured', async () => {
    const { url } = await startTestServer({ controlSecret: undefined });
    expect((await fetch(`${url}/control/tokens/list`, { method: 'POST' })).status).toBe(404);
  });

  test('refuses callers without the secret, unknown fields and unknown names', async () => {
    const call = (headers: Record<string, string>) =>
      fetch(`${server.url}/control/tokens/list`, { method: 'POST', headers });
    expect((await call({})).status).toBe(401);
    expect((await call({ authorization: 'Bearer wrong' })).status).toBe(401);
    await expect(server.control.call('/tokens/list', { all: true })).rejects.toThrow(/answered 400.*all/s);
    await expect(server.control.call('/tokens/disable', { token_id: 'x' })).rejects.toThrow(/no token x/);
    await expect(server.control.call('/tokens/create', { banks: ['x'] })).rejects.toThrow(/answered 400/);
    const nowhere = { ...checking, account_id: 'ACT-9' };
    await expect(server.control.call('/transactions/list', nowhere)).rejects.toThrow(/no account ACT-9/);
  });

  test('adds and removes banks of a token', async () => {
    await server.control.call('/connections/add', {
      token_id: token.token_id,
      bank: 'tartan',
      history_days: 0,
    });
    expect((await readAccounts(accessUrl)).connections.map(({ name }) => name)).toContain('Tartan Bank');
    await server.control.call('/connections/remove', { conn_id: checking.conn_id });
    const set = await readAccounts(accessUrl);
    expect(set.connections.map(({ name }) => name)).toEqual(['First Gingham Credit Union', 'Tartan Bank']);
    expect(set.accounts.every(({ conn_id: connId }) => connId !== checking.conn_id)).toBe(true);
  });

  test('changes an account, also to points and to another id', async () => {
    const currency = 'https://points.example/platypus';
    const change = {
      ...checking,
      new_account_id: 'ACT-77',
      currency,
      balance: '12',
      available_balance: null,
      balance_date: 1_780_000_000,
    };
    await server.control.call('/accounts/change', change);
    const account = (await readAccounts(accessUrl, '?balances-only=1')).accounts[0];
    expect(account).toMatchObject({
      id: 'ACT-77',
      currency,
      balance: '12',
      'balance-date': 1_780_000_000,
    });
    expect(account).not.toHaveProperty('available-balance');
  });

  test('lists requests with their kinds and queries, and forgets them', async () => {
    await getAccounts(accessUrl, '?version=2&balances-only=1');
    await getAccounts(accessUrl, '?account=ACT-1');
    const listed = await server.control.call('/requests/list', { token_id: token.token_id });
    expect(listed).toEqual({
      used_today: { all_accounts: 1, per_account: 1 },
      quota: { expected: 24, refused_from: 49, disabled_from: 97 },
      all_accounts: 1,
      per_account: 1,
      requests: [
        {
          number: 1,
          kind: 'all_accounts',
          at: '2026-06-10T19:00:00.000Z',
          query: 'version=2&balances-only=1',
        },
        { number: 2, kind: 'per_account', at: '2026-06-10T19:00:00.000Z', query: 'account=ACT-1' },
      ],
    });
    await server.control.call('/requests/clear', { token_id: token.token_id });
    expect(await server.control.call('/requests/list', { token_id: token.token_id })).toMatchObject({
      requests: [],
    });
    await getAccounts(accessUrl);
    expect(await server.control.call('/requests/list', { token_id: token.token_id })).toMatchObject({
      requests: [{ number: 3 }],
    });
  });

  test('lists tokens with their state, what is used of their day, and their banks', async () => {
    const { connections } = token;
    await getAccounts(accessUrl, '?balances-only=1');
    await server.control.call('/problems/add', {
      conn_id: checking.conn_id,
      code: 'con.auth',
      message: 'No',
    });
    const [listed] = z
      .object({ tokens: z.array(z.looseObject({ connections: z.array(z.unknown()) })) })
      .parse(await server.control.call('/tokens/list', {})).tokens;
    expect(listed).toMatchObject({
      used_today: { all_accounts: 1, per_account: 0 },
      problems: [{ conn_id: checking.conn_id, account_id: null, code: 'con.auth', message: 'No' }],
      connections,
    });
    const rows = await server.control.call('/transactions/list', { ...checking });
    const { balance } = (await readAccounts(accessUrl, '?balances-only=1')).accounts[0] ?? {};
    expect(listed?.connections[0]).toMatchObject({
      accounts: [
        { balance, transaction_count: z.array(z.unknown()).parse(rows['transactions']).length },
        {},
        {},
      ],
    });
    server.pass(24);
    expect(await server.control.call('/tokens/list', {})).toMatchObject({
      tokens: [{ used_today: { all_accounts: 0, per_account: 0 } }],
    });
  });

  test('keeps a disabled token in the list', async () => {
    await server.control.call('/tokens/disable', { token_id: token.token_id });
    expect(await server.control.call('/tokens/list', {})).toMatchObject({
      tokens: [
        {
          token_id: token.token_id,
          setup_token: token.setup_token,
          claimed_at: '2026-06-10T19:00:00.000Z',
          disabled_at: '2026-06-10T19:00:00.000Z',
        },
      ],
    });
  });
});

describe('a changed transaction', () => {
  test('is added posted today, with the fields that it is given', async () => {
    const [id] = await server.control.changeTransactions(checking, [
      {
        op: 'add',
        amount: '-5',
        description: 'COFFEE',
        mcc: '5814',
        payee: 'Coffee',
        memo: 'x',
        extra: { a: 1 },
      },
    ]);
    expect((await readRows()).find((row) => row.id === id)).toEqual({
      id,
      posted: midnight('2026-06-10') + 43_200,
      amount: '-5',
      description: 'COFFEE',
      mcc: '5814',
      payee: 'Coffee',
      memo: 'x',
      extra: { a: 1 },
    });
  });

  test('can be malformed, absurd or a year off (report 17)', async () => {
    await server.control.changeTransactions(checking, [
      { op: 'add', transaction_id: 'old', amount: '-1', description: 'OLD', posted: midnight('2025-06-05') },
      { op: 'add', transaction_id: 'bad', amount: '-1', description: 'BAD', raw: { amount: '1e99', mcc: 7 } },
      {
        op: 'add',
        transaction_id: 'off',
        amount: '-1',
        description: 'OFF',
        raw: { posted: midnight('2025-06-05') },
      },
    ]);
    const rows = await readRows();
    expect(rows.map(({ id }) => id)).not.toContain('old');
    expect(rows.find(({ id }) => id === 'bad')).toMatchObject({ amount: '1e99', mcc: 7 });
    expect(rows.find(({ id }) => id === 'off')).toMatchObject({ posted: midnight('2025-06-05') });
  });

  test('posts under another id, with a tip', async () => {
    await server.control.changeTransactions(checking, [
      { op: 'add', transaction_id: 'dinner', amount: '-40', description: 'DINNER', pending: true },
    ]);
    expect((await readRows()).find(({ id }) => id === 'dinner')).toEqual({
      id: 'dinner',
      posted: 0,
      transacted_at: midnight('2026-06-10') + 43_200,
      amount: '-40',
      description: 'DINNER',
      pending: true,
    });
    const [postedId] = await server.control.changeTransactions(checking, [
      { op: 'post', transaction_id: 'dinner', amount: '-48' },
    ]);
    const rows = await readRows();
    expect(rows.some(({ id }) => id === 'dinner')).toBe(false);
    const posted = rows.find(({ id }) => id === postedId);
    expect(posted).toMatchObject({
      posted: midnight('2026-06-10') + 43_200,
      amount: '-48',
      description: 'DINNER',
    });
    expect(posted).not.toHaveProperty('pending');
  });

  test('is pending and posted in one answer if the pending row is kept (report 5)', async () => {
    await server.control.changeTransactions(checking, [
      { op: 'add', transaction_id: 'a', amount: '-40', description: 'DINNER', pending: true },
      { op: 'post', transaction_id: 'a', new_transaction_id: 'b', keeps_pending: true },
    ]);
    const rows = (await readRows()).filter(({ description }) => description === 'DINNER');
    expect(rows.map(({ id }) => id).sort()).toEqual(['a', 'b']);
  });

  test('keeps its id when it posts, if asked', async () => {
    await server.control.changeTransactions(checking, [
      { op: 'add', transaction_id: 'a', amount: '-40', description: 'DINNER', pending: true },
      { op: 'post', transaction_id: 'a', new_transaction_id: 'a' },
    ]);
    const rows = (await readRows()).filter(({ description }) => description === 'DINNER');
    expect(rows).toMatchObject([{ id: 'a', posted: midnight('2026-06-10') + 43_200 }]);
  });

  test.each([false, true])('of the bank is not posted again the next day (kept: %s)', async (isKept) => {
    const card = { ...checking, account_id: 'ACT-3' };
    const pending = rowsOf(await readAccounts(accessUrl, `${june}&pending=1`), card).filter(
      ({ posted }) => posted === 0,
    );
    const description = String(pending[0]?.['description']);
    const count = async () => {
      const set = await readAccounts(accessUrl, `${range('2026-06-01', '2026-06-20')}&pending=1`);
      return rowsOf(set, card).filter((row) => row['description'] === description).length;
    };
    const before = await count();
    await server.control.changeTransactions(card, [
      { op: 'post', transaction_id: pending[0]?.id ?? '', keeps_pending: isKept },
    ]);
    server.pass(24);
    expect(await count()).toBe(before + (isKept ? 1 : 0));
  });

  test('is modified and removed under its id', async () => {
    await server.control.changeTransactions(checking, [
      { op: 'add', transaction_id: 'a', amount: '-1', description: 'A' },
      { op: 'add', transaction_id: 'b', amount: '-1', description: 'B' },
      { op: 'modify', transaction_id: 'a', amount: '-2', mcc: null },
      { op: 'remove', transaction_id: 'b' },
    ]);
    const rows = await readRows();
    expect(rows.find(({ id }) => id === 'a')).toMatchObject({ amount: '-2', description: 'A', mcc: null });
    expect(rows.some(({ id }) => id === 'b')).toBe(false);
  });

  test('is missing from the next answers only as often as asked (report 21)', async () => {
    await server.control.changeTransactions(checking, [
      { op: 'add', transaction_id: 'a', amount: '-1', description: 'A' },
      { op: 'hide', transaction_id: 'a', answers: 2 },
    ]);
    const isThere = async (query?: string) => (await readRows(query)).some(({ id }) => id === 'a');
    // An answer that would not report it anyway does not count.
    expect(await isThere(range('2026-05-20', '2026-06-01'))).toBe(false);
    expect([await isThere(), await isThere(), await isThere()]).toEqual([false, false, true]);
  });

  test('is re-issued with its whole block of days under new ids (report 3)', async () => {
    const before = await readRows(range('2026-05-15', '2026-06-11'));
    await server.control.changeTransactions(checking, [
      { op: 'reissue', from: '2026-05-20', to: '2026-05-31' },
    ]);
    const after = await readRows(range('2026-05-15', '2026-06-11'));
    const withoutId = ({ id: _id, ...row }: (typeof before)[number]) => row;
    expect(after.map(withoutId)).toEqual(before.map(withoutId));
    before.forEach((row, index) => {
      const isInBlock = row.posted >= midnight('2026-05-20') && row.posted < midnight('2026-06-01');
      expect(after[index]?.id === row.id).toBe(!isInBlock);
    });
  });

  test('is refused together with the changes before it if one is impossible', async () => {
    const add = { op: 'add', transaction_id: 'a', amount: '-1', description: 'A' } as const;
    for (const impossible of [
      add,
      { op: 'post', transaction_id: 'a' },
      { op: 'remove', transaction_id: 'b' },
    ] as const) {
      await expect(server.control.changeTransactions(checking, [add, impossible])).rejects.toThrow(/400/);
    }
    expect((await readRows()).some(({ id }) => id === 'a')).toBe(false);
  });

  test('is listed with what answers do not say', async () => {
    await server.control.changeTransactions(checking, [
      { op: 'add', transaction_id: 'a', amount: '-1', description: 'A', pending: true },
      { op: 'hide', transaction_id: 'a' },
    ]);
    const { transactions } = await server.control.call('/transactions/list', checking);
    expect(transactions).toContainEqual({
      transaction_id: 'a',
      pending: true,
      posted: 0,
      transacted_at: midnight('2026-06-10') + 43_200,
      hidden_answers: 1,
      fields: { amount: '-1', description: 'A', pending: true },
    });
  });
});

describe('a problem', () => {
  const problem = { code: 'con.auth', message: 'Please <b>log in</b> again' };

  test('of one bank is reported until it is cleared, and other banks still work (report 9)', async () => {
    const added = await server.control.call('/problems/add', { ...problem, conn_id: checking.conn_id });
    server.pass(24 * 7);
    const set = await readAccounts(accessUrl, '?balances-only=1');
    expect(set.errlist).toEqual([{ code: 'con.auth', msg: problem.message, conn_id: checking.conn_id }]);
    expect(set).toMatchObject({ errors: [problem.message] });
    const dates = set.accounts.map((account) => account['balance-date']);
    expect(dates.map((date) => date - (dates[0] ?? 0))).toEqual([
      0,
      0,
      0,
      ...Array<number>(4).fill(7 * 86_400),
    ]);
    await server.control.call('/problems/clear', {
      token_id: token.token_id,
      problem_id: added['problem_id'],
    });
    const repaired = await readAccounts(accessUrl, '?balances-only=1');
    expect(repaired.errlist).toEqual([]);
    expect(new Set(repaired.accounts.map((account) => account['balance-date'])).size).toBe(1);
  });

  test('of one account or the whole token, with any code, and as `message`', async () => {
    await server.control.call('/problems/add', {
      ...checking,
      code: 'act.missingdata',
      message: 'A',
      message_field: 'message',
    });
    await server.control.call('/problems/add', { token_id: token.token_id, code: 'gen.new', message: 'B' });
    expect((await readAccounts(accessUrl, '?balances-only=1')).errlist).toEqual([
      { code: 'act.missingdata', message: 'A', ...checking },
      { code: 'gen.new', msg: 'B' },
    ]);
    await server.control.call('/problems/clear', { token_id: token.token_id });
    expect((await readAccounts(accessUrl, '?balances-only=1')).errlist).toEqual([]);
  });

  test('can hide the accounts', async () => {
    await server.control.call('/problems/add', {
      ...problem,
      conn_id: checking.conn_id,
      hides_accounts: true,
    });
    const set = await readAccounts(accessUrl, '?balances-only=1');
    expect(set.accounts.some(({ conn_id: connId }) => connId === checking.conn_id)).toBe(false);
    expect(set.connections).toHaveLength(2);
  });

  test('of a login has the older text in version 1', async () => {
    await server.control.call('/problems/add', { ...problem, conn_id: checking.conn_id });
    expect(await (await getAccounts(accessUrl, '?version=1&balances-only=1')).json()).toMatchObject({
      errors: ['Connection to First Platypus Bank may need attention'],
    });
  });
});

describe('a fault', () => {
  const plan = (fault: object, scope: object = {}) =>
    server.control.call('/faults/add', { fault, requests: 1, ...scope });

  test.each([402, 403, 429, 500, 504])('answers with status %i as often as planned', async (status) => {
    await plan({ kind: 'status', status }, { requests: 2 });
    for (let request = 0; request < 2; request += 1) {
      const response = await getAccounts(accessUrl);
      expect(response.status).toBe(status);
      expect(await response.json()).toEqual({ errors: [expect.any(String)] });
    }
    expect((await getAccounts(accessUrl)).status).toBe(200);
  });

  test('answers with HTML and status 502', async () => {
    await plan({ kind: 'html' });
    const response = await getAccounts(accessUrl);
    expect(response.status).toBe(502);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  });

  test('redirects to any address (report 12)', async () => {
    await plan({ kind: 'redirect', location: 'https://elsewhere.example/accounts' });
    const response = await getAccounts(accessUrl);
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      'https://elsewhere.example/accounts',
    ]);
  });

  test('answers late, or never', async () => {
    await plan({ kind: 'hang', delay_ms: 200 });
    const startedAt = performance.now();
    expect((await getAccounts(accessUrl)).status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThan(190);

    await plan({ kind: 'hang' });
    const { username, password } = new URL(accessUrl);
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const signal = AbortSignal.timeout(200);
    await expect(fetch(`${server.url}/accounts`, { headers: { authorization }, signal })).rejects.toThrow(
      /timeout/i,
    );
  });

  test('does not keep the server from closing', async () => {
    await plan({ kind: 'hang' });
    const request = getAccounts(accessUrl);
    await expect
      .poll(
        async () =>
          (await server.control.call('/requests/list', { token_id: token.token_id }))['all_accounts'],
      )
      .toBe(1);
    await Promise.all([expect(request).rejects.toThrow(), server.app.close()]);
  });

  test('sends a body of 50 MB that is one JSON text', async () => {
    await plan({ kind: 'huge' });
    const response = await getAccounts(accessUrl);
    const body = await response.text();
    expect(body).toHaveLength(50_000_000);
    expect(Object.keys(JSON.parse(body) as object)).toEqual([
      'errlist',
      'connections',
      'accounts',
      'padding',
    ]);
  });

  test('sends half of the JSON', async () => {
    await plan({ kind: 'invalid_json' });
    const response = await getAccounts(accessUrl);
    expect(response.status).toBe(200);
    await expect(response.json()).rejects.toThrow();
  });

  test('leaves transactions out', async () => {
    await plan({ kind: 'no_transactions' });
    const { accounts } = await readAccounts(accessUrl, june);
    expect(accounts.some((account) => 'transactions' in account)).toBe(false);
  });

  test('answers in version 1 although version 2 was asked for', async () => {
    await plan({ kind: 'version_1' });
    const body = (await (await getAccounts(accessUrl, june)).json()) as object;
    expect(Object.keys(body)).toEqual(['errors', 'accounts']);
  });

  test('closes the connection of a claim, which is spent nevertheless (report 11)', async () => {
    const other = await server.control.createSetupToken({ banks: ['tartan'], history_days: 0 });
    await plan({ kind: 'reset' }, { path: '/claim', token_id: other.token_id });
    await expect(fetch(claimUrlOf(other.setup_token), { method: 'POST' })).rejects.toThrow();
    expect((await fetch(claimUrlOf(other.setup_token), { method: 'POST' })).status).toBe(403);
  });

  test('answers a claim with any text, and leaves the token unclaimed (report 11)', async () => {
    const other = await server.control.createSetupToken({ banks: ['tartan'], history_days: 0 });
    await plan({ kind: 'answer', body: 'Welcome', content_type: 'text/html' }, { path: '/claim' });
    const response = await fetch(claimUrlOf(other.setup_token), { method: 'POST' });
    expect([response.status, await response.text()]).toEqual([200, 'Welcome']);
    expect((await fetch(claimUrlOf(other.setup_token), { method: 'POST' })).status).toBe(200);
  });

  test('of one token does not affect another, and can be listed and cleared', async () => {
    const fault = { kind: 'status', status: 500 };
    const { fault_id: faultId } = await server.control.call('/faults/add', {
      fault,
      token_id: token.token_id,
    });
    const other = await server.control.createSetupToken({ banks: ['tartan'], history_days: 0 });
    expect((await getAccounts(await claim(other.setup_token))).status).toBe(200);
    for (let request = 0; request < 3; request += 1) {
      expect((await getAccounts(accessUrl)).status).toBe(500);
    }
    expect(await server.control.call('/faults/list', {})).toEqual({
      faults: [
        { fault_id: faultId, path: '/accounts', token_id: token.token_id, requests_left: null, fault },
      ],
      paths: ['/accounts', '/claim'],
    });
    expect(await server.control.call('/faults/clear', { fault_id: faultId })).toEqual({ cleared: 1 });
    expect((await getAccounts(accessUrl)).status).toBe(200);
  });

  test('counts as a request', async () => {
    await plan({ kind: 'status', status: 500 });
    await getAccounts(accessUrl);
    expect(await server.control.call('/requests/list', { token_id: token.token_id })).toMatchObject({
      all_accounts: 1,
    });
  });
});
