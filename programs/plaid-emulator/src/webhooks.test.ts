import { createHash } from 'node:crypto';
import { temporaryDatabase } from '@oinkly/test-banks/test-support/temporary-database';
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createHostedLink, openWidget } from './test-support/link-browser.ts';
import { startTestBank, syncAll, syncOnce, type TestBank } from './test-support/test-bank.ts';
import {
  type ReceivedWebhook,
  startWebhookReceiver,
  type WebhookReceiver,
} from './test-support/webhook-receiver.ts';

let bank: TestBank;
let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  bank = await startTestBank({ webhookRetryMs: 10 });
});
afterEach(() => bank.close());

const exchanged = z.object({ access_token: z.string(), item_id: z.string() });

async function link(
  server = bank,
  options: Record<string, unknown> = {},
): Promise<{ accessToken: string; itemId: string }> {
  const created = await server.call('/sandbox/public_token/create', {
    institution_id: 'ins_109508',
    initial_products: ['transactions'],
    options: { webhook: receiver.url, transactions: { days_requested: 60 }, ...options },
  });
  const { body } = await server.call('/item/public_token/exchange', {
    public_token: created.body['public_token'],
  });
  const { access_token: accessToken, item_id: itemId } = exchanged.parse(body);
  return { accessToken, itemId };
}

async function linkQuietly(server = bank, options: Record<string, unknown> = {}) {
  const item = await link(server, options);
  await receiver.skipFirstWebhooks();
  return item;
}

const codes = () => receiver.received.map(({ body }) => body.webhook_code).sort();

/** Verifies by Plaid's documentation; throws for a forged webhook. */
async function verify(server: TestBank, webhook: ReceivedWebhook, text = webhook.text): Promise<void> {
  const token = z.string().parse(webhook.headers['plaid-verification']);
  const { alg, kid } = decodeProtectedHeader(token);
  expect(alg).toBe('ES256');
  const { status, body } = await server.call('/webhook_verification_key/get', { key_id: kid });
  expect(status).toBe(200);
  const key = await importJWK(z.record(z.string(), z.unknown()).parse(body['key']), 'ES256');
  const { payload } = await jwtVerify(token, key, {
    algorithms: ['ES256'],
    maxTokenAge: '5 min',
    currentDate: new Date('2026-06-10T19:00:00Z'),
  });
  const digest = createHash('sha256').update(text).digest('hex');
  if (payload['request_body_sha256'] !== digest) throw new Error('The body is not the one that was signed.');
}

describe('a signature', () => {
  test('is verified with the key that the server hands out, and not for another body', async () => {
    await link();
    await receiver.waitFor('INITIAL_UPDATE');
    const [webhook] = receiver.received;
    if (webhook === undefined) throw new Error('Nothing came.');
    await verify(bank, webhook);
    const tampered = webhook.text.replace('"new_transactions": ', '"new_transactions": 1');
    await expect(verify(bank, webhook, tampered)).rejects.toThrow('not the one that was signed');
    expect(webhook.headers['content-type']).toBe('application/json');
    expect(webhook.text).toBe(JSON.stringify(webhook.body, null, 2));
  });

  test('from before a restart is still verified after it, with the same key', async () => {
    const databaseFile = temporaryDatabase();
    const before = await startTestBank({ databaseFile });
    await link(before);
    await receiver.waitFor('HISTORICAL_UPDATE');
    await before.close();

    const after = await startTestBank({ databaseFile });
    await link(after);
    await receiver.waitFor('HISTORICAL_UPDATE', 2);
    for (const webhook of receiver.received) await verify(after, webhook);
    const tokens = receiver.received.map(({ headers }) => z.string().parse(headers['plaid-verification']));
    expect(new Set(tokens.map((token) => decodeProtectedHeader(token).kid)).size).toBe(1);
    await after.close();
  });

  test('has no key under an unknown id', async () => {
    const { status, body } = await bank.call('/webhook_verification_key/get', { key_id: 'nobodys' });
    expect([status, body['error_type'], body['error_code']]).toEqual([
      400,
      'INVALID_INPUT',
      'INVALID_WEBHOOK_VERIFICATION_KEY_ID',
    ]);
  });
});

