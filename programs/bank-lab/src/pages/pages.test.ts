import Fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createClock } from '../clock.ts';
import { createScenarioRuns } from '../scenarios/scenario-runs.ts';
import { startTestLab, textOf, type TestLab } from '../test-support/test-lab.ts';
import { servePages } from './serve-pages.ts';

const HOSTILE = `</td><script>alert("x")</script>`;
const HARMLESS = '&lt;/td&gt;&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;';

describe('an account at SimpleFIN', () => {
  const open = async (lab: TestLab) => {
    const token = await lab.useToken(['platypus']);
    const [, address = ''] = /href="(\/banks\/simplefin\/[^"]+)"/.exec((await lab.get('/banks')).body) ?? [];
    return { token, address };
  };
  const idOf = (page: string, name: string) =>
    new RegExp(`id="row-([^"]+)">${name}`).exec(page.replace(/>\s+/g, '>'))?.[1] ?? '';

  test('takes a purchase that is added, posted, refunded and removed there', async () => {
    const lab = await startTestLab();
    const { token, address } = await open(lab);
    const told = async () => {
      const set = (await token.readAccounts()).json<{
        accounts: { transactions: { description: string; amount: string; posted: number }[] }[];
      }>();
      const rows = set.accounts.flatMap(({ transactions }) => transactions);
      return rows
        .filter(({ description }) => description.includes('Corner'))
        .map(({ amount, posted }) => [amount, posted === 0 ? 'pending' : 'posted']);
    };
    const added = await lab.submit(`${address}/purchases`, {
      name: 'Corner',
      amount: '12.50',
      pending: 'on',
    });
    expect(textOf(added)).toContain('Corner -12.50 pending');
    expect(await told()).toEqual([['-12.50', 'pending']]);

    const change = (page: string, what: string, name = 'Corner') =>
      lab.submit(`${address}/rows`, { transaction_id: idOf(page, name), do: what });
    const posted = await change(added, 'post');
    expect(await told()).toEqual([['-12.50', 'posted']]);
    const refunded = await change(posted, 'refund');
    expect(await told()).toEqual([
      ['-12.50', 'posted'],
      ['12.50', 'posted'],
    ]);
    await change(refunded, 'remove', 'REFUND Corner');
    await change(refunded, 'hide');
    expect(await told()).toEqual([]);
    expect(await told()).toEqual([['-12.50', 'posted']]);
  });

  test('shows at most twenty rows, pending ones first, and markup as text', async () => {
    const lab = await startTestLab();
    const { address } = await open(lab);
    const page = await lab.submit(`${address}/purchases`, { name: HOSTILE, amount: '1', pending: 'on' });
    expect(page).toContain(HARMLESS);
    expect(page).not.toContain(HOSTILE);
    expect(page.match(/<tr>/g)).toHaveLength(21);
    const states = [...page.matchAll(/(pending<\/b>|>\s*posted\s*<)/g)].map(([state]) =>
      state.includes('pending'),
    );
    expect(states).toEqual(states.toSorted((a, b) => Number(b) - Number(a)));
  });

  test.each<[path: string, form: Record<string, string>, said: string]>([
    ['/purchases', { amount: '1' }, 'Give a name.'],
    ['/purchases', { name: 'x'.repeat(101), amount: '1' }, 'Give a name of at most 100 characters.'],
    ['/purchases', { name: 'Corner', amount: '-1' }, 'Give an amount in dollars, such as 12.50.'],
    ['/purchases', { name: 'Corner', amount: '1.234' }, 'Give an amount in dollars, such as 12.50.'],
    ['/rows', { do: 'steal', transaction_id: 'x' }, 'Choose what to do.'],
    ['/rows', { do: 'post' }, 'Choose a row.'],
    ['/rows', { do: 'remove', transaction_id: 'x' }, 'There is no transaction x'],
    ['/rows', { do: 'refund', transaction_id: 'x' }, 'Only a purchase can be refunded.'],
  ])('says what is wrong with %s %j', async (path, form, said) => {
    const lab = await startTestLab();
    const { address } = await open(lab);
    const answer = await lab.post(address + path, form);
    expect(answer.statusCode).toBe(400);
    expect(textOf(answer.body)).toContain(said);
    expect(answer.body).toContain('Last rows');
  });

  test('that is gone says so', async () => {
    const lab = await startTestLab();
    const answer = await lab.get('/banks/simplefin/gone/ACT-1');
    expect(answer.statusCode).toBe(400);
    expect(textOf(answer.body)).toContain('There is no connection gone');
  });
});

