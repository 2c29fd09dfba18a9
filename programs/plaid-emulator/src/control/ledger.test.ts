import { temporaryDatabase } from '@oinkly/test-banks/test-support/temporary-database';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { apiClient, prefix } from '../test-support/api-client.ts';
import { startTestBank, syncAll, syncOnce, type TestBank } from '../test-support/test-bank.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../test-support/webhook-receiver.ts';

let bank: TestBank;
let receiver: WebhookReceiver;
let accessToken: string;
let itemId: string;
let cursor: string;

const exchanged = z.object({ access_token: z.string(), item_id: z.string() });

async function exchange(publicToken: unknown) {
  const { body } = await bank.call('/item/public_token/exchange', { public_token: publicToken });
  return exchanged.parse(body);
}

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  bank = await startTestBank({ webhookRetryMs: 10 });
  const created = await bank.call('/sandbox/public_token/create', {
    institution_id: 'ins_109508',
    initial_products: ['transactions'],
    options: { webhook: receiver.url, transactions: { days_requested: 30 } },
  });
  ({ access_token: accessToken, item_id: itemId } = await exchange(created.body['public_token']));
  ({ cursor } = await syncAll(bank, accessToken));
  await receiver.skipFirstWebhooks();
});
afterEach(() => bank.close());

const idList = z.array(z.string());

async function change(...changes: Record<string, unknown>[]): Promise<string[]> {
  const answer = await bank.control('/transactions/change', { item_id: itemId, changes });
  return idList.parse(answer['transaction_ids']);
}

const heard = () => syncAll(bank, accessToken, cursor);

const coffee = { op: 'add', name: 'Blue Bottle', amount: 4.5 };

async function addKnown(fields: Record<string, unknown> = {}): Promise<string> {
  const [id = ''] = await change({ ...coffee, ...fields });
  ({ cursor } = await heard());
  return id;
}

describe('a purchase that is added', () => {
  test('is posted today, in dollars and on the depository account by default', async () => {
    const [id] = await change(coffee);
    const { added } = await heard();
    expect(added).toMatchObject([
      {
        transaction_id: id,
        name: 'Blue Bottle',
        amount: 4.5,
        date: '2026-06-10',
        authorized_date: '2026-06-10',
        pending: false,
        iso_currency_code: 'USD',
        merchant_name: null,
        personal_finance_category: { primary: 'GENERAL_MERCHANDISE', confidence_level: 'LOW' },
      },
    ]);
    await receiver.waitFor('SYNC_UPDATES_AVAILABLE');
    expect((await receiver.waitFor('DEFAULT_UPDATE'))[0]).toMatchObject({
      item_id: itemId,
      new_transactions: 1,
    });
  });

  test('accepts all other fields', async () => {
    const { body } = await bank.call('/accounts/get', { access_token: accessToken });
    const accounts = z.array(z.object({ account_id: z.string(), type: z.string() })).parse(body['accounts']);
    const card = accounts.find(({ type }) => type === 'credit')?.account_id;
    const said = {
      account_id: card,
      transaction_id: 'an-id-of-my-own',
      amount: -12.3456,
      name: 'REWE MARKT',
      merchant_name: 'REWE',
      date: '1999-12-31',
      authorized_date: '1999-12-30',
      pending: true,
      iso_currency_code: null,
      unofficial_currency_code: 'DOGE',
      payment_channel: 'online',
    };
    expect(await change({ op: 'add', ...said, category: 'FOOD_AND_DRINK_GROCERIES' })).toEqual([
      'an-id-of-my-own',
    ]);
    expect((await heard()).added).toMatchObject([
      {
        ...said,
        personal_finance_category: { primary: 'FOOD_AND_DRINK', detailed: 'FOOD_AND_DRINK_GROCERIES' },
      },
    ]);
  });

  test.each([
    ['a null amount', { amount: null }],
    ['an impossible date', { date: '2026-02-31' }],
    ['an amount beyond 2^53', { amount: 2 ** 60 }],
    ['nothing of a name', { name: 7 }],
  ])('can be given out with %s', async (_, raw) => {
    await change({ ...coffee, raw });
    const answer = await bank.app.inject({
      method: 'POST',
      url: `${prefix}/transactions/sync`,
      headers: { 'plaid-client-id': apiClient.clientId, 'plaid-secret': apiClient.secret },
      payload: { access_token: accessToken, cursor },
    });
    expect(answer.json()).toMatchObject({ added: [{ name: 'Blue Bottle', amount: 4.5, ...raw }] });
    // The test breaks the answer on purpose.
    bank.problems.length = 0;
  });

  test('is valid again when its broken field is set again', async () => {
    const [id] = await change({ ...coffee, raw: { amount: null, date: 'never' } });
    await change({ op: 'modify', transaction_id: id, amount: 5, date: '2026-06-09' });
    expect((await heard()).added).toMatchObject([{ amount: 5, date: '2026-06-09' }]);
  });
});

