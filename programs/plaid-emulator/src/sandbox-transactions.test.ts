import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createHostedLink } from './test-support/link-browser.ts';
import { linkAccessToken, startTestBank, syncAll, type TestBank } from './test-support/test-bank.ts';
import { startWebhookReceiver } from './test-support/webhook-receiver.ts';

let bank: TestBank;
beforeEach(async () => {
  bank = await startTestBank();
});
afterEach(() => bank.close());

const dynamicLogin = { override_username: 'user_transactions_dynamic', override_password: 'anything' };

async function linkDynamic(options: Record<string, unknown> = {}): Promise<string> {
  const created = await bank.call('/sandbox/public_token/create', {
    institution_id: 'ins_109508',
    initial_products: ['transactions'],
    options: { ...dynamicLogin, transactions: { days_requested: 30 }, ...options },
  });
  const { body } = await bank.call('/item/public_token/exchange', {
    public_token: created.body['public_token'],
  });
  return z.string().parse(body['access_token']);
}

const coffee = {
  date_transacted: '2026-06-08',
  date_posted: '2026-06-09',
  amount: 4.5,
  description: 'Blue Bottle Coffee',
};

describe('/sandbox/transactions/create', () => {
  const create = (accessToken: string, transactions: readonly Record<string, unknown>[]) =>
    bank.call('/sandbox/transactions/create', { access_token: accessToken, transactions });

  test('adds transactions to the depository account, and sends a webhook', async () => {
    const receiver = await startWebhookReceiver();
    const accessToken = await linkDynamic({ webhook: receiver.url });
    const { cursor } = await syncAll(bank, accessToken);
    const income = { ...coffee, amount: -12.3456, iso_currency_code: 'CAD', description: 'Refund' };
    expect((await create(accessToken, [coffee, income])).status).toBe(200);

    const { added } = await syncAll(bank, accessToken, cursor);
    expect(added).toMatchObject([
      {
        name: 'Blue Bottle Coffee',
        amount: 4.5,
        date: '2026-06-09',
        authorized_date: '2026-06-08',
        pending: false,
        iso_currency_code: 'USD',
      },
      { name: 'Refund', amount: -12.3456, iso_currency_code: 'CAD' },
    ]);
    const { body } = await bank.call('/accounts/get', { access_token: accessToken });
    const accounts = z.array(z.looseObject({ account_id: z.string() })).parse(body['accounts']);
    expect(accounts.find(({ account_id: id }) => id === added[0]?.account_id)).toMatchObject({
      subtype: 'checking',
    });
    await receiver.waitFor('SYNC_UPDATES_AVAILABLE');
    expect((await receiver.waitFor('DEFAULT_UPDATE'))[0]?.['new_transactions']).toBe(2);
  });

  test.each([
    ['2026-06-10', '2026-06-10'],
    ['2026-05-27', '2026-05-27'],
  ])('takes purchases of %s posted on %s', async (transacted, posted) => {
    const accessToken = await linkDynamic();
    const { status } = await create(accessToken, [
      { ...coffee, date_transacted: transacted, date_posted: posted },
    ]);
    expect(status).toBe(200);
  });

  const dates = 'Transaction and posted dates must be within the last 14 days.';
  test.each([
    ['a day in the future', [{ ...coffee, date_posted: '2026-06-11' }], dates],
    ['a day too long ago', [{ ...coffee, date_transacted: '2026-05-26' }], dates],
    ['a posting before the purchase', [{ ...coffee, date_posted: '2026-06-07' }], dates],
    [
      'eleven at once',
      Array.from({ length: 11 }, () => coffee),
      'The request contains too many transactions.',
    ],
    ['none', [], ''],
    ['a day that does not exist', [{ ...coffee, date_posted: '2026-02-30' }], ''],
    ['an amount that is none', [{ ...coffee, amount: '4.50' }], ''],
  ])('refuses %s', async (_, transactions, message) => {
    const accessToken = await linkDynamic();
    const { cursor } = await syncAll(bank, accessToken);
    const { status, body } = await create(accessToken, transactions);
    expect([status, body['error_type'], body['error_code']]).toEqual([
      400,
      'INVALID_REQUEST',
      'INVALID_FIELD',
    ]);
    expect(body['error_message']).toContain(message);
    if (message !== '') expect(body['display_message']).toBe(body['error_message']);
    expect((await syncAll(bank, accessToken, cursor)).added).toEqual([]);
  });

  test('refuses items of other users', async () => {
    const { status, body } = await create(await linkAccessToken(bank), [coffee]);
    expect([status, body['error_code']]).toEqual([400, 'INVALID_FIELD']);
  });

  test('knows who logged in through Hosted Link', async () => {
    const browser = await createHostedLink(bank);
    await browser.open();
    await browser.submit('consent');
    await browser.submit('institutions', 'institution_id=ins_109508');
    await browser.submit('login', 'username=user_transactions_dynamic&password=x');
    await browser.submit('accounts', 'account=checking');
    const { body } = await bank.call('/link/token/get', { link_token: browser.linkToken });
    const [session] = z
      .array(z.looseObject({ on_success: z.looseObject({ public_token: z.string() }) }))
      .parse(body['link_sessions']);
    const exchanged = await bank.call('/item/public_token/exchange', {
      public_token: session?.on_success.public_token,
    });
    expect((await create(z.string().parse(exchanged.body['access_token']), [coffee])).status).toBe(200);
  });
});

