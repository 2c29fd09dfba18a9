import { startTestSimplefin, type TestSimplefin } from '@oinkly/server/test-support/test-simplefin';
import type { Connection } from '@oinkly/contract/banking';
import type { Expense } from '@oinkly/contract/expenses';
import type { Page } from '@playwright/test';
import { SERVER_NOW } from './support/constants.ts';
import { startFixedTimeServer } from './support/fixed-time-server.ts';
import { expect, test as base, type PageUser } from './support/test.ts';
import { toasts } from './support/toasts.ts';

/* One server for all tests, at a SimpleFIN server that fails on command. */

const test = base.extend<object, { simplefin: TestSimplefin }>({
  simplefin: [
    async ({ browserName: _browserName }, use) => {
      const simplefin = await startTestSimplefin({ clock: () => new Date(SERVER_NOW) });
      await use(simplefin);
      await simplefin.close();
    },
    { scope: 'worker' },
  ],
  origin: [
    async ({ simplefin }, use) => {
      const settings = { SIMPLEFIN_URL: new URL('/simplefin-emulator', simplefin.origin).href };
      const server = await startFixedTimeServer({ settings });
      await use(server.origin);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});
test.describe.configure({ mode: 'default' });

const connectionsOf = async ({ call }: PageUser) =>
  (await call('GET', '/api/simplefin/connections')) as Connection[];
const card = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Sync / }) });
const asToken = (url: string) => Buffer.from(url).toString('base64');

async function paste(page: Page, token: string) {
  await page.getByLabel('Setup token').fill(token);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
}

/** Two banks with a month of history, synced. */
async function connect(user: PageUser, { control }: TestSimplefin) {
  const token = await control.createSetupToken({ banks: ['platypus', 'tartan'], history_days: 30 });
  await user.call('POST', '/api/simplefin/exchange-token', { public_token: token.setup_token });
  await user.call('POST', '/api/auto-import-transactions');
  await user.page.goto('/accounts');
  await expect(card(user.page)).toContainText('Last synced');
  return token;
}

async function sync(page: Page) {
  await page.getByRole('button', { name: /^Sync / }).click();
  await expect(page.getByRole('button', { name: /^Sync / })).toHaveText('Sync');
}

const NOT_WORKING = 'The bank-linking service isn’t working as it should right now. Please try again later.';
const FAILED_SYNCS: [what: string, status: number, fault: object, sentence: string, way?: string][] = [
  [
    'the subscription has ended',
    409,
    { kind: 'status', status: 402 },
    'Your subscription at SimpleFIN has ended. Renew it there, and your purchases will arrive again.',
    'Open SimpleFIN',
  ],
  [
    'the token was disabled',
    409,
    { kind: 'status', status: 403 },
    'We no longer have access to this bank. Please connect it again.',
    'Connect again',
  ],
  ['SimpleFIN answers with an error page', 503, { kind: 'html' }, NOT_WORKING],
  ['SimpleFIN redirects elsewhere', 503, { kind: 'redirect', location: 'https://10.0.0.1/' }, NOT_WORKING],
  ['SimpleFIN sends 50 MB', 503, { kind: 'huge' }, NOT_WORKING],
  ['the answer breaks off', 503, { kind: 'invalid_json' }, NOT_WORKING],
  [
    'SimpleFIN shortens the range',
    502,
    {
      kind: 'answer',
      content_type: 'application/json',
      body: JSON.stringify({
        accounts: [],
        connections: [],
        errlist: [{ code: 'gen.api', msg: 'Requested date range exceeds limit of 90 days and was capped.' }],
      }),
    },
    'The bank-linking service refused our request. Try again later, or ask the person who runs this server.',
  ],
];

test('each failed sync says what happened and what to do (reports 7, 8, 10, 12, 13, 19)', async ({
  ana,
  simplefin,
  consoleErrors,
}) => {
  const { page } = ana;
  const { token_id } = await connect(ana, simplefin);
  for (const [what, status, fault, sentence, way] of FAILED_SYNCS) {
    await test.step(what, async () => {
      consoleErrors.expectStatus(status);
      await simplefin.control.call('/faults/add', { token_id, requests: 1, fault });
      await sync(page);
      await expect(toasts(page)).toContainText(`Sync Failed${sentence}`);
      await expect(card(page).getByText(sentence)).toBeVisible();
      await expect(card(page).getByText('Error', { exact: true })).toBeVisible();
      if (way !== undefined) await expect(card(page).getByText(way)).toBeVisible();
    });
  }
  await sync(page);
  await expect(card(page).getByText('Connected', { exact: true })).toBeVisible();
  await expect(card(page)).not.toContainText(/refused|right now/);
});