describe('a pending purchase', () => {
  test('is posted under a new id that points at it, with a tip and on another day', async () => {
    const id = await addKnown({ pending: true, amount: 40 });
    const [posted] = await change({ op: 'post', transaction_id: id, amount: 48, date: '2026-06-12' });
    const { added, removed, modified } = await heard();
    expect(added).toMatchObject([
      {
        transaction_id: posted,
        pending_transaction_id: id,
        pending: false,
        amount: 48,
        date: '2026-06-12',
        authorized_date: '2026-06-10',
      },
    ]);
    expect(posted).not.toBe(id);
    expect(removed.map(({ transaction_id: gone }) => gone)).toEqual([id]);
    expect(modified).toEqual([]);
    await receiver.waitFor('TRANSACTIONS_REMOVED');
  });

  test('is posted without pointing at it when the bank does not know', async () => {
    const id = await addKnown({ pending: true });
    await change({ op: 'post', transaction_id: id, matched: false, new_transaction_id: 'posted' });
    expect((await heard()).added).toMatchObject([{ transaction_id: 'posted', pending_transaction_id: null }]);
  });

  test('that vanished or was posted by hand is not posted again on the next day', async () => {
    const start = await syncAll(bank, accessToken);
    const [vanishing, early] = start.added.filter(({ pending }) => pending);
    await change(
      { op: 'remove', transaction_id: vanishing?.transaction_id },
      { op: 'post', transaction_id: early?.transaction_id, amount: 99 },
    );
    const afterPosting = await heard();
    expect(afterPosting.added).toMatchObject([{ name: early?.name, amount: 99 }]);
    expect(afterPosting.removed).toHaveLength(2);

    bank.setNow('2026-06-11T19:00:00Z');
    const next = await syncAll(bank, accessToken, afterPosting.cursor);
    const sameAs = (one: typeof early) =>
      next.added.filter(
        ({ name, authorized_date: day, amount }) =>
          name === one?.name && day === one.authorized_date && Math.abs(amount - one.amount) < one.amount / 3,
      );
    expect(sameAs(vanishing)).toEqual([]);
    expect(sameAs(early)).toEqual([]);
    expect(next.added.length).toBeGreaterThan(0);
  });
});

describe('a known purchase', () => {
  test('changes its amount, name and date under its old id', async () => {
    const id = await addKnown();
    await change({
      op: 'modify',
      transaction_id: id,
      amount: 4.75,
      name: 'Blue Bottle SF',
      date: '2026-06-08',
    });
    const { added, modified, removed } = await heard();
    expect([added, removed]).toEqual([[], []]);
    expect(modified).toMatchObject([
      {
        transaction_id: id,
        amount: 4.75,
        name: 'Blue Bottle SF',
        date: '2026-06-08',
        authorized_date: '2026-06-10',
      },
    ]);
    await receiver.waitFor('SYNC_UPDATES_AVAILABLE');
  });

  test('is removed late', async () => {
    const id = await addKnown({ date: '2026-05-15' });
    bank.setNow('2026-06-20T19:00:00Z');
    ({ cursor } = await heard());
    await change({ op: 'remove', transaction_id: id });
    expect((await heard()).removed.map(({ transaction_id: gone }) => gone)).toEqual([id]);
  });

  test.each([
    [{}, -4.5, '2026-06-10'],
    [{ amount: 1.25, date: '2026-06-14' }, -1.25, '2026-06-14'],
  ])('is refunded with %j', async (fields, amount, date) => {
    const id = await addKnown({ merchant_name: 'Blue Bottle Coffee' });
    await change({ op: 'refund', transaction_id: id, ...fields });
    expect((await heard()).added).toMatchObject([
      {
        amount,
        date,
        name: 'Blue Bottle',
        merchant_name: 'Blue Bottle Coffee',
        transaction_code: 'refund',
        pending: false,
      },
    ]);
  });

  test('is given out twice within one page, and with every replay, until it changes', async () => {
    const [id] = await change(coffee);
    await change({ op: 'repeat', transaction_id: id });
    const ids = async () =>
      (await syncOnce(bank, { access_token: accessToken, cursor })).added.map(
        ({ transaction_id: one }) => one,
      );
    expect(await ids()).toEqual([id, id]);
    expect(await ids()).toEqual([id, id]);
    await change({ op: 'modify', transaction_id: id });
    expect(await ids()).toEqual([id]);
  });

  test('is reported as modified without a change, by itself or with all others', async () => {
    const before = await syncAll(bank, accessToken);
    const some = before.added.slice(3, 5).map(({ transaction_id: id }) => id);
    expect(await change({ op: 'reissue', transaction_ids: some })).toEqual(some);
    const few = await heard();
    expect([few.added, few.modified.map(({ transaction_id: id }) => id)]).toEqual([[], some]);

    await change({ op: 'reissue' });
    const { added, modified, removed } = await heard();
    expect([added, removed]).toEqual([[], []]);
    const byId = (list: typeof modified) =>
      new Map(list.map((transaction) => [transaction.transaction_id, transaction]));
    expect(byId(modified)).toEqual(byId(before.added));
  });
});

