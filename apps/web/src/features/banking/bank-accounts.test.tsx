import { errorCatalogue } from '@oinkly/contract/errors';
import { useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { expensesOfWeekQuery } from '../expenses/expenses-query.ts';
import { leaderboardQuery } from '../leaderboard/leaderboard-query.ts';
import { currentLinkSession } from './bank-link.ts';
import { deferred, failing, fakeServer } from '../../test-support/fake-server.ts';
import { fakeLink } from '../../test-support/fake-link.ts';
import { pass, prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { aUser } from '../../test-support/wire.ts';
import { accountKind, balanceText, lastSyncedText, transactionCountText } from './account-words.ts';
import { BankAccounts } from './bank-accounts.tsx';

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
  reported_at: null,
  ...fields,
});
const connection = (fields: object) => ({
  item_id: 'i1',
  institution_name: 'First Bank',
  status: 'healthy',
  error_message: null,
  error_code: null,
  last_synced_at: '2025-06-05T09:00:00Z',
  problems: [],
  ...fields,
});

const connections = [
  connection({}),
  connection({
    item_id: 'i2',
    institution_name: 'Second Bank',
    status: 'login_required',
    error_message: 'Your bank wants you to log in again.',
    error_code: 'BANK_LOGIN_REQUIRED',
    last_synced_at: null,
  }),
];
const banks = {
  'GET /api/plaid/connections': connections,
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
      account({ account_id: 'a3', item_id: 'i2', institution_name: 'Second Bank', name: 'Savings' }),
    ],
    items: connections,
    connected_items: 2,
  },
  'GET /api/plaid/transaction-stats': {
    stats: [{ itemId: 'i1', accountId: 'a1', count: 42 }],
    total_transactions: 42,
  },
  'GET /api/plaid/sync-status': { connections: [] },
  'GET /api/bank-twins': { twins: [] },
  'GET /api/auth/user': aUser(),
  'GET /api/expenses': [],
  'GET /api/leaderboard': { leaderboard: [] },
};

const CONNECTIONS = 'GET /api/plaid/connections';
const wellAgain = connections.map((each) => ({
  ...each,
  status: 'healthy',
  error_message: null,
  error_code: null,
}));
const withoutFirst = connections.slice(1);

function EveryList() {
  useQuery(expensesOfWeekQuery('2025-06-02'));
  useQuery(leaderboardQuery);
  return <BankAccounts headingLevel="h2" />;
}

const ALL_LISTS = [
  '/api/bank-twins',
  '/api/expenses?from=2025-06-02&to=2025-06-08',
  '/api/leaderboard',
  '/api/plaid/accounts',
  '/api/plaid/connections',
  '/api/plaid/sync-status',
  '/api/plaid/transaction-stats',
];

/** The URLs loaded after the first `seen` requests, each once. */
const loadedSince = ({ requests }: ReturnType<typeof fakeServer>, seen: number) =>
  requests
    .slice(seen)
    .filter(({ method }) => method === 'GET')
    .map(({ url }) => url)
    .sort();

async function show(answers: Record<string, unknown> = {}) {
  const server = fakeServer({ ...banks, ...answers });
  renderApp(<EveryList />);
  await screen.findByText('42 transactions');
  return server;
}

const bank = (name: string) => within(screen.getByText(name).closest('li') ?? document.body);
const importCurrentYear = () => {
  fireEvent.click(screen.getByText('Purchases missing on your map?'));
  click('Import Current Year');
};
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('each bank shows its accounts with type, last digits, balance and count [CA-1]', async () => {
  await show();
  const [everyday, card] = bank('First Bank').getAllByRole('listitem');
  expect(everyday?.textContent).toBe('Everyday$1,110.50Checking account · ending in 000042 transactions');
  expect(card?.textContent).toBe('Card€20.00CreditNo transactions');
});