test('after too many requests, the rest of the day asks SimpleFIN nothing (report 8)', async ({
  ana,
  simplefin,
  consoleErrors,
}) => {
  const { page } = ana;
  const { token_id } = await connect(ana, simplefin);
  consoleErrors.expectStatus(429);
  await simplefin.control.call('/faults/add', {
    token_id,
    requests: 1,
    fault: { kind: 'status', status: 429 },
  });
  const countRequests = async () =>
    ((await simplefin.control.call('/requests/list', { token_id })) as { requests: object[] }).requests
      .length;
  const before = await countRequests();
  const sentence = 'We’ve asked your bank often enough today. New purchases arrive tomorrow.';
  for (const _press of [1, 2]) {
    await sync(page);
    await expect(card(page).getByText(sentence)).toBeVisible();
  }
  expect(await countRequests()).toBe(before + 1);
});

test('unreadable rows and a source without accounts are shown as problems', async ({ ana, simplefin }) => {
  const { page } = ana;
  const { token_id, connections } = await connect(ana, simplefin);
  const { conn_id = '', accounts = [] } = connections[0] ?? {};
  const [account] = accounts;
  const { account_id, name } = account ?? { account_id: '', name: '' };
  await simplefin.control.changeTransactions({ conn_id, account_id }, [
    { op: 'add', amount: '-1', description: 'BROKEN', raw: { amount: '1e99' } },
  ]);
  await sync(page);
  await expect(page.getByRole('region', { name: 'First Platypus Bank' })).toContainText(
    `${name}: Your bank sent something that we couldn’t read, so purchases may be missing.`,
  );
  await simplefin.control.call('/faults/add', {
    token_id,
    requests: 1,
    fault: {
      kind: 'answer',
      content_type: 'application/json',
      body: JSON.stringify({ accounts: [], connections: [], errlist: [] }),
    },
  });
  await sync(page);
  await expect(card(page)).toContainText('SimpleFIN doesn’t report any account.');
  await expect(page.getByRole('region', { name: 'First Platypus Bank' })).toContainText(name);
});

test('a problem is shown at its bank or account, as plain text (report 9) [SEC-8]', async ({
  ana,
  simplefin,
}) => {
  const { page } = ana;
  const { token_id, connections } = await connect(ana, simplefin);
  const [platypus, tartan] = connections;
  const [checking] = tartan?.accounts ?? [];
  const report = (problem: object) => simplefin.control.call('/problems/add', problem);
  await report({
    conn_id: platypus?.conn_id,
    code: 'con.auth',
    message: 'Please <b>log in</b> <img src=x onerror=alert(1)> again',
  });
  await report({
    conn_id: tartan?.conn_id,
    account_id: checking?.account_id,
    code: 'act.failed',
    message: 'Down',
  });
  await simplefin.control.call('/accounts/change', {
    conn_id: tartan?.conn_id,
    account_id: tartan?.accounts[1]?.account_id,
    currency: 'https://points.example/miles',
    balance: '31250',
  });
  await sync(page);
  await expect(toasts(page)).toContainText('Sync Complete');
  const bank = (name: string) => page.getByRole('region', { name });
  await expect(bank('First Platypus Bank')).toContainText(
    'Your bank wants you to log in again.SimpleFIN says: Please log in againOpen SimpleFIN',
  );
  await expect(bank('Tartan Bank')).toContainText(
    `${checking?.name}: Your bank isn’t responding right now. Please try again later.SimpleFIN says: Down`,
  );
  await expect(bank('Tartan Bank')).toContainText('31,250 points');
  await expect(page.getByRole('link', { name: 'Open SimpleFIN' }).first()).toHaveAttribute(
    'href',
    `${simplefin.origin.origin}/`,
  );

  await simplefin.control.call('/problems/clear', { token_id });
  await sync(page);
  await expect(card(page)).not.toContainText('SimpleFIN says');
});

