import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { apiClient, prefix } from './test-support/api-client.ts';
import {
  createHostedLink,
  createWidgetToken,
  openWidget,
  reachAccounts,
  reachBank,
} from './test-support/link-browser.ts';
import { webhookNames } from './test-support/open-api.ts';
import { startTestBank, syncAll, type TestBank } from './test-support/test-bank.ts';
import { startWebhookReceiver } from './test-support/webhook-receiver.ts';

// `test-bank.ts` and `webhook-receiver.ts` check every answer and webhook; these tests prove that each kind occurs.

async function link(bank: TestBank, webhook?: string): Promise<string> {
  const created = await bank.call('/sandbox/public_token/create', {
    institution_id: 'ins_109508',
    initial_products: ['transactions'],
    options: {
      webhook,
      override_username: 'user_transactions_dynamic',
      override_password: 'anything',
      transactions: { days_requested: 60 },
    },
  });
  const { body } = await bank.call('/item/public_token/exchange', {
    public_token: created.body['public_token'],
  });
  return z.string().parse(body['access_token']);
}

function errorsInSources(): string[] {
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.') && !name.includes('test-support'))
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
    .join('\n');
  const named = sources.matchAll(/^ {2}([A-Z_]+): (?:people|developers)\(/gm);
  const made = sources.matchAll(/new PlaidError\(\s*'[A-Z_]+',\s*'([A-Z_]+)'/g);
  return [...new Set([...named, ...made].map(([, code = '']) => code))].sort();
}

test('every endpoint answers as Plaid describes', async () => {
  const bank = await startTestBank();
  const receiver = await startWebhookReceiver();
  const accessToken = await link(bank, receiver.url);
  await syncAll(bank, accessToken);
  const own = { access_token: accessToken };
  const bankId = { institution_id: 'ins_109508', country_codes: ['US'] };
  const coffee = {
    date_transacted: '2026-06-09',
    date_posted: '2026-06-09',
    amount: 4.5,
    description: 'Coffee',
  };
  const { key_id: keyId } = await bank.control('/webhook_key/rotate', {});
  const widget = await openWidget(
    bank,
    await createWidgetToken(bank, { redirect_uri: 'https://oinkly.example/back' }),
  );
  await reachBank(widget, 'ins_127287');
  const bankPage = (await widget.submit('oauth')).state.redirect ?? '';

  const bodies: Record<string, Record<string, unknown>> = {
    '/accounts/get': own,
    '/accounts/balance/get': own,
    '/institutions/get_by_id': { ...bankId, options: { include_optional_metadata: true } },
    '/institutions/search': { query: 'bank', country_codes: ['US'], products: ['transactions'] },
    '/item/get': own,
    '/item/webhook/update': { ...own, webhook: receiver.url },
    '/link/token/get': { link_token: (await createHostedLink(bank)).linkToken },
    '/sandbox/item/fire_webhook': { ...own, webhook_code: 'NEW_ACCOUNTS_AVAILABLE' },
    '/sandbox/oauth/select_accounts': { oauth_state_id: bankPage.split('/').at(-1), accounts: ['6602'] },
    '/sandbox/transactions/create': { ...own, transactions: [coffee] },
    '/transactions/refresh': own,
    '/webhook_verification_key/get': { key_id: keyId },
    '/sandbox/item/reset_login': own,
    '/item/remove': own,
  };
  for (const [path, body] of Object.entries(bodies)) {
    expect(await bank.call(path, body), path).toMatchObject({ status: 200 });
  }
  expect(bank.endpoints.length).toBeGreaterThan(25);
  const missing = bank.endpoints.filter((path) => !path.startsWith('/control/') && !bank.answered.has(path));
  expect(missing).toEqual([]);
  await bank.close();
});

test('every endpoint refuses unknown fields like Plaid', async () => {
  const bank = await startTestBank();
  for (const path of bank.endpoints) {
    const { status, body } = await bank.call(path, { no_such_field: true });
    expect([path, status, body['error_type']]).toEqual([path, 400, 'INVALID_REQUEST']);
    expect((await bank.callAs({}, path, {})).body).toMatchObject({ error_code: 'MISSING_FIELDS' });
  }
  await bank.close();
});

test('every error occurs, in the form that Plaid describes', async () => {
  const bank = await startTestBank();
  const accessToken = await link(bank);
  for (const code of errorsInSources()) {
    const planned = await bank.call('/control/faults/add', {
      path: '/item/get',
      calls: 1,
      fault: { kind: 'error', error_code: code },
    });
    // Errors that a code alone cannot plan come below.
    if (planned.status === 200) await bank.call('/item/get', { access_token: accessToken });
  }
  const credentials = { 'plaid-client-id': apiClient.clientId, 'plaid-secret': apiClient.secret };
  const post = async (type: string, payload: string) =>
    bank.app.inject({
      method: 'POST',
      url: `${prefix}/item/get`,
      headers: { ...credentials, 'content-type': type },
      payload,
    });
  await post('application/json', '{');
  await post('text/plain', '{}');
  await bank.call('/item/get', {});
  await bank.call('/item/get', { access_token: accessToken, more: 1 });
  await bank.call('/no/such/path', {});
  await bank.call('/sandbox/item/fire_webhook', { access_token: accessToken, webhook_code: 'PRODUCT_READY' });
  expect(errorsInSources().length).toBeGreaterThan(50);
  expect(errorsInSources().filter((code) => !bank.answered.has(code))).toEqual([]);
  await bank.close();
});

test('every webhook is sent, in the form that Plaid describes', async () => {
  const receiver = await startWebhookReceiver();
  const bank = await startTestBank({ webhookRetryMs: 10 });
  const accessToken = await link(bank, receiver.url);
  const own = { access_token: accessToken };
  await syncAll(bank, accessToken);
  // The second refresh posts the pending transactions under other ids.
  for (let refresh = 0; refresh < 2; refresh += 1) await bank.call('/transactions/refresh', own);
  for (const code of [
    'NEW_ACCOUNTS_AVAILABLE',
    'PENDING_DISCONNECT',
    'USER_ACCOUNT_REVOKED',
    'USER_PERMISSION_REVOKED',
    'LOGIN_REPAIRED',
  ]) {
    await bank.call('/sandbox/item/fire_webhook', { ...own, webhook_code: code });
  }
  await bank.call('/sandbox/item/reset_login', own);
  await bank.call('/item/webhook/update', { ...own, webhook: receiver.url });
  const browser = await createHostedLink(bank, { webhook: receiver.url });
  await reachAccounts(browser);
  await browser.submit('accounts', 'account=checking');
  const received = () =>
    new Set(receiver.received.map(({ body }) => `${body.webhook_type} ${body.webhook_code}`));
  await expect
    .poll(() => webhookNames.filter((name) => !received().has(name)), { timeout: 20_000 })
    .toEqual([]);
  await bank.close();
});