test('the connect button stands below the list, waits for it and is quiet below banks [RT-3]', async () => {
  const accounts = deferred<unknown>();
  fakeServer({ ...banks, 'GET /api/plaid/accounts': () => accounts.promise });
  renderApp(<BankAccounts headingLevel="h2" />);
  const connect = () => screen.queryByRole('button', { name: 'Connect Bank Account' });
  await screen.findByRole('heading', { name: 'Connected Accounts' });
  expect(connect()).toBeNull();
  accounts.resolve(banks['GET /api/plaid/accounts']);
  const card = await screen.findByText('First Bank');
  expect(card.compareDocumentPosition(connect() ?? card)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(connect()?.className).not.toContain('bg-pink-deep');
  cleanup();
  fakeServer({ ...banks, [CONNECTIONS]: [] });
  renderApp(<BankAccounts headingLevel="h2" />);
  await screen.findByText(/No bank connected yet/);
  expect(connect()?.className).toContain('bg-pink-deep');
});

test('the balance is the current one, else the available one, in its own currency [CA-1]', () => {
  expect(
    [
      { current: 0, available: 5, iso_currency_code: 'USD' },
      { current: null, available: 5, iso_currency_code: 'GBP' },
      { current: null, available: null, iso_currency_code: 'USD' },
    ].map((balances) => balanceText({ type: 'depository', balances })),
  ).toEqual(['$0.00', '£5.00', 'No balance']);
});

test.each([
  ['depository', 'savings', 'Savings account · ending in 0000'],
  ['depository', null, 'Bank account · ending in 0000'],
  ['credit', 'credit card', 'Credit card · ending in 0000'],
  ['loan', 'mortgage', 'Loan · mortgage · ending in 0000'],
])('type %s with subtype %s reads “%s” [CA-1]', (type, subtype, words) => {
  expect(accountKind({ type, subtype, mask: '0000' })).toBe(words);
});

test('the balance of a credit card says that it is owed, unless the bank owes it [CA-1]', () => {
  const ofCard = (current: number | null) =>
    balanceText({ type: 'credit', balances: { current, available: 900, iso_currency_code: 'USD' } });
  expect([ofCard(410), ofCard(-20), ofCard(0), ofCard(null)]).toEqual([
    '$410.00 owed',
    '-$20.00',
    '$0.00',
    '$900.00',
  ]);
});

test('a sync under way keeps the focus on its button, and is not asked for twice [CA-3]', async () => {
  const answer = deferred<unknown>();
  const server = await show({ 'POST /api/plaid/item/i1/sync': () => answer.promise });
  const sync = screen.getByRole('button', { name: 'Sync First Bank' });
  sync.focus();
  click('Sync First Bank');
  await waitFor(() => expect(sync.textContent).toBe('Syncing...'));
  click('Syncing... First Bank');
  expect(document.activeElement).toBe(sync);
  expect(sync).toHaveProperty('disabled', false);
  expect(server.bodiesOf('POST /api/plaid/item/i1/sync')).toHaveLength(1);
  answer.resolve({ success: true, imported: 0, under_way: false });
  await waitFor(() => expect(sync.textContent).toBe('Sync'));
});

test('a healthy connection is labelled Connected, any other Error with what is wrong [CA-2]', async () => {
  await show();
  expect(bank('First Bank').getByText('Connected')).toBeTruthy();
  expect(bank('Second Bank').getByText('Error')).toBeTruthy();
  expect(bank('Second Bank').getByText('Your bank wants you to log in again.')).toBeTruthy();
  expect(bank('Second Bank').getByText('Not synced yet')).toBeTruthy();
});

test('a login that the bank has ended is repaired in the widget, and nothing is exchanged [CA-2]', async () => {
  const { opened } = fakeLink();
  const server = await show({
    'POST /api/plaid/create-link-token': { link_token: 'link-2' },
    'POST /api/plaid/item/i2/sync': { success: true, imported: 0 },
  });
  expect(screen.queryByRole('button', { name: 'Reconnect First Bank' })).toBeNull();
  click('Reconnect Second Bank');
  await waitFor(() => expect(opened).toHaveLength(1));
  const created = server.requests.find(({ url }) => url.startsWith('/api/plaid/create-link-token'));
  expect(created?.url).toBe('/api/plaid/create-link-token?itemId=i2');
  opened[0]?.succeed(null);
  expect(await screen.findByText('Bank Connected!')).toBeTruthy();
  expect(server.bodiesOf('POST /api/plaid/exchange-token')).toEqual([]);
});

test('a repair continues although the bank recovers, and returns the focus to the bank [CA-2]', async () => {
  const { opened } = fakeLink();
  const server = await show({
    'POST /api/plaid/create-link-token': { link_token: 'link-2' },
    'POST /api/plaid/item/i1/sync': { success: true, imported: 0 },
    'POST /api/plaid/item/i2/sync': { success: true, imported: 0 },
  });
  const reconnect = screen.getByRole('button', { name: 'Reconnect Second Bank' });
  reconnect.focus();
  fireEvent.click(reconnect);
  await waitFor(() => expect(opened[0]?.handler.open).toHaveBeenCalledOnce());
  server.answer(CONNECTIONS, wellAgain);
  click('Sync First Bank');
  await waitFor(() => expect(screen.queryByText('Error')).toBeNull());
  expect(reconnect.isConnected).toBe(true);
  expect(opened[0]?.handler.exit).not.toHaveBeenCalled();
  opened[0]?.succeed(null);
  await waitFor(() => expect(reconnect.isConnected).toBe(false));
  expect(document.activeElement).toBe(screen.getByText('Second Bank'));
});

test('a bank that no longer knows the connection is connected again by a new link [CA-2]', async () => {
  const { opened } = fakeLink();
  const gone = connection({
    item_id: 'i2',
    institution_name: 'Second Bank',
    status: 'error',
    error_message: errorCatalogue.BANK_CONNECTION_GONE.message,
    error_code: 'BANK_CONNECTION_GONE',
  });
  const server = await show({
    [CONNECTIONS]: [connection({}), gone],
    'POST /api/plaid/create-link-token': { link_token: 'link-2' },
    'POST /api/plaid/exchange-token': { success: true, institutionName: 'Second Bank' },
  });
  click('Connect again: Second Bank');
  await waitFor(() => expect(opened).toHaveLength(1));
  const created = server.requests.find(({ url }) => url.startsWith('/api/plaid/create-link-token'));
  expect(created?.url).toBe('/api/plaid/create-link-token');
  opened[0]?.succeed('public-2');
  expect(await screen.findByText('Bank Connected!')).toBeTruthy();
  expect(server.bodiesOf('POST /api/plaid/exchange-token')).toHaveLength(1);
});

test('connecting and reconnecting started together each return to their own button [BC-4] [OA-1]', async () => {
  const { opened } = fakeLink();
  await show({
    'POST /api/plaid/create-link-token': ({ url }: { url: string }) => ({
      link_token: url.endsWith('?itemId=i2') ? 'reconnect' : 'connect',
    }),
  });
  click('Connect Bank Account');
  click('Reconnect Second Bank');
  await waitFor(() => expect(opened).toHaveLength(2));
  const [first, last] = opened;
  first?.event('OPEN_OAUTH');
  last?.exit(null);
  expect(currentLinkSession()?.widget?.token).toBe(first?.options.token);
});

test('counts have separators, and no line ends inside a time', () => {
  expect([0, 1, 1579].map(transactionCountText)).toEqual([
    'No transactions',
    '1 transaction',
    '1,579 transactions',
  ]);
  expect(lastSyncedText('2025-06-05T12:00:00Z')).toMatch(/^Last synced Jun \d, \d+:00\u00a0[AP]M$/);
});

test('a connected bank appears in the list, and dependent data reloads once [BC-5]', async () => {
  const { opened } = fakeLink();
  const server = await show({
    'POST /api/plaid/create-link-token': { link_token: 'link-1' },
    'POST /api/plaid/exchange-token': { success: true, institutionName: 'Third Bank' },
  });
  click('Connect Bank Account');
  await waitFor(() => expect(opened).toHaveLength(1));
  server.answer(CONNECTIONS, [...connections, connection({ item_id: 'i3', institution_name: 'Third Bank' })]);
  const seen = server.requests.length;
  opened[0]?.succeed('public-1');
  expect(await screen.findByText('Third Bank')).toBeTruthy();
  expect(loadedSince(server, seen)).toEqual(ALL_LISTS);
});

test('syncing a bank says that it is complete [CA-3]', async () => {
  const server = await show({ 'POST /api/plaid/item/i1/sync': { success: true, imported: 2 } });
  const seen = server.requests.length;
  click('Sync First Bank');
  expect(await screen.findByText('Sync Complete')).toBeTruthy();
  expect(screen.getByText('Successfully synced transactions for account')).toBeTruthy();
  expect(server.bodiesOf('POST /api/plaid/item/i1/sync')).toEqual([undefined]);
  expect(loadedSince(server, seen)).toEqual(ALL_LISTS);
});

test('a sync that its bank keeps waiting is not called complete [CA-3]', async () => {
  await show({ 'POST /api/plaid/item/i1/sync': { success: true, imported: 0, under_way: true } });
  click('Sync First Bank');
  expect(await screen.findByText('Still syncing')).toBeTruthy();
  expect(screen.queryByText('Sync Complete')).toBeNull();
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

test.each([
  ['keep', 'Keep its purchases'],
  ['erase', 'Erase its purchases'],
])(
  'disconnecting asks first whether to %s what was imported, then says that it is done [CA-4]',
  async (history, choice) => {
    const server = await show({ 'DELETE /api/plaid/disconnect/i1': { success: true } });
    click('Disconnect First Bank');
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Keep its purchases/ }).checked).toBe(true);
    fireEvent.click(dialog.getByRole('radio', { name: new RegExp(`^${choice}`) }));
    expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(false);
    fireEvent.click(dialog.getByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByText('Account Disconnected')).toBeTruthy();
    expect(screen.getByText('Bank account has been successfully disconnected')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.requests.find(({ method }) => method === 'DELETE')?.url).toContain(`history=${history}`);
  },
);