describe('a new item', () => {
  test('reports a ready history by itself, but sends no sync webhook before the first sync', async () => {
    const { accessToken, itemId } = await link();
    const [initial] = await receiver.waitFor('INITIAL_UPDATE');
    const [historical] = await receiver.waitFor('HISTORICAL_UPDATE');
    const counts = [initial, historical].map((body) => z.number().parse(body?.['new_transactions']));
    const { added } = await syncAll(bank, accessToken);
    expect(counts[0]).toBe(added.filter(({ date }) => date >= '2026-05-11').length);
    expect(counts[1]).toBe(added.length - (counts[0] ?? 0));
    expect(initial?.['item_id']).toBe(itemId);
    expect(codes()).toEqual(['HISTORICAL_UPDATE', 'INITIAL_UPDATE']);
    const { body } = await bank.call('/item/get', { access_token: accessToken });
    expect(body['status']).toMatchObject({ last_webhook: { code_sent: 'HISTORICAL_UPDATE' } });
  });

  test('of a slow bank has the last 30 days first, and reports both parts to a syncing client', async () => {
    const databaseFile = temporaryDatabase();
    const slow = await startTestBank({ databaseFile, preparationMs: 3_600_000 });
    const { accessToken } = await link(slow);
    await syncOnce(slow, { access_token: accessToken });
    expect(receiver.received).toEqual([]);
    await slow.close();

    const halfway = await startTestBank({ databaseFile, historyMs: 3_600_000 });
    const [first] = await receiver.waitFor('SYNC_UPDATES_AVAILABLE');
    expect(first).toMatchObject({ initial_update_complete: true, historical_update_complete: false });
    expect(await syncOnce(halfway, { access_token: accessToken, count: 500 })).toMatchObject({
      transactions_update_status: 'INITIAL_UPDATE_COMPLETE',
    });
    const recent = await syncAll(halfway, accessToken);
    expect(recent.added.every(({ date }) => date >= '2026-05-11')).toBe(true);
    expect(codes()).toEqual(['INITIAL_UPDATE', 'SYNC_UPDATES_AVAILABLE']);
    await halfway.close();

    const whole = await startTestBank({ databaseFile });
    const [, second] = await receiver.waitFor('SYNC_UPDATES_AVAILABLE', 2);
    expect(second).toMatchObject({ historical_update_complete: true });
    const older = await syncAll(whole, accessToken, recent.cursor);
    expect(older.added.every(({ date }) => date < '2026-05-11' && date >= '2026-04-11')).toBe(true);
    expect((await receiver.waitFor('HISTORICAL_UPDATE'))[0]?.['new_transactions']).toBe(older.added.length);
    const together = await syncAll(whole, (await link(whole)).accessToken);
    expect(together.added).toHaveLength(recent.added.length + older.added.length);
    await whole.close();
  });
});

test('a new day at the bank sends a webhook by itself', async () => {
  const { accessToken } = await linkQuietly();
  const { cursor } = await syncAll(bank, accessToken);
  bank.setNow('2026-06-11T19:00:00Z');
  await receiver.waitFor('SYNC_UPDATES_AVAILABLE');
  const { added, removed } = await syncAll(bank, accessToken, cursor);
  expect((await receiver.waitFor('DEFAULT_UPDATE'))[0]?.['new_transactions']).toBe(added.length);
  expect((await receiver.waitFor('TRANSACTIONS_REMOVED'))[0]?.['removed_transactions']).toEqual(
    removed.map(({ transaction_id: id }) => id),
  );
});

describe('/item/webhook/update', () => {
  test('acknowledges at the new address, where everything goes from then on', async () => {
    const elsewhere = await startWebhookReceiver();
    const { accessToken, itemId } = await linkQuietly();
    const { body } = await bank.call('/item/webhook/update', {
      access_token: accessToken,
      webhook: elsewhere.url,
    });
    expect(body['item']).toMatchObject({ item_id: itemId, webhook: elsewhere.url });
    const [acknowledged] = await elsewhere.waitFor('WEBHOOK_UPDATE_ACKNOWLEDGED');
    expect(acknowledged).toMatchObject({ item_id: itemId, new_webhook_url: elsewhere.url });
    await bank.call('/sandbox/item/reset_login', { access_token: accessToken });
    await elsewhere.waitFor('ERROR');
    expect(receiver.received).toEqual([]);
  });

  test('removes the address with null, and refuses an invalid one', async () => {
    const { accessToken } = await linkQuietly();
    const update = (webhook: unknown) =>
      bank.call('/item/webhook/update', { access_token: accessToken, webhook });
    expect((await update('ftp://somewhere')).body['error_code']).toBe('INVALID_FIELD');
    expect((await update(null)).body['item']).toMatchObject({ webhook: null });
    const fired = await bank.call('/sandbox/item/fire_webhook', {
      access_token: accessToken,
      webhook_code: 'SYNC_UPDATES_AVAILABLE',
    });
    expect([fired.status, fired.body['error_type'], fired.body['error_code']]).toEqual([
      400,
      'SANDBOX_ERROR',
      'SANDBOX_WEBHOOK_INVALID',
    ]);
  });
});

