import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createHostedLink } from '../test-support/link-browser.ts';
import { linkAccessToken, startTestBank, syncAll, type TestBank } from '../test-support/test-bank.ts';
import { startWebhookReceiver } from '../test-support/webhook-receiver.ts';

const listed = z.object({
  webhooks: z.array(
    z.looseObject({
      webhook_id: z.string(),
      webhook_code: z.string(),
      state: z.string(),
      attempts: z.array(
        z.object({ at: z.string(), status: z.number().nullable(), error: z.string().nullable() }),
      ),
      next_attempt_at: z.string().nullable(),
    }),
  ),
});

let bank: TestBank;
let accessToken: string;
let itemId: string;
beforeEach(async () => {
  bank = await startTestBank({ webhookRetryMs: 0 });
  accessToken = await linkAccessToken(bank, { daysRequested: 30 });
  const { body } = await bank.call('/item/get', { access_token: accessToken });
  itemId = z.object({ item_id: z.string() }).parse(body['item']).item_id;
  // A history that is ready sends no webhooks.
  await syncAll(bank, accessToken);
});
afterEach(() => bank.close());

/** Sets the item's address, which sends an acknowledgment there. */
const sendTo = (webhook: string) => bank.call('/item/webhook/update', { access_token: accessToken, webhook });
const list = async (scope: Record<string, unknown> = {}) =>
  listed.parse(await bank.control('/webhooks/list', scope)).webhooks;
const fire = async (code: string) =>
  z
    .object({ webhook_id: z.string() })
    .parse(await bank.control('/webhooks/fire', { item_id: itemId, webhook_code: code })).webhook_id;
async function closedPort(): Promise<{ port: number }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = z.object({ port: z.number() }).parse(server.address());
  server.close();
  await once(server, 'close');
  return address;
}
const patience = { timeout: 20_000, interval: 10 };
const statesOf = async (count: number) => {
  await expect
    .poll(async () => (await list()).filter(({ state }) => state !== 'waiting').length, patience)
    .toBe(count);
  return (await list()).map(({ webhook_code: code, state }) => [code, state]);
};