test.each(['with its dialog', 'after it'])(
  'a disconnected bank whose card goes %s leaves the focus on the heading of the list [CA-4]',
  async (when) => {
    const server = await show({ 'DELETE /api/plaid/disconnect/i1': { success: true } });
    const list = deferred<unknown>();
    server.answer(CONNECTIONS, () => list.promise);
    if (when === 'with its dialog') list.resolve(withoutFirst);
    const opener = screen.getByRole('button', { name: 'Disconnect First Bank' });
    opener.focus();
    fireEvent.click(opener);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disconnect' }));
    if (when === 'after it') await waitFor(() => expect(document.activeElement).toBe(opener));
    list.resolve(withoutFirst);
    await waitFor(() => expect(opener.isConnected).toBe(false));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Connected Accounts' })),
    );
  },
);

test("a failed disconnect says 'Disconnect Failed', and the bank stays listed [CA-4]", async () => {
  await show({ 'DELETE /api/plaid/disconnect/i1': failing(503, {}) });
  click('Disconnect First Bank');
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disconnect' }));
  expect(await screen.findByText('Disconnect Failed')).toBeTruthy();
  expect(screen.getByText('Failed to disconnect account')).toBeTruthy();
  expect(screen.getByText('First Bank')).toBeTruthy();
});