test('pending rows have the day of the purchase, and points are not money (report 4)', async ({
  ana,
  simplefin,
}) => {
  const { connections } = await connect(ana, simplefin);
  const { conn_id = '', accounts = [] } = connections[0] ?? {};
  const add = (account_id: string, description: string, raw: { posted?: number; pending?: boolean }) =>
    simplefin.control.changeTransactions({ conn_id, account_id }, [
      {
        op: 'add',
        amount: '-40',
        description,
        transacted_at: Date.parse('2026-06-04T12:00:00Z') / 1000,
        raw,
      },
    ]);
  const [card = '', points = ''] = accounts.map(({ account_id }) => account_id);
  await simplefin.control.call('/accounts/change', {
    conn_id,
    account_id: points,
    currency: 'https://points.example/miles',
  });
  await add(card, 'JUNIPER TABLE', { posted: 0, pending: true });
  await add(points, 'TOASTER', {});
  await sync(ana.page);
  const expenses = (await ana.call('GET', '/api/expenses?counted=all')) as Expense[];
  expect(expenses.filter(({ date }) => date < '2026-05-01')).toEqual([]);
  await ana.page.goto('/expenses');
  await ana.page.getByText('Everything', { exact: true }).click();
  const row = (name: RegExp) => ana.page.getByRole('listitem').filter({ hasText: name }).last();
  await expect(row(/juniper table/i)).toContainText(/Thu, Jun 4.*Pending/);
  await expect(row(/toaster/i)).toContainText('Not counted: paid in points');
});

const USED_UP =
  'This token is used up, but SimpleFIN didn’t give us an address that we can use: disable it there and create a new one.';
const REFUSED_CLAIMS: [what: string, fault: object, sentence: string][] = [
  [
    'someone else used the token',
    { kind: 'status', status: 403 },
    'SimpleFIN refused this token. If you haven’t used it, someone else may have: disable it there and create a new one.',
  ],
  [
    'SimpleFIN does not know the token',
    { kind: 'status', status: 404 },
    'This setup token doesn’t work. Create a new one at SimpleFIN and copy all of it.',
  ],
  ['a page is claimed instead of an address', { kind: 'html', status: 200 }, USED_UP],
  [
    'the claimed address is private',
    { kind: 'answer', body: 'https://user:secret@10.0.0.1/simplefin' },
    USED_UP,
  ],
  ['the claim redirects', { kind: 'redirect', location: 'https://elsewhere.example/' }, NOT_WORKING],
];

test('each failed claim says whether the token is used up (reports 10, 11, 12, 13)', async ({
  ana,
  simplefin,
  consoleErrors,
}) => {
  const { page } = ana;
  for (const status of [400, 503]) consoleErrors.expectStatus(status);
  await page.goto('/accounts');
  await page.getByRole('button', { name: 'Other ways to connect' }).click();
  const field = page.getByLabel('Setup token');
  for (const [what, fault, sentence] of REFUSED_CLAIMS) {
    await test.step(what, async () => {
      const { setup_token } = await simplefin.control.createSetupToken({
        banks: ['platypus'],
        history_days: 1,
      });
      await simplefin.control.call('/faults/add', { path: '/claim', requests: 1, fault });
      await paste(page, setup_token);
      await expect(field).toHaveAccessibleDescription(sentence);
      await expect(field).toHaveValue(setup_token);
    });
  }
  await test.step('the token itself leads to a private address', async () => {
    await paste(page, asToken('https://169.254.169.254/claim/1'));
    await expect(field).toHaveAccessibleDescription(/^This setup token doesn’t work\./);
  });
  expect(await connectionsOf(ana)).toEqual([]);
});

test('a new token repairs a disabled connection, and the edits stay (report 14)', async ({
  ana,
  simplefin,
  consoleErrors,
}) => {
  const { page } = ana;
  const old = await connect(ana, simplefin);
  const list = async () => (await ana.call('GET', '/api/expenses?counted=all')) as Expense[];
  const before = await list();
  await ana.call('PUT', `/api/expenses/${before[0]?.id}`, { name: 'Mine' });
  await simplefin.control.call('/tokens/disable', { token_id: old.token_id });
  consoleErrors.expectStatus(409);
  await sync(page);
  await expect(card(page)).toContainText('We no longer have access to this bank.');
  await page.getByRole('button', { name: /^Connect again: / }).click();
  const { setup_token } = await simplefin.control.createSetupToken({
    banks: ['platypus', 'tartan'],
    history_days: 30,
  });
  await paste(page, setup_token);
  await expect(toasts(page)).toContainText('Bank Connected!');
  await ana.call('POST', '/api/auto-import-transactions');
  await page.reload();
  await expect(card(page)).toHaveCount(1);
  await expect(card(page).getByText('Connected', { exact: true })).toBeVisible();
  const after = await list();
  expect(after.filter(({ name }) => name === 'Mine')).toHaveLength(1);
  expect(after).toHaveLength(before.length);
});