describe('banks at SimpleFIN', () => {
  test('lose their login, get it back, are removed, and end with their token', async () => {
    const lab = await startTestLab();
    const { tokenId, readAccounts } = await lab.useToken();
    const answer = async () => {
      const set = (await readAccounts()).json<{
        errlist: { code: string }[];
        connections: { conn_id: string }[];
      }>();
      return {
        codes: set.errlist.map(({ code }) => code),
        ids: set.connections.map(({ conn_id }) => conn_id),
      };
    };
    const { ids } = await answer();
    const form = { token_id: tokenId, conn_id: ids[0] ?? '' };
    // Without dates, the answer is cut too.
    const broken = await lab.submit('/banks/simplefin', { ...form, do: 'expire' });
    expect(textOf(broken)).toContain('con.auth: Please log in to this bank again');
    expect((await answer()).codes).toEqual(['con.auth', 'gen.api']);
    await lab.submit('/banks/simplefin', { ...form, do: 'repair' });
    expect((await answer()).codes).toEqual(['gen.api']);
    await lab.submit('/banks/simplefin', { ...form, do: 'remove' });
    expect((await answer()).ids).toEqual(ids.slice(1));
    const page = await lab.submit('/banks/simplefin', { token_id: tokenId, do: 'disable' });
    expect(textOf(page)).toContain('SimpleFIN token of 2026-06-10, disabled');
    expect((await readAccounts()).statusCode).toBe(403);
    expect(textOf((await lab.post('/banks/simplefin', { ...form, do: 'remove' })).body)).toContain(
      `There is no connection ${form.conn_id}`,
    );
  });
});

test('a bank at Plaid takes purchases, refunds and broken logins, and is removed', async () => {
  const lab = await startTestLab();
  const item = await lab.useItem();
  const address = `/banks/plaid/${item.itemId}`;
  expect(textOf((await lab.get('/banks')).body)).toMatch(
    /First Platypus Bank at Plaid .* \$[\d.]+ .* \d+ rows/,
  );
  const [, account = ''] = /<option value="([^"]+)"/.exec((await lab.get(address)).body) ?? [];
  const synced = z.object({
    added: z.array(z.object({ name: z.string(), amount: z.number(), pending: z.boolean() })),
  });
  const told = async () => {
    const { added } = synced.parse((await item.call('/transactions/sync', { count: 500 })).json());
    return added.filter(({ name }) => name === HOSTILE).map(({ amount, pending }) => [amount, pending]);
  };
  /** Of the row with this amount. */
  const idIn = (page: string, amount: string) => {
    const rows = page.split('<tr>').filter((row) => row.includes(HARMLESS));
    const row = rows.find((one) => new RegExp(`>\\s*${amount}\\s*<`).test(one)) ?? '';
    return /id="row-([^"]+)"/.exec(row)?.[1] ?? '';
  };
  const form = { name: HOSTILE, amount: '12.5', account_id: account, pending: 'on' };
  const added = await lab.submit(`${address}/purchases`, form);
  expect(added).not.toContain(HOSTILE);
  expect(added.match(/<tr>/g)?.length).toBeLessThanOrEqual(21);
  expect(await told()).toEqual([[12.5, true]]);
  const change = (page: string, what: string, amount = '12.5') =>
    lab.submit(`${address}/rows`, { do: what, transaction_id: idIn(page, amount) });
  const posted = await change(added, 'post');
  const refunded = await change(posted, 'refund');
  expect(await told()).toEqual([
    [12.5, false],
    [-12.5, false],
  ]);
  await change(refunded, 'remove', '-12.5');
  expect(await told()).toEqual([[12.5, false]]);

  const login = (what: string) => lab.submit(`${address}/login`, { do: what });
  expect(textOf(await login('expire'))).toContain('The bank answers with ITEM_LOGIN_REQUIRED');
  expect(textOf(await login('repair'))).toContain('The login works.');
  for (const [path, wrong, said] of [
    ['/rows', { do: 'post', transaction_id: 'x' }, 'the item has no transaction x'],
    ['/rows', { do: 'post' }, 'Choose a row.'],
    ['/purchases', { name: 'x', amount: '1', account_id: 'x' }, 'account'],
    ['/login', { do: 'x' }, 'Choose what to do.'],
  ] as const) {
    const answer = await lab.post(address + path, wrong);
    expect(answer.statusCode).toBe(400);
    expect(textOf(answer.body)).toContain(said);
  }
  expect(textOf(await lab.submit(`${address}/remove`, {}))).toContain('No app is connected yet.');
  expect((await lab.get(address)).statusCode).toBe(400);
  expect((await item.call('/item/get')).json()).toMatchObject({ error_code: 'ITEM_NOT_FOUND' });
});

