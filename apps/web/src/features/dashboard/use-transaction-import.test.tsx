import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { expect, test, vi } from 'vitest';
import { deferred, failing, fakeServer } from '../../test-support/fake-server.ts';
import { pass, prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { useCurrentUser } from '../../shared/http/current-user.ts';
import { aBank, aUser } from '../../test-support/wire.ts';
import { expensesOfWeekQuery } from '../expenses/expenses-query.ts';
import { leaderboardQuery } from '../leaderboard/leaderboard-query.ts';
import { ImportBanner } from './import-banner.tsx';
import { useTransactionImport } from './use-transaction-import.ts';

prepareEachTest();

const IMPORT = 'POST /api/auto-import-transactions';
const LISTS = { 'GET /api/expenses': [], 'GET /api/leaderboard': { leaderboard: [] } };
const CHECKING = 'Checking for new transactions...';

function Probe() {
  const { banner, isRefreshing, refresh } = useTransactionImport();
  useQuery(expensesOfWeekQuery('2025-06-02'));
  useQuery(leaderboardQuery);
  return (
    <>
      <ImportBanner banner={banner} />
      <button type="button" onClick={refresh}>
        {isRefreshing ? 'Refreshing...' : 'Refresh list'}
      </button>
    </>
  );
}

const banner = () => screen.getByRole('status').textContent;
const button = () => screen.getByRole('button');
const isWorking = () => screen.getByRole('status').querySelector('.animate-spin') !== null;

async function opened(importAnswer: unknown = { success: true, imported: 0 }) {
  vi.useFakeTimers();
  const server = fakeServer({ ...LISTS, [IMPORT]: importAnswer });
  renderApp(
    <StrictMode>
      <Probe />
    </StrictMode>,
  );
  return server;
}

const urlsOf = (server: { requests: { url: string }[] }) => server.requests.map(({ url }) => url);

test('the import runs once on opening; success clears the banner and reloads both lists [IM-1]', async () => {
  const answer = deferred<unknown>();
  const server = await opened(() => answer.promise);
  await pass(0);
  expect(banner()).toBe(CHECKING);
  expect(server.bodiesOf(IMPORT)).toEqual([undefined]);
  const before = server.requests.length;
  answer.resolve({ success: true, imported: 3 });
  await pass(0);
  expect(banner()).toBe('');
  expect(urlsOf(server).slice(before).sort()).toEqual([
    '/api/expenses?from=2025-06-02&to=2025-06-08',
    '/api/leaderboard',
  ]);
});

test('lists requested before the import ended are requested again [IM-1]', async () => {
  vi.useFakeTimers();
  const expenses = deferred<unknown>();
  const leaderboard = deferred<unknown>();
  const server = fakeServer({
    'GET /api/expenses': () => expenses.promise,
    'GET /api/leaderboard': () => leaderboard.promise,
    [IMPORT]: { success: true, imported: 3 },
  });
  renderApp(<Probe />);
  await pass(0);
  expect(banner()).toBe('');
  expect(urlsOf(server)).toHaveLength(3);
  expenses.resolve([]);
  leaderboard.resolve({ leaderboard: [] });
  await pass(0);
  expect(urlsOf(server).slice(3).sort()).toEqual([
    '/api/expenses?from=2025-06-02&to=2025-06-08',
    '/api/leaderboard',
  ]);
});

test('a failed import at the start clears the banner and says nothing [IM-1]', async () => {
  await opened(failing(502));
  await pass(0);
  expect(banner()).toBe('');
  expect(button().textContent).toBe('Refresh list');
});

test('a refresh shows the banner, and further clicks are ignored while it runs [IM-2]', async () => {
  const server = await opened();
  await pass(0);
  const answer = deferred<unknown>();
  server.answer(IMPORT, () => answer.promise);
  fireEvent.click(button());
  fireEvent.click(button());
  await pass(0);
  expect(button().textContent).toBe('Refreshing...');
  expect(banner()).toBe(CHECKING);
  expect(server.bodiesOf(IMPORT)).toHaveLength(2);
});

test('a refresh while a bank prepares its data says so, and is no failure [PD-41]', async () => {
  const server = await opened();
  await pass(0);
  server.answer(IMPORT, { success: true, imported: 0, preparing: ['First Bank'] });
  fireEvent.click(button());
  await pass(0);
  expect(banner()).toBe('First Bank is still preparing your transactions. They’ll appear automatically.');
});

test('the spinner turns while the import runs, not with its outcome, whatever the words [IM-2]', async () => {
  const server = await opened();
  await pass(0);
  const answer = deferred<unknown>();
  server.answer(IMPORT, () => answer.promise);
  fireEvent.click(button());
  await pass(0);
  expect(isWorking()).toBe(true);
  answer.resolve({ success: true, imported: 0, preparing: ['Checking Bank'] });
  await pass(0);
  expect([banner(), isWorking()]).toEqual([
    'Checking Bank is still preparing your transactions. They’ll appear automatically.',
    false,
  ]);
});

test.each([
  [0, 'No new transactions found. Recent purchases (within 1-4 hours) may not appear yet.'],
  [1, 'Found 1 new transaction!'],
  [7, 'Found 7 new transactions!'],
])('a refresh that imported %i says so and refetches both lists [IM-3]', async (imported, words) => {
  const server = await opened();
  await pass(0);
  server.answer(IMPORT, { success: true, imported });
  const before = server.requests.length;
  fireEvent.click(button());
  await pass(0);
  expect(banner()).toBe(words);
  expect(urlsOf(server).slice(before)).toEqual([
    '/api/auto-import-transactions',
    '/api/expenses?from=2025-06-02&to=2025-06-08',
    '/api/leaderboard',
  ]);
});

test('3 seconds after the outcome the message goes and refreshing is possible again [IM-4]', async () => {
  const server = await opened();
  await pass(0);
  fireEvent.click(button());
  await pass(0);
  await pass(2999);
  fireEvent.click(button());
  await pass(0);
  expect(button().textContent).toBe('Refreshing...');
  expect(server.bodiesOf(IMPORT)).toHaveLength(2);
  await pass(1);
  expect(banner()).toBe('');
  fireEvent.click(button());
  await pass(0);
  expect(server.bodiesOf(IMPORT)).toHaveLength(3);
});

test.each([
  [
    'an answer that is not OK',
    failing(409, { message: 'Your bank wants you to log in again.', error_code: 'BANK_LOGIN_REQUIRED' }),
    'Failed to refresh transactions',
    'Your bank wants you to log in again.',
  ],
  [
    'a thrown error',
    () => Promise.reject(new TypeError('Network is down')),
    'Error refreshing transactions',
    'We can’t reach Oinkly.',
  ],
])(
  '%s is shown with its reason and cleared after 3 seconds [IM-5] [PD-84]',
  async (_what, answer, words, reason) => {
    const server = await opened();
    await pass(0);
    server.answer(IMPORT, answer);
    fireEvent.click(button());
    await pass(0);
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByText(reason)).toBeTruthy();
    await pass(3000);
    expect(banner()).toBe('');
    expect(button().textContent).toBe('Refresh list');
  },
);

test.each([
  ['fails', failing(409, { message: 'Log in again', error_code: 'BANK_LOGIN_REQUIRED' })],
  ['succeeds', { success: true, imported: 0 }],
])('an import that %s asks again how the banks are [PD-84]', async (_what, answer) => {
  vi.useFakeTimers();
  const server = fakeServer({
    ...LISTS,
    'GET /api/auth/user': aUser({ banks: [aBank()] }),
    [IMPORT]: answer,
  });
  function WithUser() {
    return useCurrentUser().data ? <Probe /> : null;
  }
  renderApp(<WithUser />);
  await pass(0);
  await pass(0);
  expect(urlsOf(server).filter((url) => url === '/api/auth/user')).toHaveLength(2);
  expect(console.warn).not.toHaveBeenCalled();
});