describe('/sandbox/item/fire_webhook', () => {
  test.each([
    ['DEFAULT_UPDATE', 'TRANSACTIONS', undefined],
    ['SYNC_UPDATES_AVAILABLE', 'TRANSACTIONS', 'TRANSACTIONS'],
    ['NEW_ACCOUNTS_AVAILABLE', 'ITEM', undefined],
    ['LOGIN_REPAIRED', 'ITEM', undefined],
    ['PENDING_DISCONNECT', 'ITEM', undefined],
    ['USER_PERMISSION_REVOKED', 'ITEM', undefined],
    ['USER_ACCOUNT_REVOKED', 'ITEM', undefined],
    ['ERROR', 'ITEM', 'ITEM'],
  ])('sends %s as %s', async (code, type, givenType) => {
    const { accessToken, itemId } = await linkQuietly();
    const { body } = await bank.call('/sandbox/item/fire_webhook', {
      access_token: accessToken,
      webhook_code: code,
      webhook_type: givenType,
    });
    expect(body['webhook_fired']).toBe(true);
    const [webhook] = await receiver.waitFor(code);
    expect(webhook).toMatchObject({ webhook_type: type, item_id: itemId });
    expect((await bank.call('/accounts/get', { access_token: accessToken })).status).toBe(200);
  });

  test.each([
    ['PRODUCT_READY', undefined],
    ['ERROR', undefined],
    ['SMS_MICRODEPOSITS_VERIFICATION', undefined],
    ['RECURRING_TRANSACTIONS_UPDATE', undefined],
    ['DEFAULT_UPDATE', 'AUTH'],
  ])('refuses %s of %s, a product that the item does not have', async (code, type) => {
    const { accessToken } = await link();
    const { body } = await bank.call('/sandbox/item/fire_webhook', {
      access_token: accessToken,
      webhook_code: code,
      webhook_type: type,
    });
    expect(body).toMatchObject({
      error_type: 'SANDBOX_ERROR',
      error_code: 'SANDBOX_PRODUCT_NOT_ENABLED',
    });
  });

  test('refuses a code that does not exist', async () => {
    const { accessToken } = await link();
    const request = { access_token: accessToken, webhook_code: 'NO_SUCH_CODE' };
    const { body } = await bank.call('/sandbox/item/fire_webhook', request);
    expect(body['error_code']).toBe('INVALID_FIELD');
  });
});

test('a broken login is reported, and so is its repair through update mode', async () => {
  const { accessToken, itemId } = await linkQuietly();
  await bank.call('/sandbox/item/reset_login', { access_token: accessToken });
  const [broken] = await receiver.waitFor('ERROR');
  expect(broken).toMatchObject({
    item_id: itemId,
    error: { error_type: 'ITEM_ERROR', error_code: 'ITEM_LOGIN_REQUIRED', status: 400 },
  });
  const browser = await createHostedLink(bank, { access_token: accessToken, products: undefined });
  await browser.open();
  await browser.submit('consent');
  expect(receiver.received).toHaveLength(1);
  await browser.submit('login', 'username=user_good&password=pass_good');
  expect((await receiver.waitFor('LOGIN_REPAIRED'))[0]).toMatchObject({ item_id: itemId });
  expect(codes()).toEqual(['ERROR', 'LOGIN_REPAIRED']);
});

