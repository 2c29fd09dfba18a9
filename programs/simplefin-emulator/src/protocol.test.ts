import { describe, expect, test } from 'vitest';
import {
  claim,
  claimUrlOf,
  getAccounts,
  midnight,
  range,
  readAccounts,
  startTestServer,
  type TestServer,
} from './test-support/test-server.ts';

/** Two banks with a history that is longer than the longest range. */
async function claimed(server: TestServer, wanted = {}) {
  const asked = { banks: ['platypus', 'gingham'], history_days: 100, ...wanted };
  const token = await server.control.createSetupToken(asked);
  return { token, accessUrl: await claim(token.setup_token) };
}

describe('a setup token', () => {
  test('is the claim URL in Base64', async () => {
    const server = await startTestServer();
    const { setup_token: setupToken } = await server.control.createSetupToken({ history_days: 0 });
    expect(claimUrlOf(setupToken)).toMatch(new RegExp(`^${server.url}/claim/[\\w-]{32}$`));
    expect(setupToken.length % 4).toBe(0);
  });

  test('is exchanged once for an access URL as plain text, then answers 403', async () => {
    const server = await startTestServer();
    const { setup_token: setupToken } = await server.control.createSetupToken({ history_days: 0 });
    const first = await fetch(claimUrlOf(setupToken), { method: 'POST' });
    expect(first.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await first.text()).toMatch(
      new RegExp(`^http://[\\w-]+:[\\w-]+@${server.url.replace('http://', '')}$`),
    );
    const second = await fetch(claimUrlOf(setupToken), { method: 'POST' });
    expect([second.status, await second.json()]).toEqual([403, { errors: ['Forbidden'] }]);
  });

  test('that is unknown or disabled answers 403', async () => {
    const server = await startTestServer();
    const token = await server.control.createSetupToken({ history_days: 0 });
    await server.control.call('/tokens/disable', { token_id: token.token_id });
    for (const url of [`${server.url}/claim/unknown`, claimUrlOf(token.setup_token)]) {
      expect((await fetch(url, { method: 'POST' })).status).toBe(403);
    }
  });

  test('is not claimed by a request with a body, or by GET', async () => {
    const server = await startTestServer();
    const { setup_token: setupToken } = await server.control.createSetupToken({ history_days: 0 });
    const claimUrl = claimUrlOf(setupToken);
    expect((await fetch(claimUrl, { method: 'POST', body: '{}' })).status).toBe(400);
    expect((await fetch(claimUrl)).status).toBe(404);
    const json = { 'content-type': 'application/json' };
    expect((await fetch(claimUrl, { method: 'POST', headers: json })).status).toBe(200);
  });
});

test('names the versions that it speaks', async () => {
  const server = await startTestServer();
  expect(await (await fetch(`${server.url}/info`)).json()).toEqual({ versions: ['1', '2'] });
});