describe('a failing call', () => {
  test('of SimpleFIN fails as often as chosen, is listed and can be cleared', async () => {
    const lab = await startTestLab();
    const { readAccounts } = await lab.useToken();
    const page = await lab.submit('/faults/simplefin', { path: '/accounts', kind: '2', times: '3' });
    expect(textOf(page)).toMatch(/SimpleFIN, \/accounts: \{&quot;kind.*429\} , 3 more/);
    expect((await readAccounts()).statusCode).toBe(429);
    const after = (await lab.get('/faults')).body;
    expect(textOf(after)).toContain('2 more');
    const [, id = ''] = /name="fault_id"\s+value="([^"]+)"/.exec(after) ?? [];
    expect(textOf(await lab.submit('/faults/simplefin/clear', { fault_id: id }))).toContain('No call fails.');
    expect((await readAccounts()).statusCode).toBe(200);
  });

  test('of Plaid fails at its path only, until it is cleared', async () => {
    const lab = await startTestLab();
    const item = await lab.useItem();
    const page = await lab.submit('/faults/plaid', { path: '/item/get', kind: '1', times: '' });
    expect(textOf(page)).toContain('until it is cleared');
    expect((await item.call('/item/get')).json()).toMatchObject({ error_code: 'INSTITUTION_DOWN' });
    expect((await item.call('/accounts/get')).statusCode).toBe(200);
  });

  test('of each kind is one that its service knows', async () => {
    const lab = await startTestLab();
    const page = (await lab.get('/faults')).body;
    for (const service of ['plaid', 'simplefin']) {
      const form = new RegExp(`action="/faults/${service}"[^]*?</form>`).exec(page)?.[0] ?? '';
      const valuesOf = (name: string) =>
        [
          ...(new RegExp(`name="${name}"[^]*?</select>`).exec(form)?.[0] ?? '').matchAll(/value="([^"]*)"/g),
        ].map(([, value = '']) => value);
      for (const kind of valuesOf('kind'))
        for (const path of valuesOf('path').slice(0, 2))
          expect((await lab.post(`/faults/${service}`, { path, kind, times: '1' })).statusCode).toBe(303);
    }
    expect((await lab.get('/faults')).body.match(/name="fault_id"/g)?.length).toBeLessThanOrEqual(50);
  });

  test.each<[form: Record<string, string>, said: string]>([
    [{ kind: '0', times: '1' }, 'Choose a call.'],
    [{ path: '/elsewhere', kind: '0', times: '1' }, 'Invalid option'],
    [{ path: '/accounts', kind: '99', times: '1' }, 'Choose how it fails.'],
    [{ path: '/accounts', kind: '0', times: '2' }, 'Choose how often.'],
  ])('with %j says what is wrong', async (form, said) => {
    const lab = await startTestLab();
    const answer = await lab.post('/faults/simplefin', form);
    expect(answer.statusCode).toBe(400);
    expect(textOf(answer.body)).toContain(said);
  });
});