const sync = (stage: string | null, fields: object = {}) => ({
  item_id: 'i1',
  institution_name: 'First Bank',
  stage,
  imported: 3,
  error: null,
  requested_at: null,
  finished_at: null,
  ...fields,
});
const STATUS = 'GET /api/plaid/sync-status';

async function importYear(...connections: object[]) {
  vi.useFakeTimers();
  const server = fakeServer({
    ...banks,
    'POST /api/plaid/sync-transactions': { success: true, started: 1 },
    [STATUS]: { connections: [] },
  });
  renderApp(<EveryList />);
  await pass(0);
  server.answer(STATUS, { connections });
  importCurrentYear();
  await pass(0);
  return server;
}
const overlay = () => within(screen.getByRole('dialog'));
const shown = () => [
  overlay().getByRole('status').textContent,
  overlay().getByRole('progressbar').getAttribute('aria-valuenow'),
];

test("the year's import shows five timed steps, then closes with a message [CA-5] [SY-1] [SY-2]", async () => {
  const server = await importYear(sync('done'));
  expect(screen.getByText('Sync started')).toBeTruthy();
  for (const step of [
    ['Connecting to the bank-data API...', '20'],
    ['Fetching transactions...', '40'],
    ['Processing...', '60'],
    ['Saving...', '80'],
    ['Sync completed successfully!', '100'],
  ]) {
    expect(shown()).toEqual(step);
    await pass(1499);
    expect(shown()).toEqual(step);
    await pass(1);
  }
  const seen = server.requests.length;
  await pass(499);
  expect(screen.queryByText('Transaction Sync Complete')).toBeNull();
  expect(server.requests).toHaveLength(seen);
  await pass(1);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('Transaction Sync Complete')).toBeTruthy();
  expect(screen.getByText('All transactions have been successfully imported')).toBeTruthy();
  await pass(0);
  expect(loadedSince(server, seen)).toEqual(ALL_LISTS);
});

