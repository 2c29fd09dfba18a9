import type { BankAccount } from '@oinkly/contract/endpoints';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ScriptedBank, scriptedAccount } from '../../test-support/scripted-bank.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import type { ProviderConnection } from './provider.ts';

/** Links start with a pasted token. */
class PastedTokenBank extends ScriptedBank {
  override readonly id = 'pasted';

  constructor() {
    super();
    this.capabilities = { ...this.capabilities, linkPages: null, canRepair: false, webhooks: null };
  }

  /** Two banks behind one token. */
  override async readConnection(): Promise<ProviderConnection> {
    const banks = ['First', 'Second'].map((institutionName, index) => ({
      ...scriptedAccount(institutionName, `111${index}`),
      institutionId: institutionName,
      institutionName,
    }));
    return { institutionId: null, institutionName: 'Pasted', accounts: banks, problems: [] };
  }
}

let bank: ScriptedBank;
let t: TestApp;
let ana: TestUser;

const start = async (provider: ScriptedBank) => {
  bank = provider;
  t = await createTestApp({ provider });
  ana = await t.signUp();
};
const link = (provider: string) =>
  ana.send({ method: 'POST', url: `/api/${provider}/exchange-token`, body: { public_token: 'public-1' } });
const sync = () => ana.send({ method: 'POST', url: '/api/auto-import-transactions' });
afterEach(() => t.close());

describe('a provider with pasted tokens', () => {
  beforeEach(() => start(new PastedTokenBank()));

  test('is reached under its own id, and links the banks behind one token [API-15]', async () => {
    bank.answer({ upserted: [{ transactionId: 'a', providerAccountId: 'account-Second' }] });
    expect((await link('pasted')).json()).toEqual({ success: true, institutionName: 'Pasted' });
    await sync();
    const { accounts } = (await ana.send({ url: '/api/pasted/accounts' })).json<{
      accounts: BankAccount[];
    }>();
    expect(accounts.map((account) => account.institution_name)).toEqual(['First', 'Second']);
    expect((await ana.send({ url: '/api/expenses' })).json()).toHaveLength(1);
    expect((await link('plaid')).json()).toMatchObject({ error_code: 'PROVIDER_NOT_FOUND' });
  });

  test('has no link pages to send a user to [API-15]', async () => {
    const widget = await ana.send({ method: 'POST', url: '/api/pasted/create-link-token' });
    expect(widget.json()).toMatchObject({ error_code: 'LINKING_UNSUPPORTED' });
    const navigation = await ana.send({ url: '/api/pasted/create-link-token' });
    expect(navigation.headers.location).toContain('error=LINKING_UNSUPPORTED');
  });

  test('receives no webhooks [SEC-10]', async () => {
    const event = { method: 'POST', url: '/api/pasted/webhook', payload: { kind: 'other' } } as const;
    expect((await t.app.inject(event)).statusCode).toBe(404);
  });
});

test('a connection that its provider cannot repair is not offered a new login', async () => {
  await start(new ScriptedBank());
  bank.capabilities = { ...bank.capabilities, canRepair: false };
  await link('plaid');
  const repair = await ana.send({ method: 'POST', url: '/api/plaid/create-link-token?itemId=item-1' });
  expect(repair.json()).toMatchObject({ error_code: 'LINKING_UNSUPPORTED' });
});