describe('a Hosted Link that was made with a webhook', () => {
  const goodLogin = 'username=user_good&password=pass_good';

  test('reports the new item and the end, and passes the address on to the item', async () => {
    const browser = await createHostedLink(bank, { webhook: receiver.url });
    await browser.open();
    await browser.submit('consent');
    await browser.submit('institutions', 'institution_id=ins_109511');
    await browser.submit('login', goodLogin);
    expect(receiver.received).toEqual([]);
    await browser.submit('accounts', 'account=checking');
    const [result] = await receiver.waitFor('ITEM_ADD_RESULT');
    const [finished] = await receiver.waitFor('SESSION_FINISHED');
    const [events] = await receiver.waitFor('EVENTS');
    expect(events).toMatchObject({
      link_token: browser.linkToken,
      link_session_id: result?.['link_session_id'],
    });
    const names = z.array(z.looseObject({ event_name: z.string() })).parse(events?.['events']);
    expect([names.at(-1)?.event_name, names[0]?.event_name]).toEqual(['OPEN', 'HANDOFF']);
    const token = z.string().parse(result?.['public_token']);
    expect(result).toMatchObject({ webhook_type: 'LINK', link_token: browser.linkToken });
    expect(finished).toMatchObject({
      status: 'SUCCESS',
      link_token: browser.linkToken,
      link_session_id: result?.['link_session_id'],
      public_tokens: [token],
    });
    const { body } = await bank.call('/item/public_token/exchange', { public_token: token });
    const [initial] = await receiver.waitFor('INITIAL_UPDATE');
    expect(initial?.['item_id']).toBe(body['item_id']);
    // A double click ends the session once.
    await browser.submit('accounts', 'account=checking');
    await receiver.waitFor('HISTORICAL_UPDATE');
    expect(codes()).toEqual([
      'EVENTS',
      'HISTORICAL_UPDATE',
      'INITIAL_UPDATE',
      'ITEM_ADD_RESULT',
      'SESSION_FINISHED',
    ]);
  });

  test('reports nothing for a session in a frame', async () => {
    const { linkToken } = await createHostedLink(bank, { webhook: receiver.url });
    const browser = await openWidget(bank, linkToken);
    await browser.submit('leave');
    await (await createHostedLink(bank, { webhook: receiver.url })).submit('leave');
    await receiver.waitFor('SESSION_FINISHED');
    expect(receiver.received.filter(({ body }) => body['link_token'] === linkToken)).toEqual([]);
  });

  test('reports an exit', async () => {
    const browser = await createHostedLink(bank, { webhook: receiver.url });
    await browser.open();
    await browser.submit('leave');
    expect((await receiver.waitFor('SESSION_FINISHED'))[0]).toMatchObject({
      status: 'EXITED',
      link_token: browser.linkToken,
      public_tokens: [],
    });
  });

  test('in update mode, removed and added accounts are reported for the item', async () => {
    const { accessToken } = await linkQuietly();
    const { cursor } = await syncAll(bank, accessToken);
    const browser = await createHostedLink(bank, {
      access_token: accessToken,
      products: undefined,
      update: { account_selection_enabled: true },
    });
    await browser.open();
    await browser.submit('consent');
    await browser.submit('login', goodLogin);
    await browser.submit('accounts', 'account=card');
    await receiver.waitFor('SYNC_UPDATES_AVAILABLE');
    const { removed } = await syncAll(bank, accessToken, cursor);
    const [gone] = await receiver.waitFor('TRANSACTIONS_REMOVED');
    expect(gone?.['removed_transactions']).toHaveLength(removed.length);
  });
});

describe('delivery', () => {
  test('continues after a restart with undelivered webhooks', async () => {
    const databaseFile = temporaryDatabase();
    let isDown = true;
    receiver = await startWebhookReceiver((response) => {
      response.statusCode = isDown ? 503 : 200;
      response.end();
    });
    const before = await startTestBank({ databaseFile, webhookRetryMs: 1500 });
    const { itemId } = await link(before);
    await receiver.waitFor('HISTORICAL_UPDATE');
    await before.close();

    isDown = false;
    receiver.received.length = 0;
    const after = await startTestBank({ databaseFile });
    const [sent] = await receiver.waitFor('HISTORICAL_UPDATE');
    expect(sent?.['item_id']).toBe(itemId);
    await after.close();
  });

  test('without a receiver fails no call', async () => {
    const { accessToken } = await link(bank, { webhook: 'http://127.0.0.1:9/nobody' });
    const { status } = await bank.call('/sandbox/item/reset_login', { access_token: accessToken });
    expect(status).toBe(200);
  });
});
