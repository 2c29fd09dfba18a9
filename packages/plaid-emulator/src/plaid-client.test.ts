import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CountryCode, Products } from 'plaid';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { clientOf, errorOf, linkWith, syncEverything } from './test-support/official-client.ts';
import { startTestBank, temporaryDatabase } from './test-support/test-bank.ts';

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