test('requests are counted for SimpleFIN’s day, and by path at Plaid', async () => {
  const lab = await startTestLab();
  const { tokenId, readAccounts } = await lab.useToken();
  await lab.useItem();
  await readAccounts('version=2&start-date=1780000000');
  await readAccounts('account=ACT-1');
  const page = textOf((await lab.get('/requests')).body);
  expect(page).toContain('1 of 24 requests for all accounts in a day, and 1 of 24 for single ones.');
  expect(page).toContain('start-date=2026-05-28T20:26');
  expect(page).toMatch(/\/item\/public_token\/exchange : 1/);
  await lab.submit('/clock', { move: 'day' });
  expect(textOf((await lab.get('/requests')).body)).toContain('0 of 24 requests for all accounts');
  expect(textOf(await lab.submit('/requests/clear', {}))).toContain('No call yet.');
  expect(await lab.submit('/requests/clear', { token_id: tokenId })).not.toContain('account=ACT-1');
  expect((await lab.post('/requests/clear', { token_id: 'gone' })).statusCode).toBe(400);
  expect(textOf((await lab.get('/requests')).body)).toContain('limits per minute are on');
  expect(textOf(await lab.submit('/requests/limits', { enforced: 'no' }))).toContain(
    'limits per minute are off',
  );
  expect((await lab.post('/requests/limits', { enforced: 'maybe' })).statusCode).toBe(400);
});

describe('webhooks', () => {
  const sent = (id: string) => ({
    webhook_id: id,
    item_id: 'item',
    webhook_type: 'TRANSACTIONS',
    webhook_code: 'SYNC_UPDATES_AVAILABLE',
    url: `https://app.example/${HOSTILE}`,
    state: 'waiting',
    attempts: [
      { at: '2026-06-10T19:00:00.000Z', status: 500, error: null },
      { at: '2026-06-10T19:00:30.000Z', status: null, error: 'no answer within 10 s' },
    ],
    next_attempt_at: '2026-06-10T19:02:30.000Z',
  });

  /** The pages, with a control API that notes what is asked. */
  async function startPages(answer: (path: string) => Record<string, unknown>) {
    const asked: [path: string, body: object | undefined][] = [];
    const call = async (path: string, body?: object) => {
      asked.push([path, body]);
      return answer(path);
    };
    const clock = createClock({ realTime: () => new Date(), offsetMs: 0, save: () => undefined });
    const controls = { plaid: call, simplefin: call };
    const runs = createScenarioRuns({
      ...controls,
      today: () => clock.today(),
      passDays: () => undefined,
      slowAnswerMs: 0,
    });
    const app = Fastify();
    onTestFinished(() => app.close());
    await servePages(app, { publicUrl: 'http://x', clientId: 'x', secret: 'x', clock, controls, runs });
    const post = (url: string, payload: string) =>
      app.inject({
        method: 'POST',
        url,
        payload,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    return { app, asked, post };
  }
  const item = {
    item_id: 'item',
    institution_name: 'First Platypus Bank',
    webhook: 'https://app.example/',
    error: null,
    created_at: '2026-06-10T19:00:00.000Z',
    transaction_count: 0,
    accounts: [],
  };

  test('are listed with every attempt, at most fifty', async () => {
    const webhooks = Array.from({ length: 51 }, (_, index) => sent(String(index)));
    const { app } = await startPages((path) => (path === '/items/list' ? { items: [] } : { webhooks }));
    const page = (await app.inject('/webhooks')).body;
    expect(page.match(/Send again/g)).toHaveLength(50);
    expect(textOf(page)).toContain(
      '2026-06-10 19:00:00 UTC: status 500 2026-06-10 19:00:30 UTC: no answer within 10 s',
    );
    expect(textOf(page)).toContain('Next attempt: 2026-06-10 19:02:30 UTC');
    expect(page).toContain(HARMLESS);
    expect(page).not.toContain(HOSTILE);
  });

  test('are sent again, and sent by hand', async () => {
    const { post, asked } = await startPages(() => ({ items: [item], webhooks: [] }));
    expect((await post('/webhooks/replay', 'webhook_id=7')).statusCode).toBe(303);
    expect((await post('/webhooks/fire', 'item_id=item&webhook_code=PENDING_DISCONNECT')).statusCode).toBe(
      303,
    );
    expect((await post('/webhooks/fire', 'item_id=item&webhook_code=ERROR')).statusCode).toBe(303);
    expect(asked).toEqual([
      ['/webhooks/replay', { webhook_id: '7' }],
      ['/webhooks/fire', { item_id: 'item', webhook_code: 'PENDING_DISCONNECT' }],
      ['/webhooks/fire', { item_id: 'item', webhook_code: 'ERROR', webhook_type: 'ITEM' }],
    ]);
    expect((await post('/webhooks/fire', 'item_id=item&webhook_code=NONE')).body).toContain(
      'Choose a webhook.',
    );
  });
});