describe('/transactions/refresh', () => {
  const refresh = (accessToken: string) => bank.call('/transactions/refresh', { access_token: accessToken });

  test('posts the last refresh’s purchases, and adds new pending ones for the dynamic user', async () => {
    const receiver = await startWebhookReceiver();
    const accessToken = await linkDynamic({ webhook: receiver.url });
    const start = await syncAll(bank, accessToken);
    await refresh(accessToken);
    const first = await syncAll(bank, accessToken, start.cursor);
    expect(first.added.length).toBeGreaterThan(0);
    expect(first.added.every(({ pending }) => pending)).toBe(true);
    expect(first.removed).toEqual([]);
    await receiver.waitFor('SYNC_UPDATES_AVAILABLE');

    await refresh(accessToken);
    const second = await syncAll(bank, accessToken, first.cursor);
    const ids = first.added.map(({ transaction_id: id }) => id).sort();
    const posted = second.added.filter(({ pending }) => !pending);
    expect(second.removed.map(({ transaction_id: id }) => id).sort()).toEqual(ids);
    expect(posted.map(({ pending_transaction_id: id }) => id).sort()).toEqual(ids);
    expect(second.added.some(({ pending }) => pending)).toBe(true);
    expect(await receiver.waitFor('TRANSACTIONS_REMOVED')).toHaveLength(1);
  });

  test.each(['user_ewa_user', 'user_yuppie', 'user_small_business'])(
    'adds new purchases for %s, who logs in with any password',
    async (username) => {
      const accessToken = await linkDynamic({ override_username: username });
      const { cursor } = await syncAll(bank, accessToken);
      await refresh(accessToken);
      expect((await syncAll(bank, accessToken, cursor)).added).not.toEqual([]);
    },
  );

  test('brings nothing to others but the days that passed', async () => {
    const accessToken = await linkAccessToken(bank, { daysRequested: 30 });
    const { cursor } = await syncAll(bank, accessToken);
    expect((await refresh(accessToken)).status).toBe(200);
    expect((await syncAll(bank, accessToken, cursor)).added).toEqual([]);
  });

  test('is PRODUCT_NOT_READY before the history is there, and an error for a broken item', async () => {
    const slow = await startTestBank({ preparationMs: 3_600_000 });
    const accessToken = await linkAccessToken(slow);
    const call = async () => {
      const { body } = await slow.call('/transactions/refresh', { access_token: accessToken });
      return body['error_code'];
    };
    expect(await call()).toBe('PRODUCT_NOT_READY');
    await slow.call('/sandbox/item/reset_login', { access_token: accessToken });
    expect(await call()).toBe('ITEM_LOGIN_REQUIRED');
    await slow.close();
  });
});

describe('/accounts/balance/get', () => {
  test('gives the balances of the accounts that are asked for', async () => {
    const accessToken = await linkAccessToken(bank);
    const all = await bank.call('/accounts/get', { access_token: accessToken });
    const now = await bank.call('/accounts/balance/get', {
      access_token: accessToken,
      options: { min_last_updated_datetime: '2026-06-10T00:00:00Z' },
    });
    expect(now.body['accounts']).toEqual(all.body['accounts']);
    const { body } = await bank.call('/accounts/balance/get', {
      access_token: accessToken,
      options: { account_ids: ['somebody-elses'] },
    });
    expect(body['error_code']).toBe('INVALID_ACCOUNT_ID');
  });
});