test('changes apply in order, all or none, with one webhook', async () => {
  await change(
    { ...coffee, transaction_id: 'one', pending: true },
    { op: 'post', transaction_id: 'one', new_transaction_id: 'two' },
    { op: 'refund', transaction_id: 'two' },
    { ...coffee, transaction_id: 'gone' },
    { op: 'remove', transaction_id: 'gone' },
  );
  expect((await heard()).added).toMatchObject([
    { transaction_id: 'two', pending_transaction_id: 'one' },
    { amount: -4.5 },
  ]);
  expect((await receiver.waitFor('DEFAULT_UPDATE'))[0]?.['new_transactions']).toBe(2);
  expect(await receiver.waitFor('SYNC_UPDATES_AVAILABLE')).toHaveLength(1);
  expect(receiver.received).toHaveLength(2);
});

test.each([
  [{ op: 'post', transaction_id: 'known' }, 'INVALID_FIELD'],
  [{ op: 'modify', transaction_id: 'unknown', amount: 1 }, 'INVALID_FIELD'],
  [{ op: 'remove', transaction_id: 'unknown' }, 'INVALID_FIELD'],
  [{ ...coffee, transaction_id: 'known' }, 'INVALID_FIELD'],
  [{ ...coffee, account_id: 'somebody-elses' }, 'INVALID_ACCOUNT_ID'],
  [{ ...coffee, category: 'NO_SUCH_THING' }, 'INVALID_FIELD'],
  [{ ...coffee, date: '2026-02-31' }, 'INVALID_FIELD'],
  [{ op: 'explode' }, 'INVALID_FIELD'],
])('%j is refused as %s, and nothing before it happens either', async (impossible, code) => {
  await addKnown({ transaction_id: 'known' });
  const { status, body } = await bank.callAs(
    { 'plaid-client-id': apiClient.clientId, 'plaid-secret': apiClient.secret },
    '/control/transactions/change',
    { item_id: itemId, changes: [coffee, impossible] },
  );
  expect([status, body['error_code']]).toEqual([400, code]);
  expect((await heard()).added).toEqual([]);
});

test('a relinked bank has new ids for the same data, also for manual transactions', async () => {
  await change({ ...coffee, transaction_id: 'mine', raw: { website: 'https://coffee.example' } });
  const before = await syncAll(bank, accessToken);
  const again = await exchange((await bank.control('/item/relink', { item_id: itemId }))['public_token']);
  const after = await syncAll(bank, again.access_token);
  expect(again.item_id).not.toBe(itemId);

  const ids = (list: typeof before.added) => list.flatMap((row) => [row.transaction_id, row.account_id]);
  const old = new Set(ids(before.added));
  expect(ids(after.added).some((id) => old.has(id))).toBe(false);
  const content = ({
    transaction_id: _t,
    account_id: _a,
    pending_transaction_id: _p,
    ...rest
  }: (typeof before.added)[number]) => JSON.stringify(rest);
  expect(after.added.map(content)).toEqual(before.added.map(content));
  expect(after.added.some(({ name }) => name === 'Blue Bottle')).toBe(true);
  bank.setNow('2026-06-11T19:00:00Z');
  const next = await syncAll(bank, again.access_token, after.cursor);
  expect(next.removed.length).toBeGreaterThan(0);
});

test('ten thousand purchases are made at once and read page by page', async () => {
  const answer = await bank.control('/transactions/generate', { item_id: itemId, count: 10_000, days: 90 });
  expect(answer['generated']).toBe(10_000);
  const { added } = await heard();
  expect(new Set(added.map(({ transaction_id: id }) => id)).size).toBe(10_000);
  expect(
    added.every(
      ({ amount, date, pending }) => amount > 0 && date <= '2026-06-10' && date > '2026-03-12' && !pending,
    ),
  ).toBe(true);
  expect((await receiver.waitFor('DEFAULT_UPDATE'))[0]?.['new_transactions']).toBe(10_000);
}, 60_000);

test('changes by hand survive a restart', async () => {
  const databaseFile = temporaryDatabase();
  await bank.close();
  bank = await startTestBank({ databaseFile });
  const created = await bank.call('/sandbox/public_token/create', {
    institution_id: 'ins_109508',
    initial_products: ['transactions'],
    options: { transactions: { days_requested: 10 } },
  });
  ({ access_token: accessToken, item_id: itemId } = await exchange(created.body['public_token']));
  ({ cursor } = await syncAll(bank, accessToken));
  const [id] = await change({ ...coffee, raw: { logo_url: 'https://logo.example' } });
  await change({ op: 'repeat', transaction_id: id });
  const before = await heard();
  await bank.close();
  bank = await startTestBank({ databaseFile });
  expect(await heard()).toEqual(before);
  expect(before.added).toHaveLength(2);
});