test('the overlay waits at a step until the slowest bank has reached it [PD-40]', async () => {
  const slow = sync('fetching', { item_id: 'i2' });
  const server = await importYear(sync('done'), slow);
  await pass(20_000);
  expect(shown()).toEqual(['Fetching transactions...', '40']);
  server.answer(STATUS, { connections: [sync('done'), { ...slow, stage: 'saving' }] });
  await pass(20_000);
  expect(shown()).toEqual(['Saving...', '80']);
  server.answer(STATUS, { connections: [sync('done'), { ...slow, stage: 'done' }] });
  await pass(3000);
  expect(shown()).toEqual(['Sync completed successfully!', '100']);
  expect(overlay().getByText('6 new purchases')).toBeTruthy();
});

test('a failure stops the overlay with what worked and what did not [PD-40]', async () => {
  await importYear(
    sync('done'),
    sync('failed', { item_id: 'i2', institution_name: 'Second Bank', error: 'Asleep.' }),
  );
  expect(overlay().getByRole('alert').textContent).toBe('First BankDoneSecond BankAsleep.');
  expect(overlay().queryByRole('progressbar')).toBeNull();
  expect(screen.getByText('Sync Failed')).toBeTruthy();
  expect(screen.getByText('Second Bank: Asleep.')).toBeTruthy();
  await pass(60_000);
  fireEvent.click(overlay().getAllByRole('button', { name: 'Close' })[0] ?? document.body);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByText('Transaction Sync Complete')).toBeNull();
});

