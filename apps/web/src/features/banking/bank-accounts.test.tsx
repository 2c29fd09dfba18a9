import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { deferred, failing, fakeServer } from '../../test-support/fake-server.ts';
import { leaveFor } from '../../shared/http/browser-navigation.ts';
import { pass, prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { balanceText, lastSyncedText, transactionCountText } from './account-words.ts';
import { BankAccounts } from './bank-accounts.tsx';

vi.mock('../../shared/http/browser-navigation.ts', { spy: true });
prepareEachTest();

const account = (fields: object) => ({
  account_id: 'a1',
  item_id: 'i1',
  institution_name: 'First Bank',
  name: 'Everyday',
  type: 'depository',
  subtype: 'checking',
  mask: '0000',
  balances: { current: 1110.5, available: 1000, iso_currency_code: 'USD' },
  ...fields,
});
const connection = (fields: object) => ({
  item_id: 'i1',
  institution_name: 'First Bank',
  status: 'healthy',
  error_message: null,
  last_synced_at: '2025-06-05T09:00:00Z',
  ...fields,
});

const banks = {
  'GET /api/plaid/accounts': {
    accounts: [
      account({}),
      account({
        account_id: 'a2',
        name: 'Card',
        type: 'credit',
        subtype: null,
        mask: null,
        balances: { current: null, available: 20, iso_currency_code: 'EUR' },
      }),
      account({ account_id: 'a3', item_id: 'i2', name: 'Savings' }),
    ],
    items: [
      connection({}),
      connection({
        item_id: 'i2',
        institution_name: 'Second Bank',
        status: 'login_required',
        error_message: 'Your bank wants you to log in again.',
        last_synced_at: null,
      }),
    ],
    connected_items: 2,
  },
  'GET /api/plaid/transaction-stats': {
    stats: [{ itemId: 'i1', accountId: 'a1', count: 42 }],
    total_transactions: 42,
  },
};

async function show(answers: Record<string, unknown> = {}) {
  const server = fakeServer({ ...banks, ...answers });
  renderApp(<BankAccounts headingLevel="h2" />);
  await screen.findByText('42 transactions');
  return server;
}

const bank = (name: string) => within(screen.getByText(name).closest('li') ?? document.body);
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('each bank shows its accounts with type, last digits, balance and count [CA-1]', async () => {
  await show();
  const [everyday, card] = bank('First Bank').getAllByRole('listitem');
  expect(everyday?.textContent).toBe('Everyday$1,110.50Depository · checking · ••000042 transactions');
  expect(card?.textContent).toBe('Card€20.00CreditNo transactions');
});

test('the balance is the current one, else the available one, in its own currency [CA-1]', () => {
  expect(
    [
      { current: 0, available: 5, iso_currency_code: 'USD' },
      { current: null, available: 5, iso_currency_code: 'GBP' },
      { current: null, available: null, iso_currency_code: 'USD' },
    ].map(balanceText),
  ).toEqual(['$0.00', '£5.00', 'No balance']);
});

test('a healthy connection is labelled Connected, any other Error with what is wrong [CA-2]', async () => {
  await show();
  expect(bank('First Bank').getByText('Connected')).toBeTruthy();
  expect(bank('Second Bank').getByText('Error')).toBeTruthy();
  expect(bank('Second Bank').getByText('Your bank wants you to log in again.')).toBeTruthy();
  expect(bank('Second Bank').getByText('Not synced yet')).toBeTruthy();
});

test('a connection with an error can be linked again, a healthy one need not [CA-2]', async () => {
  vi.mocked(leaveFor).mockImplementation(() => undefined);
  await show();
  expect(screen.queryByRole('button', { name: 'Reconnect First Bank' })).toBeNull();
  click('Reconnect Second Bank');
  expect(leaveFor).toHaveBeenCalledExactlyOnceWith('/api/plaid/create-link-token');
});

test('counts have separators, and no line ends inside a time', () => {
  expect([0, 1, 1579].map(transactionCountText)).toEqual([
    'No transactions',
    '1 transaction',
    '1,579 transactions',
  ]);
  expect(lastSyncedText('2025-06-05T12:00:00Z')).toMatch(/^Last synced Jun \d, \d+:00\u00a0[AP]M$/);
});

test('syncing a bank says that it is complete [CA-3]', async () => {
  const server = await show({ 'POST /api/plaid/item/i1/sync': { success: true, imported: 2 } });
  click('Sync First Bank');
  expect(await screen.findByText('Sync Complete')).toBeTruthy();
  expect(screen.getByText('Successfully synced transactions for account')).toBeTruthy();
  expect(server.bodiesOf('POST /api/plaid/item/i1/sync')).toEqual([undefined]);
});

test.each([
  [failing(502, { message: 'Your bank is asleep' }), 'Your bank is asleep'],
  [failing(502, {}), 'Failed to sync transactions'],
])("a failed sync says 'Sync Failed' with the message or its own [CA-3]", async (answer, words) => {
  await show({ 'POST /api/plaid/item/i1/sync': answer });
  click('Sync First Bank');
  expect(await screen.findByText('Sync Failed')).toBeTruthy();
  expect(screen.getByText(words)).toBeTruthy();
});

test('disconnecting asks first, then says that it is done [CA-4]', async () => {
  const server = await show({ 'DELETE /api/plaid/disconnect/i1': { success: true } });
  click('Disconnect First Bank');
  expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(false);
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disconnect' }));
  expect(await screen.findByText('Account Disconnected')).toBeTruthy();
  expect(screen.getByText('Bank account has been successfully disconnected')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test("a failed disconnect says 'Disconnect Failed', and nothing is shown as gone [CA-4]", async () => {
  await show({ 'DELETE /api/plaid/disconnect/i1': failing(503, {}) });
  click('Disconnect First Bank');
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disconnect' }));
  expect(await screen.findByText('Disconnect Failed')).toBeTruthy();
  expect(screen.getByText('Failed to disconnect account')).toBeTruthy();
  expect(screen.getByText('First Bank')).toBeTruthy();
});

test('importing the year follows the server until it is done, then says so', async () => {
  vi.useFakeTimers();
  const stage = (name: string) => ({
    connections: [
      {
        item_id: 'i1',
        institution_name: 'First Bank',
        stage: name,
        imported: 3,
        error: null,
        requested_at: null,
        finished_at: null,
      },
    ],
  });
  const started = deferred<unknown>();
  const server = fakeServer({
    ...banks,
    'POST /api/plaid/sync-transactions': () => started.promise,
    'GET /api/plaid/sync-status': stage('fetching'),
  });
  renderApp(<BankAccounts headingLevel="h2" />);
  await pass(0);
  click('Import Current Year');
  await pass(0);
  expect(screen.queryByText('Sync Started')).toBeNull();
  started.resolve({ success: true, started: 1 });
  await pass(0);
  expect(screen.getByText('Sync Started')).toBeTruthy();
  expect(screen.getByText('Fetching transactions · 3 new')).toBeTruthy();
  server.answer('GET /api/plaid/sync-status', stage('done'));
  await pass(1000);
  expect(screen.getByText('Transaction Sync Complete')).toBeTruthy();
  expect(screen.getByText('All transactions have been successfully imported')).toBeTruthy();
});

test('an import that cannot begin says so', async () => {
  await show({ 'POST /api/plaid/sync-transactions': failing(503, { message: 'Later' }) });
  click('Import Current Year');
  expect(await screen.findByText('Sync Failed')).toBeTruthy();
  expect(screen.getByText('Failed to start transaction sync')).toBeTruthy();
});

test('a failure to load is never shown as no banks', async () => {
  fakeServer({ ...banks, 'GET /api/plaid/accounts': failing(500) });
  renderApp(<BankAccounts headingLevel="h2" />);
  expect(await screen.findByText('Your bank accounts did not load.')).toBeTruthy();
  expect(screen.queryByText(/No bank is connected/)).toBeNull();
});