describe('the log of webhooks', () => {
  test('tells newest first what was sent where, when, and how it ended', async () => {
    const receiver = await startWebhookReceiver();
    await sendTo(receiver.url);
    await statesOf(1);
    const id = await fire('LOGIN_REPAIRED');
    expect(await statesOf(2)).toEqual([
      ['LOGIN_REPAIRED', 'delivered'],
      ['WEBHOOK_UPDATE_ACKNOWLEDGED', 'delivered'],
    ]);
    const [webhook] = await list();
    const { body } = receiver.received[1] ?? {};
    expect(webhook).toMatchObject({ webhook_id: id, item_id: itemId, webhook_type: 'ITEM', body });
    expect(webhook).toMatchObject({ url: receiver.url, next_attempt_at: null });
    expect(webhook?.attempts).toMatchObject([{ status: 200, error: null }]);
  });

  test('tells each attempt of a webhook until it arrives or is given up', async () => {
    const receiver = await startWebhookReceiver((response, count) => {
      if (count === 1) response.writeHead(500);
      response.end();
    });
    await sendTo(receiver.url);
    await statesOf(1);
    const { port } = await closedPort();
    await sendTo(`http://127.0.0.1:${port}/webhook`);
    expect(await statesOf(2)).toEqual([
      ['WEBHOOK_UPDATE_ACKNOWLEDGED', 'given_up'],
      ['WEBHOOK_UPDATE_ACKNOWLEDGED', 'delivered'],
    ]);
    const [refused, late] = await list();
    expect(late?.attempts.map(({ status }) => status)).toEqual([500, 200]);
    expect(refused?.attempts).toHaveLength(7);
    expect(refused?.attempts[0]).toMatchObject({
      status: null,
      error: `connect ECONNREFUSED 127.0.0.1:${port}`,
    });
  });

  test('says when a webhook that did not arrive is sent again', async () => {
    const patient = await startTestBank({ webhookRetryMs: 3_600_000 });
    await patient.call('/sandbox/public_token/create', {
      institution_id: 'ins_109509',
      initial_products: ['transactions'],
      options: { webhook: 'http://127.0.0.1:1/webhook' },
    });
    const waiting = async () => listed.parse(await patient.control('/webhooks/list', {})).webhooks;
    await expect.poll(async () => (await waiting())[0]?.attempts.length, patience).toBe(1);
    const [webhook] = await waiting();
    expect(webhook?.state).toBe('waiting');
    const waitMs = Date.parse(webhook?.next_attempt_at ?? '') - Date.parse(webhook?.attempts[0]?.at ?? '');
    expect(waitMs).toBeGreaterThanOrEqual(3_600_000);
    await patient.close();
  });

  test('can be read for one item, and also holds those of Link', async () => {
    const receiver = await startWebhookReceiver();
    await sendTo(receiver.url);
    const browser = await createHostedLink(bank, { webhook: receiver.url });
    await browser.open();
    await browser.submit('leave');
    await statesOf(3);
    expect((await list({ item_id: itemId })).map(({ webhook_code: code }) => code)).toEqual([
      'WEBHOOK_UPDATE_ACKNOWLEDGED',
    ]);
    const [finished] = await list();
    expect(finished).toMatchObject({ webhook_code: 'SESSION_FINISHED', webhook_type: 'LINK', item_id: null });
  });

  test('holds no access token, signature or password of an address', async () => {
    await sendTo('http://name:password@127.0.0.1:1/webhook');
    await statesOf(1);
    const [webhook] = await list();
    expect(webhook?.attempts[0]?.error).toBe('the address cannot be called');
    expect(JSON.stringify(webhook)).not.toContain(accessToken);
  });
});

describe('a replay', () => {
  test('sends the same body again each time it is asked to, with a new signature', async () => {
    const receiver = await startWebhookReceiver();
    await sendTo(receiver.url);
    const id = await fire('NEW_ACCOUNTS_AVAILABLE');
    await receiver.waitFor('NEW_ACCOUNTS_AVAILABLE');
    const { webhook_ids: ids } = await bank.control('/webhooks/replay', { webhook_id: id, times: 2 });
    await receiver.waitFor('NEW_ACCOUNTS_AVAILABLE', 3);
    const sent = receiver.received.filter(({ body }) => body.webhook_code === 'NEW_ACCOUNTS_AVAILABLE');
    expect(new Set(sent.map(({ text }) => text)).size).toBe(1);
    expect(new Set(sent.map(({ headers }) => headers['plaid-verification'])).size).toBe(3);
    await statesOf(4);
    expect(
      (await list())
        .slice(0, 2)
        .map(({ webhook_id: again }) => again)
        .reverse(),
    ).toEqual(ids);
  });

  test.each([
    [{ webhook_id: '99' }, 'there is no webhook 99'],
    [{ webhook_id: '1', times: 6 }, 'times'],
  ])('%j is refused', async (body, reason) => {
    const answer = await bank.call('/control/webhooks/replay', body);
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'INVALID_FIELD' } });
    expect(answer.body['error_message']).toContain(reason);
  });
});

test('a webhook can be fired for an item that has an address, like /sandbox/item/fire_webhook', async () => {
  const refused = { item_id: itemId, webhook_code: 'LOGIN_REPAIRED' };
  expect((await bank.call('/control/webhooks/fire', refused)).body['error_code']).toBe(
    'SANDBOX_WEBHOOK_INVALID',
  );
  const receiver = await startWebhookReceiver();
  await sendTo(receiver.url);
  await bank.control('/webhooks/fire', { item_id: itemId, webhook_code: 'ERROR', webhook_type: 'ITEM' });
  expect((await receiver.waitFor('ERROR'))[0]).toMatchObject({ item_id: itemId });
});