test('the import can run in the background from the start and reports its end [PD-40]', async () => {
  const server = await importYear(sync('fetching'));
  fireEvent.click(overlay().getByRole('button', { name: 'Continue in background' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('Fetching transactions · 3 new')).toBeTruthy();
  server.answer(STATUS, { connections: [sync('done')] });
  await pass(1000);
  expect(screen.getByText('Transaction Sync Complete')).toBeTruthy();
});

test('an import survives an unanswered request [PD-40]', async () => {
  const server = await importYear(sync('fetching'));
  server.answer(STATUS, failing(502));
  await pass(2000);
  expect(overlay().getByRole('status').textContent).toBe('Fetching transactions...');
  server.answer(STATUS, { connections: [sync('done')] });
  for (let second = 0; second < 9; second += 1) await pass(1000);
  expect(screen.getByText('Transaction Sync Complete')).toBeTruthy();
});

test('an import whose page was left still says when it is done, and reloads the lists', async () => {
  const server = await importYear(sync('fetching'));
  cleanup();
  renderApp(<p>Elsewhere</p>);
  server.answer(STATUS, { connections: [sync('done')] });
  await pass(2000);
  expect(screen.getByText('Transaction Sync Complete')).toBeTruthy();
});

test('a syncing bank shows its progress and result', async () => {
  vi.useFakeTimers();
  const slow = sync('fetching', { item_id: 'i2' });
  const server = fakeServer({ ...banks, [STATUS]: { connections: [sync('fetching'), slow] } });
  renderApp(<BankAccounts headingLevel="h2" />);
  await pass(10);
  expect(bank('First Bank').getByText('Fetching transactions…')).toBeTruthy();
  const loads = () => server.requests.filter(({ url }) => url === '/api/plaid/accounts').length;
  expect(loads()).toBe(1);
  server.answer(STATUS, { connections: [sync('done'), slow] });
  await pass(1500);
  expect(bank('Second Bank').getByText('Fetching transactions…')).toBeTruthy();
  expect(bank('First Bank').getByText(/^Last synced/)).toBeTruthy();
  expect(loads()).toBe(2);
});

test('an import that cannot begin says so', async () => {
  await show({ 'POST /api/plaid/sync-transactions': failing(503, { message: 'Later' }) });
  importCurrentYear();
  expect(await screen.findByText('Sync Failed')).toBeTruthy();
  expect(screen.getByText('Failed to start transaction sync')).toBeTruthy();
});

test.each(['connections', 'accounts'] as const)(
  'a failure to load %s is never shown as no banks',
  async (list) => {
    const path = `GET /api/plaid/${list}` as const;
    const server = fakeServer({ ...banks, [path]: failing(500) });
    renderApp(<BankAccounts headingLevel="h2" />);
    expect(await screen.findByText('We couldn’t load your bank accounts.')).toBeTruthy();
    expect(screen.queryByText(/No bank connected/)).toBeNull();
    server.answer(path, banks[path]);
    click('Try again');
    expect(await screen.findByText('First Bank')).toBeTruthy();
  },
);

describe('a connection with several banks', () => {
  const both = { item_id: 'i1', institution_name: 'First Bank, Second Bank' };
  const problem = {
    institution_name: 'Second Bank',
    account_id: null,
    error_code: 'BANK_LOGIN_REQUIRED',
    error_message: 'Your bank wants you to log in again.',
    detail: 'Connection to Second Bank may need attention',
  };
  const answers = (problems: object[]) => ({
    'GET /api/plaid/connections': [connection({ ...both, problems })],
    'GET /api/plaid/accounts': {
      accounts: [
        account({}),
        account({ account_id: 'a2', institution_name: 'Second Bank', reported_at: '2025-05-28T12:00:00Z' }),
      ],
    },
  });

  test('names each bank, and the one that reports nothing new with its reason (report 9)', async () => {
    await show(answers([problem]));
    const first = screen.getByRole('region', { name: 'First Bank' });
    const second = screen.getByRole('region', { name: 'Second Bank' });
    expect(within(first).queryByText('Error')).toBeNull();
    expect(within(second).getByText('Error')).toBeTruthy();
    expect(within(second).getByText('Your bank wants you to log in again.')).toBeTruthy();
    expect(within(second).getByText(/says: Connection to Second Bank may need attention/)).toBeTruthy();
  });

  test('names the account that alone reports nothing new (report 9)', async () => {
    const failed = { ...problem, account_id: 'a2', error_message: 'Your bank isn’t responding right now.' };
    await show(answers([failed]));
    const second = screen.getByRole('region', { name: 'Second Bank' });
    expect(second.textContent).toMatch(/: Your bank isn’t responding right now\./);
  });

  test('an account whose bank is silent for days does not look up to date (reports 22, 23)', async () => {
    await show(answers([]));
    expect(screen.getAllByText(/^Your bank last reported on/).map((line) => line.textContent)).toEqual([
      'Your bank last reported on May 28',
    ]);
  });

  test('a bank that has no account yet is named with its problem', async () => {
    await show(answers([{ ...problem, institution_name: 'Third Bank' }]));
    expect(screen.getByRole('region', { name: 'Third Bank' })).toBeTruthy();
  });
});