describe('accounts', () => {
  test('refuse missing and wrong credentials with 403', async () => {
    const server = await startTestServer();
    const { accessUrl } = await claimed(server);
    expect((await fetch(`${server.url}/accounts`)).status).toBe(403);
    const wrong = new URL(accessUrl);
    wrong.password = 'wrong';
    expect((await getAccounts(wrong.href)).status).toBe(403);
  });

  test('answer 403 once the token is disabled', async () => {
    const server = await startTestServer();
    const { token, accessUrl } = await claimed(server);
    expect((await getAccounts(accessUrl)).status).toBe(200);
    await server.control.call('/tokens/disable', { token_id: token.token_id });
    expect((await getAccounts(accessUrl)).status).toBe(403);
  });

  test.each([
    'unknown=1',
    'pending=0',
    'pending=true',
    'version=3',
    'version=2.0',
    'version=2&version=2',
    'start-date=2026-06-01',
    'start-date=-1',
    'end-date=1.5',
    'start-date=1780000000&end-date=1780000000',
    'balances-only=0',
    'Start-Date=1780000000',
  ])('refuse ?%s with 400 and JSON errors', async (query) => {
    const server = await startTestServer();
    const { accessUrl } = await claimed(server, { history_days: 0 });
    const response = await getAccounts(accessUrl, `?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ errors: [expect.any(String)] });
  });

  test('hold several banks with several accounts each, and a history of two years', async () => {
    const server = await startTestServer();
    const { accessUrl, token } = await claimed(server, { history_days: 730 });
    const set = await readAccounts(accessUrl, range('2024-06-10', '2024-09-08'));
    expect(set.connections).toEqual([
      {
        conn_id: token.connections[0]?.conn_id,
        name: 'First Platypus Bank',
        org_id: 'platypus',
        org_name: 'First Platypus Bank',
        org_url: 'https://first-platypus.example',
        sfin_url: server.url,
      },
      expect.objectContaining({ name: 'First Gingham Credit Union' }),
    ]);
    expect(set.accounts).toHaveLength(7);
    expect(set.errlist).toEqual([]);
    for (const account of set.accounts) expect(account.transactions?.length).toBeGreaterThan(0);
  });

  test('have ids that are unique within their connection only, and rows within their account only', async () => {
    const server = await startTestServer();
    const { accessUrl } = await claimed(server);
    const { accounts } = await readAccounts(accessUrl, range('2026-06-01', '2026-06-11'));
    expect(new Set(accounts.map(({ id }) => id)).size).toBe(4);
    expect(new Set(accounts.map(({ id, conn_id: connId }) => `${connId} ${id}`)).size).toBe(7);
    const ids = accounts.flatMap(({ transactions }) => transactions?.map(({ id }) => id) ?? []);
    expect(new Set(ids).size).toBeLessThan(ids.length);
  });

  test('write amounts as the shortest decimals, with money in positive', async () => {
    const server = await startTestServer();
    const { accessUrl } = await claimed(server);
    const { accounts } = await readAccounts(accessUrl, range('2026-03-13', '2026-06-11'));
    const rows = accounts.flatMap(({ transactions }) => transactions ?? []);
    for (const { amount } of rows) expect(amount).toMatch(/^-?(0|[1-9]\d*)(\.\d?[1-9])?$/);
    expect(rows.some(({ amount }) => /^-\d+$/.test(amount))).toBe(true);
    expect(rows.some(({ amount }) => /\.\d$/.test(amount))).toBe(true);
    const wages = rows.filter(
      ({ memo, description }) => memo === 'transfer' && /PAYROLL/.test(String(description)),
    );
    expect(wages.length).toBeGreaterThan(5);
    expect(wages.every(({ amount }) => Number(amount) > 1000)).toBe(true);
  });

  test('date rows at noon UTC in the order of posting', async () => {
    const server = await startTestServer();
    const { accessUrl } = await claimed(server);
    const { accounts } = await readAccounts(accessUrl, range('2026-03-13', '2026-06-11'));
    for (const { transactions = [] } of accounts) {
      const posted = transactions.map((row) => row.posted);
      expect(posted.every((seconds) => seconds % 86_400 === 43_200)).toBe(true);
      expect(posted).toEqual([...posted].sort((a, b) => a - b));
    }
  });

  test('give mcc, payee, memo and extra to some rows, and null as mcc to some', async () => {
    const server = await startTestServer();
    const { accessUrl } = await claimed(server);
    const { accounts } = await readAccounts(accessUrl, range('2026-03-13', '2026-06-11'));
    const rows = accounts.flatMap(({ transactions }) => transactions ?? []);
    for (const field of ['mcc', 'payee', 'memo', 'extra', 'transacted_at']) {
      const having = rows.filter((row) => field in row).length;
      expect(having, field).toBeGreaterThan(20);
      expect(having, field).toBeLessThan(rows.length);
    }
    expect(rows.some(({ mcc }) => mcc === null)).toBe(true);
    expect(rows.filter(({ mcc }) => mcc === '5411').length).toBeGreaterThan(5);
    for (const { mcc } of rows) if (typeof mcc === 'string') expect(mcc).toMatch(/^\d{4}$/);
  });

  test('owe money on a card as a negative balance, and leave out some available balances', async () => {
    const server = await startTestServer();
    const { accessUrl } = await claimed(server);
    const { accounts } = await readAccounts(accessUrl, '?balances-only=1');
    const [checking, savings, card] = accounts;
    expect(Number(checking?.['available-balance'])).toBeLessThanOrEqual(Number(checking?.balance));
    expect(savings).not.toHaveProperty('available-balance');
    expect(Number(card?.balance)).toBeLessThan(0);
    expect(card?.name).toBe('Billfold Visa (1094)');
    expect(accounts.every((account) => !('transactions' in account))).toBe(true);
  });

  test('can be asked for by id, and report an unknown one', async () => {
    const server = await startTestServer();
    const { accessUrl } = await claimed(server);
    const set = await readAccounts(accessUrl, '?balances-only=1&account=ACT-4&account=ACT-9');
    expect(set.accounts.map(({ name }) => name)).toEqual(['Gingham Visa (8853)']);
    expect(set.errlist).toEqual([
      { code: 'act.failed', msg: 'There is no such account.', account_id: 'ACT-9' },
    ]);
  });

  test('have the older shape in version 1', async () => {
    const server = await startTestServer();
    const { accessUrl } = await claimed(server);
    const response = await getAccounts(accessUrl, '?version=1&balances-only=1');
    const body = (await response.json()) as { accounts: Record<string, unknown>[] };
    expect(Object.keys(body)).toEqual(['errors', 'accounts']);
    expect(body.accounts[0]).toMatchObject({
      org: {
        domain: 'first-platypus.example',
        name: 'First Platypus Bank',
        'sfin-url': server.url,
        url: 'https://first-platypus.example',
        id: 'platypus',
      },
      id: 'ACT-1',
    });
    expect(body.accounts[0]).not.toHaveProperty('conn_id');
  });
});

describe('a range', () => {
  test('includes its start and excludes its end', async () => {
    const server = await startTestServer();
    const { accessUrl } = await claimed(server);
    const noon = midnight('2026-06-01') + 43_200;
    const count = async (start: number, end: number) =>
      (await readAccounts(accessUrl, `?start-date=${start}&end-date=${end}`)).accounts.flatMap(
        ({ transactions }) => transactions ?? [],
      ).length;
    expect(await count(noon, noon + 1)).toBeGreaterThan(0);
    expect(await count(noon - 10, noon)).toBe(0);
  });

  test.each([
    ['2026-03-12', '2026-06-10', true],
    ['2026-03-11', '2026-06-10', false],
  ])('from %s until %s is served whole: %s (report 7)', async (from, to, isWhole) => {
    const server = await startTestServer();
    const { accessUrl } = await claimed(server);
    const set = await readAccounts(accessUrl, range(from, to));
    const text = 'Requested date range exceeds limit of 90 days and was capped.';
    expect(set.errlist).toEqual(isWhole ? [] : [{ code: 'gen.api', msg: text }]);
    const posted = set.accounts.flatMap(({ transactions }) => transactions?.map((row) => row.posted) ?? []);
    expect(Math.min(...posted)).toBeGreaterThan(midnight('2026-03-12'));
  });

  test('without a start is capped too', async () => {
    const server = await startTestServer();
    const { accessUrl } = await claimed(server);
    expect((await readAccounts(accessUrl)).errlist).toMatchObject([{ code: 'gen.api' }]);
  });
});

describe('requests in a rolling day (report 8)', () => {
  test('are warned about from the 25th, refused from the 49th, and disable the token from the 97th', async () => {
    const server = await startTestServer();
    const { accessUrl } = await claimed(server, { history_days: 0 });
    const statuses: number[] = [];
    const warnings: boolean[] = [];
    for (let request = 1; request <= 97; request += 1) {
      const response = await getAccounts(accessUrl, '?balances-only=1');
      const body = (await response.json()) as { errlist?: unknown[]; errors?: string[] };
      statuses.push(response.status);
      if (response.status === 200) warnings.push(body.errlist?.length === 1);
      if (request === 49)
        expect(body.errors?.[0]).toMatch(/^Too many requests\. SimpleFIN data is only refreshed/);
    }
    expect(warnings.indexOf(true)).toBe(24);
    expect(statuses.indexOf(429)).toBe(48);
    expect(statuses.indexOf(403)).toBe(96);
    server.pass(48);
    expect((await getAccounts(accessUrl)).status).toBe(403);
  });

  test('count for all accounts and for single accounts separately, also refused ones', async () => {
    const server = await startTestServer();
    const { accessUrl } = await claimed(server, { history_days: 0 });
    for (let request = 1; request <= 48; request += 1) await getAccounts(accessUrl, '?unknown=1');
    expect((await getAccounts(accessUrl, '?balances-only=1')).status).toBe(429);
    expect((await getAccounts(accessUrl, '?balances-only=1&account=ACT-1')).status).toBe(200);
  });

  test('expire after 24 hours', async () => {
    const server = await startTestServer();
    const { accessUrl } = await claimed(server, { history_days: 0 });
    for (let request = 1; request <= 49; request += 1) await getAccounts(accessUrl, '?balances-only=1');
    server.pass(24);
    const set = await readAccounts(accessUrl, '?balances-only=1');
    expect(set.errlist).toEqual([]);
  });

  test('do not count while the clock is back before them', async () => {
    const server = await startTestServer();
    const { accessUrl } = await claimed(server, { history_days: 0 });
    for (let request = 1; request <= 49; request += 1) await getAccounts(accessUrl, '?balances-only=1');
    server.pass(-1);
    expect((await readAccounts(accessUrl, '?balances-only=1')).errlist).toEqual([]);
    server.pass(1);
    expect((await getAccounts(accessUrl, '?balances-only=1')).status).toBe(429);
  });
});
