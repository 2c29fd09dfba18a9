import type { BankAccount, Connection } from '@oinkly/contract/banking';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ScriptedBank, scriptedAccount } from '../../test-support/scripted-bank.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import type { ProviderConnection } from './provider.ts';

/** Links start with a pasted token. */
class PastedTokenBank extends ScriptedBank {
  constructor() {
    super('pasted');
    this.capabilities = {
      ...this.capabilities,
      linkPages: null,
      widget: null,
      canRepair: false,
      webhooks: null,
    };
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

test('a provider without a widget connects banks on its own pages [API-15]', async () => {
  await start(new ScriptedBank());
  bank.capabilities = { ...bank.capabilities, widget: null };
  const widget = await ana.send({ method: 'POST', url: '/api/plaid/create-link-token' });
  expect(widget.json()).toMatchObject({ error_code: 'LINKING_UNSUPPORTED' });
  const navigation = await ana.send({ url: '/api/plaid/create-link-token' });
  expect(navigation.headers.location).not.toContain('error');
});

test('a connection that its provider cannot repair is not offered a new login', async () => {
  await start(new ScriptedBank());
  bank.capabilities = { ...bank.capabilities, canRepair: false };
  await link('plaid');
  const repair = await ana.send({ method: 'POST', url: '/api/plaid/create-link-token?itemId=item-1' });
  expect(repair.json()).toMatchObject({ error_code: 'LINKING_UNSUPPORTED' });
});

describe('a connection with several banks', () => {
  const exchange = (token: string) =>
    ana.send({ method: 'POST', url: '/api/plaid/exchange-token', body: { public_token: token } });
  const connections = async () => (await ana.send({ url: '/api/plaid/connections' })).json<Connection[]>();
  const holders = async () => {
    const { accounts } = (await ana.send({ url: '/api/plaid/accounts' })).json<{ accounts: BankAccount[] }>();
    return accounts.map(({ name, item_id }) => [name, item_id]);
  };
  const first = { ...scriptedAccount('first', '1111'), institutionId: 'ins_1' };
  const second = { ...scriptedAccount('second', '2222'), institutionId: 'ins_2' };
  beforeEach(async () => {
    await start(new ScriptedBank());
    bank.accountsByToken.set('access-1', [first, second]);
  });

  test('keeps the banks that a newer one does not report [PD-8]', async () => {
    await exchange('public-1');
    await sync();
    t.setNow('2026-06-05T19:01:00Z');
    bank.accountsByToken.set('access-2', [{ ...first, providerAccountId: 'new first' }]);
    await exchange('public-2');
    const shared = [
      ['first', 'item-2'],
      ['second', 'item-1'],
    ];
    expect(await holders()).toEqual(shared);
    // The older one still reports the first bank.
    await sync();
    expect(await holders()).toEqual(shared);
    expect(bank.removed).toEqual([]);
  });

  test('ends when a newer one reports all its banks, also under the same ids [PD-8]', async () => {
    await exchange('public-1');
    await sync();
    t.setNow('2026-06-05T19:01:00Z');
    bank.accountsByToken.set('access-2', [first, second]);
    await exchange('public-2');
    expect(await connections()).toHaveLength(1);
    await expect.poll(() => bank.removed).toEqual(['access-1']);
  });

  test('syncs its other banks when one wants a login, names that one and notifies once (report 9)', async () => {
    await ana.send({ method: 'PUT', url: '/api/notifications/kinds', body: { bank: true } });
    await exchange('public-1');
    await sync();
    bank.problems = [
      {
        institutionName: 'Second Bank',
        providerAccountId: null,
        code: 'BANK_LOGIN_REQUIRED',
        detail: 'Connection to Second Bank may need attention',
      },
    ];
    bank.answer({ upserted: [{ transactionId: 'a', providerAccountId: 'account-first' }] });
    await sync();
    await sync();
    expect(await connections()).toMatchObject([
      {
        status: 'healthy',
        problems: [
          {
            institution_name: 'Second Bank',
            account_id: null,
            error_code: 'BANK_LOGIN_REQUIRED',
            error_message: 'Your bank wants you to log in again.',
            detail: 'Connection to Second Bank may need attention',
          },
        ],
      },
    ]);
    expect((await ana.send({ url: '/api/expenses' })).json()).toHaveLength(1);
    const { notifications } = (await ana.send({ url: '/api/notifications' })).json<{
      notifications: { kind: string }[];
    }>();
    expect(notifications.filter(({ kind }) => kind === 'bank')).toHaveLength(1);
    bank.problems = [];
    await sync();
    expect(await connections()).toMatchObject([{ problems: [] }]);
  });
});

test('opening the dashboard asks a daily provider once a day; a button asks it at once', async () => {
  await start(new ScriptedBank());
  bank.capabilities = { ...bank.capabilities, isAskedOnOpen: false, syncIntervalMs: 24 * 60 * 60_000 };
  await link('plaid');
  await sync();
  const asked = bank.reads.length;
  expect((await sync()).json()).toEqual({ success: true, imported: 0 });
  expect(bank.reads).toHaveLength(asked);
  await ana.send({ method: 'POST', url: '/api/plaid/item/item-1/sync' });
  expect(bank.reads).toHaveLength(asked + 1);
  t.setNow('2026-06-06T19:00:00Z');
  await sync();
  expect(bank.reads).toHaveLength(asked + 2);
});
