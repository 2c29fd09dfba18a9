import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { temporaryDatabase } from '@oinkly/test-banks/test-support/temporary-database';
import { decodeProtectedHeader } from 'jose';
import { CountryCode, Products, SandboxItemFireWebhookRequestWebhookCodeEnum, WebhookType } from 'plaid';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { clientOf, errorOf, linkWith, syncEverything } from './test-support/official-client.ts';
import { startTestBank } from './test-support/test-bank.ts';
import { startWebhookReceiver } from './test-support/webhook-receiver.ts';

describe('the official Plaid client', () => {
  test('links, reads, syncs and removes an item unchanged [PD-52]', async () => {
    const bank = await startTestBank();
    const plaid = clientOf(await bank.app.listen({ host: '127.0.0.1', port: 0 }));
    const accessToken = await linkWith(plaid);

    const item = await plaid.itemGet({ access_token: accessToken });
    expect(item.data.item.institution_name).toBe('Houndstooth Bank');
    const accounts = await plaid.accountsGet({ access_token: accessToken });
    expect(accounts.data.accounts.map(({ mask }) => mask)).toEqual(['5583', '1168', '3927']);
    const institution = await plaid.institutionsGetById({
      institution_id: 'ins_109512',
      country_codes: [CountryCode.Us],
    });
    expect(institution.data.institution.name).toBe('Houndstooth Bank');
    const found = await plaid.institutionsSearch({
      query: 'hound',
      products: null,
      country_codes: [CountryCode.Us],
    });
    expect(found.data.institutions).toHaveLength(1);

    const { added } = await syncEverything(plaid, accessToken);
    expect(added.length).toBeGreaterThan(2300);
    const salary = added.find(
      ({ personal_finance_category: category }) => category?.detailed === 'INCOME_WAGES',
    );
    expect(salary?.amount).toBeLessThan(0);

    await plaid.itemRemove({ access_token: accessToken });
    expect(await errorOf(plaid.itemGet({ access_token: accessToken }))).toMatchObject({
      status: 400,
      error_type: 'ITEM_ERROR',
      error_code: 'ITEM_NOT_FOUND',
    });
    await bank.close();
  });

  test('creates a Hosted Link and reads its sessions unchanged [PD-52]', async () => {
    const bank = await startTestBank();
    const plaid = clientOf(await bank.app.listen({ host: '127.0.0.1', port: 0 }));
    const created = await plaid.linkTokenCreate({
      client_name: 'Oinkly',
      language: 'en',
      country_codes: [CountryCode.Us],
      user: { client_user_id: 'user-1' },
      products: [Products.Transactions],
      transactions: { days_requested: 730 },
      hosted_link: { completion_redirect_uri: 'http://localhost:3000/oauth-redirect?state=1' },
    });
    expect(created.data.hosted_link_url).toContain('/hosted-link/');
    const { data } = await plaid.linkTokenGet({ link_token: created.data.link_token });
    expect(data.link_sessions).toEqual([]);
    await bank.close();
  });
});

test('the official Plaid client causes sandbox events and receives their webhooks [PD-52]', async () => {
  const receiver = await startWebhookReceiver();
  const bank = await startTestBank();
  const plaid = clientOf(await bank.app.listen({ host: '127.0.0.1', port: 0 }));
  const { data: created } = await plaid.sandboxPublicTokenCreate({
    institution_id: 'ins_109508',
    initial_products: [Products.Transactions],
    options: {
      webhook: receiver.url,
      override_username: 'user_transactions_dynamic',
      override_password: 'anything',
    },
  });
  const { data: exchanged } = await plaid.itemPublicTokenExchange({ public_token: created.public_token });
  const { access_token: accessToken, item_id: itemId } = exchanged;
  await receiver.waitFor('HISTORICAL_UPDATE');
  const { cursor } = await syncEverything(plaid, accessToken);

  const coffee = {
    date_transacted: '2026-06-10',
    date_posted: '2026-06-10',
    amount: 4.5,
    description: 'Coffee',
  };
  await plaid.sandboxTransactionsCreate({ access_token: accessToken, transactions: [coffee] });
  await plaid.transactionsRefresh({ access_token: accessToken });
  await receiver.waitFor('SYNC_UPDATES_AVAILABLE', 2);
  const { data: delta } = await plaid.transactionsSync({ access_token: accessToken, cursor });
  expect(delta.added.map(({ amount }) => amount)).toContain(4.5);
  expect(delta.added.some(({ pending }) => pending)).toBe(true);

  const { data: balances } = await plaid.accountsBalanceGet({ access_token: accessToken });
  expect(balances.accounts).toHaveLength(3);

  const elsewhere = await startWebhookReceiver();
  const { data: updated } = await plaid.itemWebhookUpdate({
    access_token: accessToken,
    webhook: elsewhere.url,
  });
  expect(updated.item.webhook).toBe(elsewhere.url);
  await elsewhere.waitFor('WEBHOOK_UPDATE_ACKNOWLEDGED');

  const { data: fired } = await plaid.sandboxItemFireWebhook({
    access_token: accessToken,
    webhook_type: WebhookType.Item,
    webhook_code: SandboxItemFireWebhookRequestWebhookCodeEnum.PendingDisconnect,
  });
  expect(fired.webhook_fired).toBe(true);
  await elsewhere.waitFor('PENDING_DISCONNECT');
  await plaid.sandboxItemResetLogin({ access_token: accessToken });
  expect((await elsewhere.waitFor('ERROR'))[0]).toMatchObject({ item_id: itemId });

  const [webhook] = elsewhere.received;
  const { kid = '' } = decodeProtectedHeader(String(webhook?.headers['plaid-verification']));
  expect((await plaid.webhookVerificationKeyGet({ key_id: kid })).data.key.kid).toBe(kid);
  await bank.close();
}, 15_000);

test('everything that was answered survives kill -9 and a restart on the same file [PD-52]', async () => {
  const databaseFile = temporaryDatabase();
  const script = fileURLToPath(new URL('./test-support/serve-until-killed.ts', import.meta.url));
  const serve = async () => {
    const child = spawn(process.execPath, [script, databaseFile], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [address] = z.tuple([z.instanceof(Buffer)]).parse(await once(child.stdout, 'data'));
    return { child, plaid: clientOf(address.toString().trim()) };
  };

  const before = await serve();
  const accessToken = await linkWith(before.plaid);
  const { added, cursor } = await syncEverything(before.plaid, accessToken);
  const exited = once(before.child, 'exit');
  before.child.kill('SIGKILL');
  await exited;

  const after = await serve();
  const { data: delta } = await after.plaid.transactionsSync({ access_token: accessToken, cursor });
  expect([delta.added, delta.modified, delta.removed, delta.next_cursor]).toEqual([[], [], [], cursor]);
  expect((await syncEverything(after.plaid, accessToken)).added).toEqual(added);
}, 15_000);
